import { Button, VisuallyHidden } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconCircleCheckFilled, IconCircleXFilled } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import type { JobId } from '../../shared/model/ids.ts';
import type { JobRow } from '../../shared/model/job.ts';
import { useConnectionState } from '../data/client.tsx';
import { shareOf } from '../data/use-job.ts';
import { formatPercent } from '../i18n/format.ts';
import { translate } from '../i18n/index.ts';
import { useAppStore } from '../state/store.ts';
import { jobPlace, jobTitle } from './job-text.ts';

const EVERY_MS = 10_000;

/**
 * Tells screen readers how the running job gets on, at most every 10 s, and everybody how jobs end, unless the screen
 * that shows their result is open.
 */
export function JobAnnouncer() {
  const connection = useConnectionState();
  const client = connection.status === 'ready' ? connection.client : null;
  const project = useAppStore((state) => state.project);
  const [, navigate] = useLocation();
  const [text, setText] = useState('');

  useEffect(() => {
    if (client === null) return undefined;
    const ended = new Set<JobId>();
    let lastAt = 0;
    return client.on('job', (event) => {
      const { job } = event;
      if (event.project !== project || ended.has(job.id)) return;
      if (job.state === 'succeeded' || job.state === 'failed') {
        ended.add(job.id);
        setText(endText(job));
        if (jobPlace(job) !== window.location.pathname) showEnd(job, () => navigate(jobPlace(job)));
        return;
      }
      const share = shareOf(job);
      if (job.state !== 'running' || share === null || performance.now() - lastAt < EVERY_MS) return;
      lastAt = performance.now();
      setText(translate('shell:jobs.announce', { title: jobTitle(job), percent: formatPercent(share) }));
    });
  }, [client, project, navigate]);
  return (
    <VisuallyHidden role="status" aria-live="polite">
      {text}
    </VisuallyHidden>
  );
}

function endText(job: JobRow): string {
  return translate(job.state === 'failed' ? 'shell:jobs.endedFailed' : 'shell:jobs.ended', { title: jobTitle(job) });
}

function showEnd(job: JobRow, open: () => void): void {
  const isFailed = job.state === 'failed';
  notifications.show({
    icon: isFailed ? <IconCircleXFilled size={16} /> : <IconCircleCheckFilled size={16} />,
    color: isFailed ? 'var(--err)' : 'var(--ok)',
    title: endText(job),
    message: <JobEndText job={job} onOpen={open} />,
    ...(isFailed ? { role: 'alert' } : {}),
  });
}

function JobEndText({ job, onOpen }: { job: JobRow; onOpen: () => void }) {
  const { t } = useTranslation('common');
  return (
    <>
      {job.error === null ? null : <p>{job.error.message}</p>}
      <Button size="xs" mt={6} onClick={onOpen}>
        {t('actions.open')}
      </Button>
    </>
  );
}
