import { Button, NumberInput, SegmentedControl, Select } from '@mantine/core';
import { IconMap2, IconRefresh } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ChartFrame } from '../../charts/ChartFrame.tsx';
import { useJob, type UseJob } from '../../data/use-job.ts';
import { usePaneSizes } from '../../data/use-pane-sizes.ts';
import { useProject } from '../../data/use-project.ts';
import { formatCount, formatPercent } from '../../i18n/format.ts';
import { useCommands } from '../../state/commands.tsx';
import { Note } from '../../ui/Badges.tsx';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ListStates } from '../../ui/ListStates.tsx';
import { Page, PageHead } from '../../ui/PageHead.tsx';
import { PaneLayout } from '../../ui/PaneLayout.tsx';
import { CoverageCard } from './CoverageCard.tsx';
import { Legend } from './Legend.tsx';
import { MapCanvas } from './MapCanvas.tsx';
import { SelectionCard } from './SelectionCard.tsx';
import { SCOPES, useMapView, useSelection, type MapData, type Selection } from './use-map.ts';
import classes from './map.module.css';

type View = ReturnType<typeof useMapView>;

/** All samples laid out by what they mean, and how much of the traffic the included ones cover. */
export function MapPage() {
  const { t } = useTranslation('map');
  const view = useMapView();
  const canWrite = useProject()?.readOnly === false;
  const job = useJob('map.make');
  const [seed, setSeed] = useState<number | null>(null);
  const data = view.query.data ?? null;
  const make = (): void => void job.start({ scope: view.scope, seed: seed ?? data?.seed ?? 1 });
  const canMake = canWrite && !job.isRunning;
  useCommands(
    useMemo(
      () => [
        { id: 'map.make', titleKey: 'map:commands.make' as const, icon: IconMap2, when: () => canMake, run: make },
      ],
      // eslint-disable-next-line react-hooks/exhaustive-deps -- what it does follows from these
      [canMake, view.scope, seed, data?.seed],
    ),
  );
  return (
    <Page isTinted>
      <PageHead title={t('title')} fact={data === null ? undefined : <Fact data={data} />}>
        <SegmentedControl
          aria-label={t('scope')}
          value={view.scope}
          onChange={view.setScope}
          data={SCOPES.map((value) => ({ value, label: t(`scopes.${value}`) }))}
        />
        <MakeButton job={job} hasMap={data !== null} canMake={canMake} canWrite={canWrite} onMake={make} />
      </PageHead>
      <ListStates query={view.query}>
        {(shown) =>
          shown === null ? (
            <EmptyState icon={<IconMap2 size={20} />} title={t('emptyTitle')} text={t('emptyText')}>
              <SeedField value={seed ?? 1} onChange={setSeed} />
              <MakeButton job={job} hasMap={false} canMake={canMake} canWrite={canWrite} onMake={make} isMain />
            </EmptyState>
          ) : (
            <Content data={shown} view={view} canWrite={canWrite} seed={seed} onSeed={setSeed} />
          )
        }
      </ListStates>
    </Page>
  );
}

function Fact({ data }: { readonly data: MapData }) {
  const { t } = useTranslation('map');
  const numbers = {
    samples: formatCount(data.samples),
    total: formatCount(data.total),
    clusters: formatCount(data.clusters.length),
  };
  return <>{data.samples < data.total ? t('factPart', numbers) : t('fact', numbers)}</>;
}

function SeedField({ value, onChange }: { readonly value: number; readonly onChange: (seed: number) => void }) {
  const { t } = useTranslation('map');
  return (
    <NumberInput
      label={t('seed')}
      className={classes.seed}
      min={0}
      max={2_147_483_647}
      allowDecimal={false}
      value={value}
      onChange={(next) => {
        if (typeof next === 'number') onChange(next);
      }}
    />
  );
}

type MakeProps = {
  readonly job: UseJob<'map.make'>;
  readonly hasMap: boolean;
  readonly canMake: boolean;
  readonly canWrite: boolean;
  readonly isMain?: boolean;
  readonly onMake: () => void;
};

