import { VisuallyHidden } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { JobRow } from '../../shared/model/job.ts';
import { shareOf } from '../data/use-job.ts';
import { useRpcQuery } from '../data/use-rpc-query.ts';
import { formatPercent } from '../i18n/format.ts';
import { jobTitle } from './job-text.ts';

const EVERY_MS = 10_000;

/** Tells screen readers how the running job gets on, at most every 10 s, and how jobs end. */
export function JobAnnouncer() {
  const { t } = useTranslation('shell');
  const jobs = useRpcQuery('jobs.list', {}).data;
  const [text, setText] = useState('');
  const before = useRef<readonly JobRow[] | undefined>(undefined);
  const lastAt = useRef(0);

  useEffect(() => {
    const wasOpen = new Set(before.current?.filter((job) => job.state === 'running').map((job) => job.id));
    before.current = jobs;
    const ended = jobs?.find((job) => wasOpen.has(job.id) && (job.state === 'succeeded' || job.state === 'failed'));
    const running = jobs?.find((job) => job.state === 'running');
    const share = shareOf(running ?? null);
    if (ended !== undefined) {
      setText(t(ended.state === 'failed' ? 'jobs.endedFailed' : 'jobs.ended', { title: jobTitle(ended) }));
    } else if (running !== undefined && share !== null && performance.now() - lastAt.current > EVERY_MS) {
      lastAt.current = performance.now();
      setText(t('jobs.announce', { title: jobTitle(running), percent: formatPercent(share) }));
    }
  }, [jobs, t]);
  return (
    <VisuallyHidden role="status" aria-live="polite">
      {text}
    </VisuallyHidden>
  );
}
