import { Button } from '@mantine/core';
import { IconActivity, IconRefresh } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Likeness } from '../../../../shared/model/likeness.ts';
import type { Output } from '../../../data/methods.ts';
import { useProject } from '../../../data/use-project.ts';
import { useRpcQuery } from '../../../data/use-rpc-query.ts';
import { formatMoment, formatPercent } from '../../../i18n/format.ts';
import { useCommands } from '../../../state/commands.tsx';
import { markedText } from '../../../trace/visible-text.ts';
import { Note, ToneBadge } from '../../../ui/Badges.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ListStates } from '../../../ui/ListStates.tsx';
import { DriftStrip } from './DriftStrip.tsx';
import { FacetCard } from './FacetCard.tsx';
import classes from './likeness.module.css';
import { formatDrift } from './likeness-text.ts';
import { MissingCard } from './MissingCard.tsx';
import { NumberCard } from './NumberCard.tsx';
import { ProductionDialog } from './ProductionDialog.tsx';
import { TextCard } from './TextCard.tsx';
import { useLikeness, type LikenessState } from './use-likeness.ts';

type Props = {
  /** The curated set as a filter; null for the included samples. */
  readonly filter: string | null;
  /** The set as it would be after sampling; null while nothing is previewed or too many samples to name. */
  readonly afterFilter: string | null;
};

/** Production against the curated set. */
export function LikenessCards({ filter, afterFilter }: Props) {
  const { t } = useTranslation('likeness');
  const canWrite = useProject()?.readOnly === false;
  const state = useLikeness(filter);
  const [isChoosing, setChoosing] = useState(false);
  const { measure, job } = state;
  const hasProduction = (state.query.data?.production.length ?? 0) > 0;
  useCommands(
    useMemo(
      () => [
        {
          id: 'likeness.measure',
          titleKey: 'likeness:commands.measure' as const,
          icon: IconRefresh,
          when: () => hasProduction && !job.isRunning,
          run: () => measure(),
        },
        {
          id: 'likeness.sources',
          titleKey: 'likeness:commands.sources' as const,
          icon: IconActivity,
          when: () => canWrite,
          run: () => setChoosing(true),
        },
      ],
      [hasProduction, job.isRunning, measure, canWrite],
    ),
  );
  return (
    <div className={classes.root}>
      <ListStates query={state.query}>
        {(sets) =>
          sets.production.length === 0 ? (
            <EmptyState icon={<IconActivity size={24} stroke={1.9} />} title={t('none.title')} text={t('none.text')}>
              <Button disabled={!canWrite} onClick={() => setChoosing(true)}>
                {t('none.choose')}
              </Button>
            </EmptyState>
          ) : (
            <Compared
              sets={sets}
              state={state}
              afterFilter={afterFilter}
              canWrite={canWrite}
              onChoose={() => setChoosing(true)}
            />
          )
        }
      </ListStates>
      {isChoosing ? <ProductionDialog canWrite={canWrite} onClose={() => setChoosing(false)} /> : null}
    </div>
  );
}

type ComparedProps = {
  readonly sets: Output<'likeness.compare'>;
  readonly state: LikenessState;
  readonly afterFilter: string | null;
  readonly canWrite: boolean;
  readonly onChoose: () => void;
};

function Compared({ sets, state, afterFilter, canWrite, onChoose }: ComparedProps) {
  const after = useRpcQuery('likeness.quick', afterFilter === null ? null : { filter: afterFilter }, {
    keepPrevious: true,
  });
  // A project that is read-only keeps no result; the job has it.
  const result = sets.result ?? state.job.result;
  const profiles = sets.production.filter((source) => source.kept === 'profile');
  return (
    <>
      <Notes sets={sets} result={result} profiles={profiles.map((source) => markedText(source.name))} />
      {result === null ? null : (
        <DriftStrip result={result} isStale={sets.isStale} after={afterFilter === null ? null : (after.data ?? null)} />
      )}
      <MeasureRow sets={sets} state={state} canWrite={canWrite} onChoose={onChoose} />
      {result === null ? null : <Cards result={result} sets={sets} state={state} canWrite={canWrite} />}
    </>
  );
}

