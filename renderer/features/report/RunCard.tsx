import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { Histogram } from '../../charts/Histogram.tsx';
import { useOpenSamples } from '../../data/navigation.ts';
import { useRpcQuery } from '../../data/use-rpc-query.ts';
import { formatPercent, formatScore } from '../../i18n/format.ts';
import { Note } from '../../ui/Badges.tsx';
import { Card } from '../../ui/Card.tsx';
import { ListStates, RowSkeleton } from '../../ui/ListStates.tsx';
import classes from './report.module.css';
import { inRun, type Run } from './runs.ts';

/** How the scores of one run spread. */
export function RunCard({ run }: { readonly run: Run }) {
  const { t } = useTranslation(['report', 'common']);
  const openSamples = useOpenSamples();
  const histogram = useRpcQuery('scores.histogram', { runId: run.id, part: null });
  const score = (value: number | null): string => (value === null ? t('common:states.none') : formatScore(value));
  const names = { grader: run.graderName, version: String(run.version) };
  return (
    <Card
      title={t('report:run.title', names)}
      actions={
        <Link href={`/graders?grader=${run.graderId}`} className={classes.link}>
          {t('report:run.openGrader')}
        </Link>
      }
    >
      <ListStates query={histogram} skeleton={<RowSkeleton rows={3} />}>
        {(data) => (
          <div className={classes.run}>
            <dl className={classes.numbers}>
              <div>
                <dt>{t('report:run.mean')}</dt>
                <dd>{score(data.mean)}</dd>
              </div>
              <div>
                <dt>{t('report:run.std')}</dt>
                <dd>{score(data.std)}</dd>
              </div>
              <div>
                <dt>{t('report:run.walls')}</dt>
                <dd>{data.scored === 0 ? t('common:states.none') : formatPercent(data.atWalls / data.scored)}</dd>
              </div>
            </dl>
            <div className={classes.chart}>
              {data.scored === 0 ? (
                <p className="t3">{t('report:run.none')}</p>
              ) : (
                <Histogram
                  bins={data.bins}
                  height={160}
                  label={t('report:run.chart', { ...names, scored: data.scored, mean: score(data.mean) })}
                  onBinClick={(index) => openSamples(inRun(data.bins[index]?.term ?? '', run.id))}
                />
              )}
              {data.skipped + data.errored > 0 ? (
                <p className="label t2">{t('report:run.unscored', { skipped: data.skipped, errored: data.errored })}</p>
              ) : null}
              {run.stale > 0 ? <Note tone="warn">{t('report:run.stale', { count: run.stale })}</Note> : null}
            </div>
          </div>
        )}
      </ListStates>
    </Card>
  );
}
