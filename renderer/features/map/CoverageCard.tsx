import { UnstyledButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { SimilarScope } from '../../../shared/model/similar.ts';
import { ChartFrame } from '../../charts/ChartFrame.tsx';
import type { Output } from '../../data/methods.ts';
import { useRpcQuery } from '../../data/use-rpc-query.ts';
import { formatCount } from '../../i18n/format.ts';
import { VisibleText } from '../../trace/VisibleText.tsx';
import { Card } from '../../ui/Card.tsx';
import { ListStates } from '../../ui/ListStates.tsx';
import { idsWhere, type MapData, type Selection } from './use-map.ts';
import classes from './map.module.css';

type Coverage = NonNullable<Output<'map.coverage'>>;
type CoverageCardProps = { readonly scope: SimilarScope; readonly data: MapData; readonly selection: Selection };

/** How many clusters the included samples touch as they are added: where the curve is flat, more of the same adds nothing. */
export function CoverageCard({ scope, data, selection }: CoverageCardProps) {
  const { t } = useTranslation('map');
  const query = useRpcQuery('map.coverage', { scope });
  return (
    <Card title={t('coverage.title')} className={classes.card}>
      <div className={classes.cardBody}>
        <ListStates query={query}>
          {(coverage) =>
            coverage === null ? null : (
              <>
                <p className={`meta ${classes.line ?? ''}`}>
                  {t(coverage.basis === 'all' ? 'coverage.basisAll' : 'coverage.basisProduction', {
                    clusters: formatCount(coverage.clusters),
                  })}
                </p>
                {coverage.included === 0 ? (
                  <p className={classes.line}>{t('coverage.none')}</p>
                ) : (
                  <CoverageChart coverage={coverage} />
                )}
                {coverage.notOnMap === 0 ? null : (
                  <p className={`meta ${classes.line ?? ''}`}>{t('coverage.notOnMap', { count: coverage.notOnMap })}</p>
                )}
                {coverage.included === 0 ? null : <Untouched coverage={coverage} data={data} selection={selection} />}
              </>
            )
          }
        </ListStates>
      </div>
    </Card>
  );
}

function CoverageChart({ coverage }: { readonly coverage: Coverage }) {
  const { t } = useTranslation('map');
  const { steps, clusters, included } = coverage;
  const touched = steps.at(-1)?.touched ?? 0;
  const enough = steps.find((step) => step.touched === touched)?.samples ?? 0;
  const numbers = {
    included: formatCount(included),
    touched: formatCount(touched),
    clusters: formatCount(clusters),
    enough: formatCount(enough),
  };
  const label = enough === included ? t('coverage.labelStill', numbers) : t('coverage.label', numbers);
  const table = {
    head: [t('coverage.samples'), t('coverage.touched')],
    rows: steps.map((step) => [formatCount(step.samples), formatCount(step.touched)]),
  };
  return (
    <>
      <p className={classes.line}>{label}</p>
      <ChartFrame label={label} table={table}>
        <svg className={classes.curve} viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden>
          <line x1="0" x2="100" y1="0" y2="0" className={classes.limit} vectorEffect="non-scaling-stroke" />
          <path d={curveOf(coverage)} className={classes.curveLine} vectorEffect="non-scaling-stroke" />
        </svg>
        <div className={classes.axis} aria-hidden>
          <span>0</span>
          <span>{t('coverage.samples')}</span>
          <span>{formatCount(included)}</span>
        </div>
      </ChartFrame>
    </>
  );
}

/** A stair: it rises where a sample touches another cluster. The top is all clusters. */
function curveOf({ steps, clusters, included }: Coverage): string {
  const x = (samples: number): number => (100 * samples) / Math.max(1, included);
  const y = (touched: number): number => 100 - (100 * touched) / Math.max(1, clusters);
  return steps.reduce((path, { samples, touched }) => `${path} H${x(samples)} V${y(touched)}`, 'M0,100');
}

function Untouched({ coverage, data, selection }: { coverage: Coverage; data: MapData; selection: Selection }) {
  const { t } = useTranslation('map');
  if (coverage.untouched.length === 0) return <p className={classes.line}>{t('coverage.allTouched')}</p>;
  return (
    <>
      <h3 className={`label t3 ${classes.line ?? ''}`}>{t('coverage.untouched')}</h3>
      <ul className={classes.legend} aria-label={t('coverage.untouched')}>
        {coverage.untouched.map(({ cluster, title, samples }) => {
          const ids = idsWhere(data, 'cluster', cluster);
          const name = title === '' ? t('untitled') : title;
          return (
            <li key={cluster}>
              <UnstyledButton
                className={classes.entry}
                aria-pressed={ids.length > 0 && ids.every((id) => selection.ids.has(id))}
                aria-label={t('coverage.selectCluster', { title: name, count: samples })}
                onClick={() => selection.toggle(ids)}
              >
                <span className={classes.hollow} aria-hidden />
                <span className="ell" dir="auto">
                  <VisibleText text={name} />
                </span>
                <span className="num t2">{formatCount(samples)}</span>
              </UnstyledButton>
            </li>
          );
        })}
      </ul>
    </>
  );
}
