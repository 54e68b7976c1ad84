import { useTranslation } from 'react-i18next';
import type { Inspection } from '../../../../shared/contract/sources.ts';
import { formatCount } from '../../../i18n/format.ts';
import { markedText } from '../../../trace/visible-text.ts';
import { chosenCounts } from './file-state.ts';
import classes from './wizard.module.css';

type CheckCountsProps = { readonly inspection: Inspection; readonly isJoining: boolean };

/** What the records that were looked at come to, as numbers and as a bar. */
export function CheckCounts({ inspection, isJoining }: CheckCountsProps) {
  const { t } = useTranslation('collect');
  const { samples, attempts } = chosenCounts(inspection);
  const known = Math.min(inspection.known.samples, samples);
  const ready = samples - known;
  const joining = isJoining ? inspection.known.attemptsToJoin : 0;
  const stats = [
    { label: t('check.ready'), value: ready, isWarn: samples === 0 },
    { label: t('check.known'), value: known, isWarn: false },
    { label: t('check.quarantined'), value: inspection.refused, isWarn: inspection.refused > 0 },
    {
      label: joining > 0 ? t('check.attemptsJoin', { count: joining }) : t('check.attempts'),
      value: attempts,
      isWarn: false,
    },
  ];
  return (
    <section className={classes.counts} aria-label={markedText(inspection.name)}>
      <dl className={classes.countRow}>
        {stats.map(({ label, value, isWarn }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className={isWarn ? 'c-warn' : undefined}>{formatCount(value)}</dd>
          </div>
        ))}
      </dl>
      <div className={classes.countBar} aria-hidden>
        {ready > 0 ? <span data-part="ready" style={{ flexGrow: ready }} /> : null}
        {known > 0 ? <span data-part="known" style={{ flexGrow: known }} /> : null}
        {inspection.refused > 0 ? <span data-part="refused" style={{ flexGrow: inspection.refused }} /> : null}
      </div>
      <p className={classes.countNote}>
        {t(inspection.complete ? 'check.all' : 'check.head', { count: inspection.recordsRead })}
      </p>
    </section>
  );
}
