import { useTranslation } from 'react-i18next';
import type { RepairAction } from '../../../../shared/model/source.ts';
import type { RpcQueryResult } from '../../../data/use-rpc-query.ts';
import { Note } from '../../../ui/Badges.tsx';
import { ErrorState, RowSkeleton } from '../../../ui/ListStates.tsx';
import { SampleView } from '../wizard/SamplePreview.tsx';
import classes from './repair.module.css';

type RepairPreviewProps = {
  readonly preview: RpcQueryResult<'sources.repairPreview'>;
  readonly action: RepairAction;
  /** Why saving did not work. */
  readonly failure: string | null;
};

/** What would come of the record as its text stands: a sample, or the reason why none does. */
export function RepairPreview({ preview, action, failure }: RepairPreviewProps) {
  const { t } = useTranslation('collect');
  const { data, error } = preview;
  const sample = data?.samples[0];
  return (
    <section className={classes.preview} aria-label={t('repair.preview')}>
      <h3 className={classes.previewTitle}>
        {t('repair.preview')}
        {data !== undefined && data.samples.length > 1 ? (
          <span className="label t3">{t('repair.more', { count: data.samples.length - 1 })}</span>
        ) : null}
      </h3>
      <div className={classes.previewBody}>
        {error !== null ? <ErrorState error={error} onRetry={() => void preview.refetch()} /> : null}
        {error === null && data === undefined ? <RowSkeleton rows={4} /> : null}
        {failure === null ? null : <Note tone="err">{failure}</Note>}
        {data === undefined || data.problem === null || failure !== null ? null : (
          <div role="status">
            <Note tone="err">{data.problem}</Note>
          </div>
        )}
        {action === 'skip' && data?.problem === null ? <Note>{t('repair.hints.skip')}</Note> : null}
        {sample === undefined ? null : <SampleView key={JSON.stringify(sample).length} sample={sample} />}
      </div>
    </section>
  );
}
