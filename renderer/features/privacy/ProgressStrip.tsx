import { Button, Progress } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { shareOf } from '../../data/use-job.ts';
import { Note } from '../../ui/Badges.tsx';
import classes from './privacy.module.css';
import { privacyJobKind, type PrivacyJobs } from './use-privacy-jobs.ts';

const WORDS = {
  'privacy.scan': 'progress.scan',
  'privacy.mask': 'progress.mask',
  'privacy.unmask': 'progress.unmask',
  'privacy.purge': 'progress.purge',
} as const;

/** The job about personal data that runs, how far it is, and the way to stop it; why the last one stopped. */
export function ProgressStrip({ jobs }: { readonly jobs: PrivacyJobs }) {
  const { t } = useTranslation('privacy');
  const { running, failure } = jobs;
  const kind = running === null ? null : privacyJobKind(running);
  if (running === null || kind === null) {
    return failure === null ? null : (
      <div className={classes.strip}>
        <Note tone="err">{t('progress.failed', { message: failure })}</Note>
      </div>
    );
  }
  const { done, total } = running;
  return (
    <div className={classes.progress} role="group" aria-label={t(WORDS[kind])}>
      <b>{t(running.state === 'queued' ? 'progress.waiting' : WORDS[kind])}</b>
      {total === null ? null : <span className="num t2">{t('progress.of', { done, total })}</span>}
      <Progress className={classes.grow} value={(shareOf(running) ?? 0) * 100} aria-label={t(WORDS[kind])} />
      {/* A purge that stopped half way would leave a part of the data. */}
      {kind === 'privacy.purge' ? null : (
        <Button size="xs" onClick={() => jobs.cancel(running)}>
          {t('progress.cancel')}
        </Button>
      )}
    </div>
  );
}
