import { useMediaQuery } from '@mantine/hooks';
import { useState } from 'react';
import type { SampleId } from '../../../shared/model/ids.ts';
import { useSearchParam } from '../../data/navigation.ts';
import { useRpcCommand } from '../../data/use-rpc-command.tsx';
import { withRange } from '../../state/slices/selection.ts';
import { useAppStore } from '../../state/store.ts';
import { NOTHING, togglePosition, type Ranges } from './selection.ts';
import type { TableSettings } from './table-settings.ts';
import { useFilter, type FilterState } from './use-filter.ts';
import { usePageKeys } from './use-page-keys.ts';
import { useReading, type Reading } from './use-reading.ts';
import { targetOf, useSampleActions, type SampleActions } from './use-sample-actions.ts';
import { useSampleView, type OpenView, type SampleView } from './use-sample-view.ts';
import { useTableSettings } from './use-table-settings.ts';
import type { DialogState } from './WorkbenchDialogs.tsx';

/** What the panes of the workbench share. */
export type Bench = {
  /** Samples in the project. */
  readonly total: number;
  readonly canWrite: boolean;
  /** Wide enough for the trajectory to stand beside the table. */
  readonly isWide: boolean;
  readonly settings: TableSettings;
  readonly setSettings: (change: Partial<TableSettings>) => void;
  readonly filter: FilterState;
  readonly sampleView: SampleView;
  readonly reading: Reading;
  readonly checked: Ranges;
  readonly setChecked: (ranges: Ranges) => void;
  /** On the checked rows, else on the sample that is read. */
  readonly actions: SampleActions;
  /** On the sample that is read alone. */
  readonly ownActions: SampleActions;
  readonly activeView: number | null;
  readonly setActiveView: (id: number | null) => void;
  readonly dialog: DialogState | null;
  readonly setDialog: (dialog: DialogState | null) => void;
  readonly isNaming: boolean;
  readonly setNaming: (isNaming: boolean) => void;
  readonly isDrawerOpen: boolean;
  readonly setDrawerOpen: (isOpen: boolean) => void;
  /** Rises when the table should take the keyboard. */
  readonly focusSignal: number;
  readonly focusTable: () => void;
  readonly facetsSignal: number;
  readonly focusFacets: () => void;
  readonly setSearchField: (field: HTMLInputElement | null) => void;
  readonly move: (by: 1 | -1) => void;
  readonly openViewer: () => void;
  readonly ask: (kind: 'tag' | 'flag', about: 'checked' | 'own') => void;
  readonly duplicate: () => void;
  /** A sample was made: the list is opened again and moves to it. */
  readonly made: (sampleId: SampleId | null) => void;
};

export function useWorkbench(total: number, canWrite: boolean): Bench {
  const [settings, setSettings] = useTableSettings();
  const filter = useFilter();
  const sampleView = useSampleView(filter.applied, settings.sort);
  const reading = useReading(sampleView.view);
  const [checked, setChecked] = useChecked(sampleView.view);
  const [activeView, setActiveView] = useSearchParam('view');
  const isWide = useMediaQuery('(min-width: 1280px)', true, { getInitialValueInEffect: false });
  const places = useBenchPlaces(isWide);
  const { run: duplicate } = useRpcCommand('samples.duplicate');
  const target = targetOf(sampleView.view, checked, reading.sampleId);
  const ownTarget = targetOf(null, NOTHING, reading.sampleId);
  const actions = useSampleActions(target);
  const ownActions = useSampleActions(ownTarget);

  function made(sampleId: SampleId | null): void {
    sampleView.refresh();
    if (sampleId !== null) reading.find(sampleId);
  }
  async function duplicateSample(): Promise<void> {
    if (reading.sampleId === null) return;
    const answer = await duplicate({ sampleId: reading.sampleId });
    if (answer !== undefined) made(answer.sampleId);
  }
  const bench: Bench = {
    ...{ total, canWrite, isWide, settings, setSettings, filter, sampleView, reading, checked, setChecked },
    ...{ actions, ownActions, ...places, made },
    activeView: activeView === null ? null : Number(activeView),
    setActiveView: (id) => setActiveView(id === null ? null : String(id), { replace: true }),
    move: (by) => reading.moveTo(reading.position === null ? 0 : reading.position + by),
    ask: (kind, about) => {
      const asked = about === 'own' ? ownTarget : target;
      if (asked === null) return;
      places.setDialog({ kind, count: asked.count, actions: about === 'own' ? ownActions : actions });
    },
    duplicate: () => void duplicateSample(),
  };
  useBenchKeys(bench, places.focusSearch, target !== null);
  return bench;
}