/** Says how far it is, and stops it. */
function MakeButton({ job, hasMap, canMake, canWrite, isMain = false, onMake }: MakeProps) {
  const { t } = useTranslation('map');
  if (job.isRunning)
    return (
      <>
        <span className="meta t2" role="status">
          {job.share === null ? t('making') : t('makingShare', { share: formatPercent(job.share) })}
        </span>
        <Button onClick={job.cancel}>{t('cancel')}</Button>
      </>
    );
  // Without a map the button stands in the middle of the page.
  if (!hasMap && !isMain) return null;
  return (
    <Button
      variant={isMain ? 'filled' : 'default'}
      disabled={!canMake}
      title={canWrite ? undefined : t('readOnly')}
      leftSection={hasMap ? <IconRefresh size={14} aria-hidden /> : <IconMap2 size={14} aria-hidden />}
      onClick={onMake}
    >
      {hasMap ? t('makeAgain') : t('make')}
    </Button>
  );
}

type ContentProps = {
  readonly data: MapData;
  readonly view: View;
  readonly canWrite: boolean;
  readonly seed: number | null;
  readonly onSeed: (seed: number) => void;
};

function Content({ data, view, canWrite, seed, onSeed }: ContentProps) {
  const { t } = useTranslation('map');
  const selection = useSelection(data);
  return (
    <PaneLayout
      {...usePaneSizes('map')}
      panes={[
        {
          key: 'map',
          label: t('panes.map'),
          size: 1,
          children: (
            <div className={classes.main}>
              {data.stale ? (
                <Note tone="warn">{data.changed > 0 ? t('stale', { count: data.changed }) : t('staleBasis')}</Note>
              ) : null}
              <MapChart data={data} view={view} selection={selection} />
              <p className={`meta ${classes.line ?? ''}`}>{t('hint')}</p>
              <Methods data={data} />
            </div>
          ),
        },
        {
          key: 'panel',
          label: t('panes.panel'),
          size: '344px',
          min: '280px',
          children: (
            <div className={classes.panel}>
              <SelectionCard data={data} selection={selection} canWrite={canWrite} />
              <Card title={t('colour')} className={classes.card}>
                <div className={classes.cardBody}>
                  <ColourField view={view} />
                  <Legend data={data} selection={selection} />
                </div>
              </Card>
              <CoverageCard scope={view.scope} data={data} selection={selection} />
              <SeedField value={seed ?? data.seed} onChange={onSeed} />
            </div>
          ),
        },
      ]}
    />
  );
}

function MapChart({ data, view, selection }: { data: MapData; view: View; selection: Selection }) {
  const { t } = useTranslation('map');
  const colour = view.facets.find(({ key }) => key === view.colour)?.title ?? t('byCluster');
  const label = t('label', {
    samples: formatCount(data.points.ids.length),
    clusters: formatCount(data.clusters.length),
    colour,
    selected: formatCount(selection.ids.size),
  });
  const table = {
    head: [t('table.cluster'), t('table.samples'), t('table.production'), t('table.included')],
    rows: data.clusters.map(({ title, samples, production, included }) => [
      title === '' ? t('untitled') : title,
      formatCount(samples),
      formatCount(production),
      formatCount(included),
    ]),
  };
  return (
    <div className={classes.chart}>
      <ChartFrame label={t('panes.map')} table={table}>
        <MapCanvas data={data} selection={selection} label={label} />
      </ChartFrame>
    </div>
  );
}

function ColourField({ view }: { readonly view: View }) {
  const { t } = useTranslation('map');
  return (
    <Select
      aria-label={t('colour')}
      allowDeselect={false}
      data={[
        { value: '', label: t('byCluster') },
        ...view.facets.map(({ key, title }) => ({ value: key, label: title })),
      ]}
      value={view.colour ?? ''}
      onChange={(key) => view.setColour(key === '' ? null : key)}
    />
  );
}

/** How samples of each language were compared. */
function Methods({ data }: { readonly data: MapData }) {
  const { t } = useTranslation('map');
  const how = data.embedders.map(({ embedder, count }) =>
    t(`methods.${embedder}`, { count, samples: formatCount(count) }),
  );
  return <p className={`meta ${classes.line ?? ''}`}>{t('methodLine', { how: how.join(', ') })}</p>;
}
