import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { JobRow } from '../../shared/model/job.ts';
import { useProject } from '../data/use-project.ts';
import { useRpcCommand } from '../data/use-rpc-command.tsx';
import { isImport } from './job-text.ts';

/** What can be done with a job that stopped before its end: go on with it, or take back what it left. */
export function JobWaysOn({ job }: { readonly job: JobRow }) {
  const { t } = useTranslation(['shell', 'common']);
  const canWrite = useProject()?.readOnly === false;
  const resume = useRpcCommand('jobs.resume');
  const discard = useRpcCommand('jobs.discard');
  if (!canWrite) return null;
  const isBusy = resume.isPending || discard.isPending;
  return (
    <>
      {job.state === 'interrupted' ? (
        <Button
          size="xs"
          disabled={isBusy}
          loading={discard.isPending}
          onClick={() => void discard.run({ jobId: job.id })}
        >
          {t(isImport(job) ? 'shell:jobs.undoImport' : 'shell:jobs.discard')}
        </Button>
      ) : null}
      {job.resumable && job.state !== 'cancelled' ? (
        <Button
          size="xs"
          disabled={isBusy}
          loading={resume.isPending}
          onClick={() => void resume.run({ jobId: job.id })}
        >
          {job.state === 'failed' ? t('common:actions.retry') : t('shell:jobs.resume')}
        </Button>
      ) : null}
    </>
  );
}
