import { Progress } from '@mantine/core';
import { IconAlertTriangle, IconDeviceFloppy, IconLock, IconPencilOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { shareOf } from '../data/use-job.ts';
import { useConnectionState } from '../data/client.tsx';
import { useProject } from '../data/use-project.ts';
import { useRpcQuery } from '../data/use-rpc-query.ts';
import { formatBytes, formatMoment } from '../i18n/format.ts';
import { jobShort, jobTitle } from './job-text.ts';
import { LiveBar } from './LiveBar.tsx';
import classes from './StatusBar.module.css';

/** Offline, saved, read-only, what is listening; on the right the running job, counts, the file and its size. */
export function StatusBar() {
  const { t } = useTranslation(['shell', 'common']);
  const project = useProject();
  const running = useRpcQuery('jobs.list', {}).data?.find((job) => job.state === 'running');
  const lastAction = useRpcQuery('history.list', { before: null, limit: 1 }).data?.rows[0];
  const share = shareOf(running ?? null);
  return (
    <div className={classes.root}>
      <span>
        <IconLock size={13} aria-hidden />
        {t('status.offline')}
      </span>
      {project?.readOnly === true ? (
        <span className="c-warn">
          <IconPencilOff size={13} aria-hidden />
          {t('status.readOnly')}
        </span>
      ) : (
        <span>
          <IconDeviceFloppy size={13} aria-hidden />
          {lastAction === undefined ? t('status.saved') : t('status.savedAt', { time: formatMoment(lastAction.at) })}
        </span>
      )}
      <LiveBar />
      <span className={classes.spacer} />
      {running === undefined ? null : (
        <span>
          {jobShort(running)}
          {/* Of unknown length: a full bar would look done. */}
          {share === null ? null : (
            <Progress className={classes.bar} value={share * 100} aria-label={jobTitle(running)} />
          )}
        </span>
      )}
      {project === undefined ? null : (
        <>
          <span>{t('common:counts.samples', { count: project.samples })}</span>
          <span>{t('common:counts.attempts', { count: project.attempts })}</span>
          <span title={project.path}>
            {t('status.file', { name: fileName(project.path), size: formatBytes(project.sizeBytes) })}
          </span>
        </>
      )}
    </div>
  );
}

/** Before a project is open. */
export function WelcomeStatusBar({ isDamaged = false }: { isDamaged?: boolean }) {
  const { t } = useTranslation('shell');
  const connection = useConnectionState();
  return (
    <div className={classes.root}>
      <span>
        <IconLock size={13} aria-hidden />
        {t('status.offlineLong')}
      </span>
      {isDamaged ? (
        <span className="c-err">
          <IconAlertTriangle size={13} aria-hidden />
          {t('status.notOpen')}
        </span>
      ) : null}
      <span className={classes.spacer} />
      {connection.status === 'ready' ? <span>{t('status.version', { version: connection.appVersion })}</span> : null}
    </div>
  );
}

function fileName(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
}
