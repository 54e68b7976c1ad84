import { Button } from '@mantine/core';
import { IconPencilOff, IconPlugConnectedX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useConnectionState } from '../data/client.tsx';
import { useProject } from '../data/use-project.ts';
import { useSaveCopy } from '../data/use-save-copy.tsx';
import classes from './Banners.module.css';

/** What holds for the whole window: the connection is gone, the project is read-only. */
export function Banners() {
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
      {project?.readOnly === true ? (
        <div className={classes.root}>
          <IconPencilOff size={16} aria-hidden />
          <span className={classes.text}>{t(`banner.${project.readOnlyReason ?? 'permission'}`)}</span>
          <Button size="xs" onClick={() => void saveCopy()}>
            {t('banner.saveCopy')}
          </Button>
        </div>
      ) : null}
    </div>
  );
}
