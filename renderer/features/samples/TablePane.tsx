import { ActionIcon, Button, VisuallyHidden } from '@mantine/core';
import { IconLayoutSidebarLeftExpand } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Delayed, ErrorState, RowSkeleton } from '../../ui/ListStates.tsx';
import { NoMatch } from './EmptySamples.tsx';
import { FilterChips } from './FilterChips.tsx';
import { FilterField } from './FilterField.tsx';
import { SamplesTable } from './SamplesTable.tsx';
import { SelectionBar } from './SelectionBar.tsx';
import { NOTHING } from './selection.ts';
import tableClasses from './table.module.css';
import { AddMenu, ColumnChooser, SortMenu } from './TableToolbar.tsx';
import { knownColumns, USUAL_SETTINGS } from './table-settings.ts';
import type { SampleView } from './use-sample-view.ts';
import type { Bench } from './use-workbench.ts';
import { ViewTabs, type SavedView } from './ViewTabs.tsx';
import classes from './workbench.module.css';

type TablePaneProps = { readonly bench: Bench; readonly onImport: () => void };

/** Saved views, search and the table with its bulk bar. */
export function TablePane({ bench, onImport }: TablePaneProps) {
  const { filter, checked, canWrite } = bench;
  return (
    <div className={classes.pane}>
      <ViewsBar bench={bench} />
      <ToolbarRow bench={bench} onImport={onImport} />
      <FilterChips filter={filter.applied} onFilter={filter.set} />
      <DriftStrip sampleView={bench.sampleView} />
      <TableBody bench={bench} />
      <SelectionBar
        count={checked.reduce((sum, [from, to]) => sum + to - from, 0)}
        actions={bench.actions}
        canWrite={canWrite}
        onTag={() => bench.ask('tag', 'checked')}
        onFlag={() => bench.ask('flag', 'checked')}
        onClear={() => bench.setChecked(NOTHING)}
      />
    </div>
  );
}

function ViewsBar({ bench }: { readonly bench: Bench }) {
  const { t } = useTranslation('samples');
  const { filter, settings, setSettings } = bench;
  function pick(view: SavedView | null): void {
    filter.set(view?.filter ?? '');
    setSettings(
      view === null ? { sort: USUAL_SETTINGS.sort } : { sort: view.sort, columns: [...knownColumns(view.columns)] },
    );
    bench.setActiveView(view?.id ?? null);
  }
  return (
    <div className={classes.views}>
      {settings.hasFacets ? null : (
        <>
          <VisuallyHidden component="h1">{t('title')}</VisuallyHidden>
          <ActionIcon size={24} aria-label={t('facets.show')} onClick={() => setSettings({ hasFacets: true })}>
            <IconLayoutSidebarLeftExpand size={14} aria-hidden />
          </ActionIcon>
        </>
      )}
      <ViewTabs
        current={{ filter: filter.applied, sort: settings.sort, columns: knownColumns(settings.columns) }}
        activeId={bench.activeView}
        canWrite={bench.canWrite}
        total={bench.total}
        isNaming={bench.isNaming}
        onNaming={bench.setNaming}
        onPick={pick}
      />
    </div>
  );
}

function ToolbarRow({ bench, onImport }: TablePaneProps) {
  const { t } = useTranslation('samples');
  const { filter, settings, setSettings, setDialog, setSearchField, canWrite } = bench;
  const [hasChooser, setChooser] = useState(false);
  return (
    <div className={classes.toolbar} role="group" aria-label={t('table.toolbar')}>
      <FilterField ref={setSearchField} filter={filter.text} onFilter={filter.set} />
      <SortMenu sort={settings.sort} onSort={(sort) => setSettings({ sort })} />
      <ColumnChooser
        columns={settings.columns}
        isOpen={hasChooser}
        onOpen={setChooser}
        onColumns={(columns) => setSettings({ columns: [...columns] })}
      />
      {canWrite ? (
        <AddMenu
          onCreate={() => setDialog({ kind: 'create' })}
          onPaste={() => setDialog({ kind: 'paste' })}
          onImport={onImport}
        />
      ) : null}
    </div>
  );
}

/** The list does not move under the reader's hands: it says what changed and waits to be asked. */
function DriftStrip({ sampleView }: { readonly sampleView: SampleView }) {
  const { t } = useTranslation('samples');
  const { gone, added } = sampleView.drift;
  if (gone + added === 0) return null;
  const parts = [
    ...(gone === 0 ? [] : [t('table.drift', { count: gone })]),
    ...(added === 0 ? [] : [t('table.added', { count: added })]),
  ];
  return (
    <div className={tableClasses.drift} role="status">
      <span>{parts.join(', ')}</span>
      <Button size="xs" variant="subtle" onClick={sampleView.refresh}>
        {t('table.refresh')}
      </Button>
    </div>
  );
}

function TableBody({ bench }: { readonly bench: Bench }) {
  const { sampleView, filter, settings, setSettings, reading } = bench;
  const { view, error } = sampleView;
  if (error !== null) return <ErrorState error={error} onRetry={sampleView.refresh} />;
  if (view === null) {
    return (
      <Delayed>
        <RowSkeleton rows={14} />
      </Delayed>
    );
  }
  if (view.total === 0) return <NoMatch filter={filter.applied} onFilter={filter.set} />;
  return (
    <SamplesTable
      key={view.viewId}
      view={view}
      columnIds={knownColumns(settings.columns)}
      sort={settings.sort}
      onSort={(sort) => setSettings({ sort })}
      focus={reading.position}
      focusSignal={bench.focusSignal}
      onFocus={reading.moveTo}
      onOpen={bench.openViewer}
      onOutdated={sampleView.refresh}
      checked={bench.checked}
      onCheck={bench.setChecked}
    />
  );
}
