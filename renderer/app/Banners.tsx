import { Button } from '@mantine/core';
import { IconPencilOff, IconPlayerPause, IconPlugConnectedX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useConnectionState } from '../data/client.tsx';
import { useProject } from '../data/use-project.ts';
import { useRpcQuery } from '../data/use-rpc-query.ts';
import { useSaveCopy } from '../data/use-save-copy.tsx';
import { isImport, jobTitle } from './job-text.ts';
import { JobWaysOn } from './JobWaysOn.tsx';
import classes from './Banners.module.css';

/** A copy of a newer or damaged file would be newer or damaged too. */
const CAN_COPY: ReadonlySet<string> = new Set(['locked', 'permission']);

/** What holds for the whole window: the connection is gone, the project is read-only. */
export function Banners({ isPlain = false }: { isPlain?: boolean }) {
  const { t } = useTranslation('shell');
  const connection = useConnectionState();
  const project = useProject();
  const saveCopy = useSaveCopy();
  return (
    <div aria-live="polite">
      {connection.status === 'lost' ? (
        <div className={classes.root} data-tone="warn">
          <IconPlugConnectedX size={16} aria-hidden />
          {t('banner.lost')}
        </div>
      ) : null}
      {project?.readOnly === true && !isPlain ? (
        <div className={classes.root}>
          <IconPencilOff size={16} aria-hidden />
          <span className={classes.text}>{t(`banner.${project.readOnlyReason ?? 'permission'}`)}</span>
          {CAN_COPY.has(project.readOnlyReason ?? 'permission') ? (
            <Button size="xs" onClick={() => void saveCopy()}>
              {t('banner.saveCopy')}
            </Button>
          ) : null}
        </div>
      ) : null}
      {isPlain ? null : <InterruptedJobs />}
    </div>
  );
}

/** Work that was cut off when Assay ended does not go on by itself: a person chooses. */
function InterruptedJobs() {
  const { t } = useTranslation('shell');
  const canWrite = useProject()?.readOnly === false;
  const jobs = useRpcQuery('jobs.list', {}).data ?? [];
  if (!canWrite) return null;
  return jobs
    .filter((job) => job.state === 'interrupted')
    .map((job) => (
      <div key={job.id} className={classes.root} data-tone="warn">
        <IconPlayerPause size={16} aria-hidden />
        <span className={classes.text}>
          {t(isImport(job) ? 'banner.interruptedImport' : 'banner.interrupted', { title: jobTitle(job) })}
        </span>
        <JobWaysOn job={job} />
      </div>
    ));
}
