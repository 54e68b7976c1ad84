import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePaneSizes } from '../../data/use-pane-sizes.ts';
import { useProject } from '../../data/use-project.ts';
import { useRpcQuery } from '../../data/use-rpc-query.ts';
import { Delayed, ListStates, RowSkeleton } from '../../ui/ListStates.tsx';
import { Page, PageHead } from '../../ui/PageHead.tsx';
import { PaneLayout } from '../../ui/PaneLayout.tsx';
import { ActionBar } from './ActionBar.tsx';
import { ClusterList } from './ClusterList.tsx';
import { Compare } from './Compare.tsx';
import { ControlStrip, type Overview } from './ControlStrip.tsx';
import { MemberStrip } from './MemberStrip.tsx';
import { RemoveAll } from './RemoveAll.tsx';
import { NeverScanned, Notices, NothingWaits } from './ScanStates.tsx';
import type { Shown } from './settings.ts';
import { useClusters, type Clusters } from './use-clusters.ts';
import { useDecide, type Decide } from './use-decide.ts';
import { useDuplicateCommands } from './use-duplicate-commands.ts';
import { useScan } from './use-scan.ts';
import { useSettings, type Settings } from './use-settings.ts';

/** Samples that are much alike as clusters: keep one, keep all, or say they are none. Everything can be undone. */
export function DuplicatesPage() {
  const { t } = useTranslation('duplicates');
  const stored = useRpcQuery('settings.project', {});
  return (
    <Page>
      {stored.data === undefined ? <PageHead title={t('title')} /> : null}
      {/* What counts as a duplicate is remembered there: without it the usual would flash up. */}
      <ListStates query={stored}>{() => <Duplicates />}</ListStates>
    </Page>
  );
}

function Duplicates() {
  const { t } = useTranslation('duplicates');
  const canWrite = useProject()?.readOnly === false;
  const settings = useSettings();
  const [shown, setShown] = useState<Shown>('all');
  const [isRemoving, setRemoving] = useState(false);
  const overview = useRpcQuery('duplicates.overview', { setup: settings.asked }, { keepPrevious: true });
  const clusters = useClusters(settings, shown);
  const decide = useDecide(settings, shown, clusters.open, canWrite);
  const scan = useScan(settings.setup.scope);
  const { data } = overview;
  const isOld = !settings.isSettled || overview.isPlaceholderData;
  useDuplicateCommands({ clusters, decide, canWrite, scan, onRemove: () => setRemoving(true) });
  return (
    <>
      <PageHead title={t('title')} fact={data === undefined ? undefined : <Fact overview={data} />}>
        {canWrite && data !== undefined ? (
          <>
            {isNever(data) && shown !== 'exact' ? null : (
              <Button
                disabled={scan.isRunning}
                leftSection={<IconRefresh size={14} aria-hidden />}
                onClick={scan.start}
              >
                {t(isNever(data) ? 'actions.find' : 'actions.recompute')}
              </Button>
            )}
            <RemoveAll
              overview={data}
              shown={shown}
              settings={settings}
              decide={decide}
              isOff={isOld}
              isOpen={isRemoving}
              onOpen={setRemoving}
            />
          </>
        ) : null}
      </PageHead>
      <ControlStrip shown={shown} onShown={setShown} settings={settings} overview={data} isOld={isOld} />
      <Notices overview={data} scan={scan} canWrite={canWrite} />
      <ListStates query={overview}>
        {(found) =>
          isNever(found) && shown !== 'exact' ? (
            <NeverScanned
              exact={found.counts.exact}
              scan={scan}
              canWrite={canWrite}
              onShowExact={() => setShown('exact')}
            />
          ) : (
            <Found
              overview={found}
              shown={shown}
              clusters={clusters}
              settings={settings}
              decide={decide}
              canWrite={canWrite}
            />
          )
        }
      </ListStates>
    </>
  );
}

function isNever(overview: Overview): boolean {
  return overview.near === null && overview.semantic === null;
}

function Fact({ overview }: { readonly overview: Overview }) {
  const { t } = useTranslation('duplicates');
  return t('fact', { count: overview.clusters, held: overview.inClusters, samples: overview.samples });
}

type FoundProps = {
  readonly overview: Overview;
  readonly shown: Shown;
  readonly clusters: Clusters;
  readonly settings: Settings;
  readonly decide: Decide;
  readonly canWrite: boolean;
};

function Found({ overview, shown, clusters, settings, decide, canWrite }: FoundProps) {
  return (
    <ListStates
      query={clusters.query}
      isEmpty={(data) => data.rows.length === 0}
      empty={<NothingWaits shown={shown} settled={overview.settled} />}
    >
      {() => <Panes clusters={clusters} settings={settings} overview={overview} decide={decide} canWrite={canWrite} />}
    </ListStates>
  );
}

function Panes({ clusters, settings, overview, decide, canWrite }: Omit<FoundProps, 'shown'>) {
  const { t } = useTranslation('duplicates');
  const { open } = clusters;
  return (
    <PaneLayout
      {...usePaneSizes('duplicates')}
      panes={[
        {
          key: 'groups',
          label: t('panes.clusters'),
          size: '276px',
          min: '180px',
          children: <ClusterList clusters={clusters} settings={settings} />,
        },
        {
          key: 'compare',
          label: t('panes.compare'),
          size: 1,
          children:
            open === null ? (
              <Delayed>
                <RowSkeleton rows={8} />
              </Delayed>
            ) : (
              <>
                <MemberStrip open={open} clusters={clusters} canWrite={canWrite} />
                <Compare
                  open={open}
                  semantic={overview.semantic}
                  canWrite={canWrite}
                  onMakeKeeper={clusters.makeKeeper}
                />
                <ActionBar open={open} decide={decide} canWrite={canWrite} />
              </>
            ),
        },
      ]}
    />
  );
}
