import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { samplesHref } from '../../data/navigation.ts';
import { useRpcQuery } from '../../data/use-rpc-query.ts';
import { formatCount } from '../../i18n/format.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ListStates } from '../../ui/ListStates.tsx';
import { VisibleText } from '../../trace/VisibleText.tsx';
import classes from './results.module.css';
import { reasonTerm, type Run } from './run-view.ts';
import { NotScored } from './ScoreSummary.tsx';

/** Why attempts of the latest run have no score, most frequent first. */
export function OutputList({ run, isLoaded }: { readonly run: Run | null; readonly isLoaded: boolean }) {
  const { t } = useTranslation('graders');
  if (run === null) return isLoaded ? <EmptyState title={t('output.notRun')} text={t('results.noneText')} /> : null;
  return <Reasons run={run} />;
}

function Reasons({ run }: { readonly run: Run }) {
  const { t } = useTranslation('graders');
  const query = useRpcQuery('scores.reasons', { runId: run.id });
  return (
    <ListStates
      query={query}
      isEmpty={(reasons) => reasons.length === 0}
      empty={<EmptyState title={t('output.none')} text={t('output.noneText', { version: run.version })} />}
    >
      {(reasons) => (
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{t('output.state')}</th>
              <th scope="col">{t('output.reason')}</th>
              <th scope="col" data-end>
                {t('output.count')}
              </th>
              <td />
            </tr>
          </thead>
          <tbody>
            {reasons.map((row) => {
              const reason = row.reason === '' ? t('output.noReason') : row.reason;
              return (
                <tr key={`${row.state} ${row.reason}`}>
                  <td>
                    <NotScored part={row} />
                  </td>
                  <td className={classes.reason}>
                    <VisibleText text={reason} />
                  </td>
                  <td data-end>{formatCount(row.count)}</td>
                  <td data-end>
                    <Link
                      href={samplesHref(reasonTerm(row, run.id))}
                      aria-label={t('output.openLabel', { count: row.count, reason })}
                    >
                      {t('output.open')}
                    </Link>
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      )}
    </ListStates>
  );
}