/** Dialogs, drawer and where the keyboard is. */
function useBenchPlaces(isWide: boolean) {
  const [dialog, setDialog] = useState<DialogState | null>(null);
  const [isNaming, setNaming] = useState(false);
  const [isDrawerOpen, setDrawerOpen] = useState(false);
  const [focusSignal, setFocusSignal] = useState(0);
  const [facetsSignal, setFacetsSignal] = useState(0);
  const [searchField, setSearchField] = useState<HTMLInputElement | null>(null);
  return {
    ...{
      dialog,
      setDialog,
      isNaming,
      setNaming,
      isDrawerOpen,
      setDrawerOpen,
      focusSignal,
      facetsSignal,
      setSearchField,
    },
    focusFacets: () => setFacetsSignal((signal) => signal + 1),
    focusTable: () => setFocusSignal((signal) => signal + 1),
    focusSearch: () => searchField?.focus(),
    openViewer: () => {
      if (isWide) document.querySelector<HTMLElement>('[data-pane="viewer"] [role="region"]')?.focus();
      else setDrawerOpen(true);
    },
  };
}

function useBenchKeys(bench: Bench, focusSearch: () => void, hasTarget: boolean): void {
  const { reading, checked, setChecked, sampleView, actions, setDialog, setSettings } = bench;
  const { position } = reading;
  usePageKeys({
    canWrite: bench.canWrite,
    hasTarget,
    hasSample: reading.sampleId !== null,
    hasChecked: checked.length > 0,
    search: focusSearch,
    facets: () => {
      setSettings({ hasFacets: true });
      bench.focusFacets();
    },
    move: bench.move,
    check: () => {
      if (position !== null) setChecked(togglePosition(checked, position));
    },
    checkAll: () => setChecked(withRange(NOTHING, [0, sampleView.view?.total ?? 0], true)),
    clear: () => setChecked(NOTHING),
    accept: () => actions.decide('include'),
    reject: () => actions.decide('exclude'),
    needsWork: actions.needsWork,
    undecide: () => actions.decide('undecided'),
    tag: () => bench.ask('tag', 'checked'),
    flag: () => bench.ask('flag', 'checked'),
    reference: () => setDialog({ kind: 'edit', focus: 'reference' }),
    edit: () => setDialog({ kind: 'edit', focus: 'title' }),
    duplicate: bench.duplicate,
    similar: () => setDialog({ kind: 'similar' }),
    create: () => setDialog({ kind: 'create' }),
    paste: () => setDialog({ kind: 'paste' }),
    saveView: () => bench.setNaming(true),
  });
}

/** Checked rows of the view on show; those of another view mean nothing. */
function useChecked(view: OpenView | null): readonly [Ranges, (ranges: Ranges) => void] {
  const selection = useAppStore((state) => state.selection);
  const selectionChanged = useAppStore((state) => state.selectionChanged);
  const checked = view !== null && selection?.viewId === view.viewId ? selection.ranges : NOTHING;
  return [
    checked,
    (ranges) => {
      if (view !== null) selectionChanged(ranges.length === 0 ? null : { viewId: view.viewId, ranges });
    },
  ];
}
