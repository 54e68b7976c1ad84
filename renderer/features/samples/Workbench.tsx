import { useEffect, useRef, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { usePaneSizes } from '../../data/use-pane-sizes.ts';
import { PaneLayout, type Pane } from '../../ui/PaneLayout.tsx';
import { FacetsPane } from './FacetsPane.tsx';
import { TablePane } from './TablePane.tsx';
import { useWorkbench, type Bench } from './use-workbench.ts';
import { Viewer } from './Viewer.tsx';
import { WorkbenchDialogs } from './WorkbenchDialogs.tsx';
import classes from './workbench.module.css';

type WorkbenchProps = { readonly total: number; readonly canWrite: boolean; readonly onImport: () => void };

/** Facets, table and trajectory; below 1280 the trajectory lies over the table. */
export function Workbench({ total, canWrite, onImport }: WorkbenchProps) {
  const bench = useWorkbench(total, canWrite);
  const panes = usePanes(bench, onImport);
  const sizes = usePaneSizes(`samples.${panes.map((pane) => pane.key).join('-')}`);
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || event.defaultPrevented || !(event.target instanceof Element)) return;
    if (event.target.closest('[data-pane="viewer"], [data-pane="facets"]') === null) return;
    bench.setDrawerOpen(false);
    bench.focusTable();
  }
  return (
    // Esc goes back to the table from the panes beside it.
    // eslint-disable-next-line jsx-a11y/no-static-element-interactions
    <div className={classes.workbench} onKeyDown={onKeyDown}>
      <PaneLayout key={panes.length} {...sizes} panes={panes} />
      {!bench.isWide && bench.isDrawerOpen ? <ViewerDrawer bench={bench} /> : null}
      <WorkbenchDialogs
        state={bench.dialog}
        sampleId={bench.reading.sampleId}
        canWrite={bench.canWrite}
        onClose={() => bench.setDialog(null)}
        onOpen={bench.reading.find}
        onMade={bench.made}
      />
    </div>
  );
}

function usePanes(bench: Bench, onImport: () => void): readonly Pane[] {
  const { t } = useTranslation('samples');
  const panes: Pane[] = [];
  if (bench.settings.hasFacets) {
    panes.push({
      key: 'facets',
      label: t('panes.facets'),
      size: '180px',
      min: '148px',
      max: '320px',
      children: <Facets bench={bench} />,
    });
  }
  panes.push({
    key: 'table',
    label: t('panes.table'),
    size: 1,
    min: '320px',
    children: <TablePane bench={bench} onImport={onImport} />,
  });
  if (bench.isWide) {
    panes.push({
      key: 'viewer',
      label: t('panes.viewer'),
      size: '544px',
      min: '400px',
      children: <BenchViewer bench={bench} />,
    });
  }
  return panes;
}

function Facets({ bench }: { readonly bench: Bench }) {
  const { settings, setSettings, filter } = bench;
  return (
    <FacetsPane
      filter={filter.applied}
      onFilter={filter.set}
      total={bench.total}
      folded={settings.foldedFacets}
      onFold={(foldedFacets) => setSettings({ foldedFacets: [...foldedFacets] })}
      onHide={() => setSettings({ hasFacets: false })}
      focusSignal={bench.facetsSignal}
    />
  );
}

function BenchViewer({ bench }: { readonly bench: Bench }) {
  function closeDrawer(): void {
    bench.setDrawerOpen(false);
    bench.focusTable();
  }
  return (
    <Viewer
      sampleId={bench.reading.sampleId}
      isOutside={bench.reading.isOutside}
      canWrite={bench.canWrite}
      actions={bench.ownActions}
      onMove={bench.move}
      onEdit={() => bench.setDialog({ kind: 'edit', focus: 'title' })}
      onEditReference={() => bench.setDialog({ kind: 'edit', focus: 'reference' })}
      onDuplicate={bench.duplicate}
      onSimilar={() => bench.setDialog({ kind: 'similar' })}
      onTag={() => bench.ask('tag', 'own')}
      onFlag={() => bench.ask('flag', 'own')}
      onClose={bench.isWide ? undefined : closeDrawer}
    />
  );
}

/**
 * Lies over the table and leaves it in reach: it is no dialog, so that J, K and the other keys go on working in it.
 */
function ViewerDrawer({ bench }: { readonly bench: Bench }) {
  const { t } = useTranslation('samples');
  const drawer = useRef<HTMLElement>(null);
  useEffect(() => drawer.current?.focus(), []);
  return (
    <section ref={drawer} className={classes.drawer} aria-label={t('panes.viewer')} data-pane="viewer" tabIndex={-1}>
      <BenchViewer bench={bench} />
    </section>
  );
}