type NotesProps = {
  readonly sets: Output<'likeness.compare'>;
  readonly result: Likeness | null;
  readonly profiles: readonly string[];
};

function Notes({ sets, result, profiles }: NotesProps) {
  const { t } = useTranslation('likeness');
  const drift = result?.drift ?? null;
  return (
    <>
      {sets.curated === 0 ? (
        <Note tone="warn">{t('noCurated')}</Note>
      ) : !sets.isIncluded && sets.filter.startsWith('-decision') ? (
        <Note>{t('fallback')}</Note>
      ) : null}
      {profiles.length > 0 ? <Note>{t('profileOnly', { sources: profiles.join(', ') })}</Note> : null}
      {drift?.isWide === true ? (
        <Note>{t('wideText', { low: formatDrift(drift.low), high: formatDrift(drift.high) })}</Note>
      ) : null}
    </>
  );
}

function MeasureRow({ sets, state, onChoose }: Omit<ComparedProps, 'afterFilter'>) {
  const { t } = useTranslation('likeness');
  const { job, measure } = state;
  const failed = job.job?.state === 'failed' ? job.job.error : null;
  return (
    <>
      {failed === null ? null : <Note tone="err">{t('failed', { reason: failed.message })}</Note>}
      <div className={classes.legend}>
        <span className={classes.keys}>
          <i className={classes.keyProduction} aria-hidden />
          {t('legend.production')}
          <i className={classes.keyCurated} aria-hidden />
          {t('legend.curated')}
        </span>
        {sets.isStale && !job.isRunning ? <ToneBadge tone="warn">{t('stale')}</ToneBadge> : null}
        {job.isRunning ? (
          <>
            <ToneBadge tone="accent">
              {job.share === null ? t('measuring') : t('measuringShare', { percent: formatPercent(job.share) })}
            </ToneBadge>
            <Button size="compact-xs" variant="subtle" onClick={job.cancel}>
              {t('cancel')}
            </Button>
          </>
        ) : (
          <Button
            size="compact-xs"
            variant="subtle"
            title={sets.measuredAt === null ? undefined : t('measuredAt', { when: formatMoment(sets.measuredAt) })}
            disabled={sets.curated === 0}
            onClick={() => measure()}
          >
            {sets.result === null ? t('measure') : t('again')}
          </Button>
        )}
        <Button size="compact-xs" variant="subtle" onClick={onChoose}>
          {t('sources')}
        </Button>
        <span className={classes.spacer} />
        <span className="meta t3">{t('legend.right')}</span>
      </div>
    </>
  );
}

type CardsProps = {
  readonly result: Likeness;
  readonly sets: Output<'likeness.compare'>;
  readonly state: LikenessState;
  readonly canWrite: boolean;
};

function Cards({ result, sets, state, canWrite }: CardsProps) {
  const { t } = useTranslation('likeness');
  const gated = result.facets.filter((facet) => facet.isGated && facet.values.length > 0);
  const others = result.facets.filter((facet) => !facet.isGated && facet.values.length > 0);
  const numbers = result.numbers.filter((measure) => measure.bins.length > 0);
  return (
    <div className={classes.cards} data-stale={sets.isStale || undefined}>
      <div className={classes.grid}>
        {gated.map((facet) => (
          <FacetCard key={facet.key} facet={facet} filter={sets.filter} />
        ))}
        <TextCard text={result.text} canRun={!state.job.isRunning} onCompare={() => state.measure(true)} />
      </div>
      <MissingCard cells={result.missing} filter={sets.filter} canWrite={canWrite} />
      {numbers.length === 0 ? null : (
        <>
          <h2 className={classes.head}>{t('numbers.title')}</h2>
          <div className={classes.grid}>
            {numbers.map((measure) => (
              <NumberCard key={measure.key} measure={measure} filter={sets.filter} />
            ))}
          </div>
        </>
      )}
      {others.length === 0 ? null : (
        <>
          <div>
            <h2 className={classes.head}>{t('others.title')}</h2>
            <p className="meta t3">{t('others.text')}</p>
          </div>
          <div className={classes.grid}>
            {others.map((facet) => (
              <FacetCard key={facet.key} facet={facet} filter={sets.filter} />
            ))}
          </div>
        </>
      )}
    </div>
  );
}
