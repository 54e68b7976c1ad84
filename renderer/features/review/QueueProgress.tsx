import { useTranslation } from 'react-i18next';
import type { Output } from '../../data/methods.ts';
import { VerdictIcon } from '../../ui/VerdictIcon.tsx';
import classes from './review.module.css';

/** How far the queue is, as a bar and in words. */
export function QueueProgress({ counts }: { readonly counts: Output<'reviews.queue'> }) {
  const { t } = useTranslation('review');
  const { total, pending, accepted, needWork, rejected } = counts;
  if (total === 0) return null;
  const share = (n: number): string => `${(n / total) * 100}%`;
  const done = total - pending;
  return (
    <>
      <div className={classes.bar} role="img" aria-label={t('progress', { done, total })}>
        <span style={{ width: share(accepted), background: 'var(--ok-solid)' }} />
        <span style={{ width: share(needWork), background: 'var(--warn-solid)' }} />
        <span style={{ width: share(rejected), background: 'var(--err-solid)' }} />
      </div>
      <span className="label num">{t('progress', { done, total })}</span>
      <span className={classes.tally}>
        <VerdictIcon verdict="accept" size={12} /> {t('accepted', { count: accepted })}
      </span>
      <span className={classes.tally}>
        <VerdictIcon verdict="needs_work" size={12} /> {t('needWork', { count: needWork })}
      </span>
      <span className={classes.tally}>
        <VerdictIcon verdict="reject" size={12} /> {t('rejected', { count: rejected })}
      </span>
    </>
  );
}
