import { Button, CopyButton } from '@mantine/core';
import { IconChevronRight, IconCopy, IconDatabaseExclamation, IconEye } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { ProjectInfo } from '../../../shared/contract/app.ts';
import { useProjectActions } from '../../data/use-project.ts';
import { Note } from '../../ui/Badges.tsx';
import classes from './DamagedPage.module.css';

/** A project whose file did not pass its check. It is open read-only already; nothing is written to it. */
export function DamagedPage({ project, onReadOnly }: { project: ProjectInfo; onReadOnly: () => void }) {
  const { t } = useTranslation(['projects', 'common']);
  const { close } = useProjectActions();
  const details = `${project.path}: ${project.damage ?? ''}`;
  return (
    <div className={classes.root} data-pane="damaged" tabIndex={-1}>
      <div className={classes.inner}>
        <span className={classes.icon}>
          <IconDatabaseExclamation size={20} aria-hidden />
        </span>
        <h1 className={classes.title}>{t('damaged.title')}</h1>
        <p className={classes.text}>{t('damaged.text')}</p>
        <div className={classes.option}>
          <IconEye size={16} aria-hidden />
          <div>
            <b>{t('damaged.readOnly')}</b>
            <span>{t('damaged.readOnlyHint')}</span>
          </div>
        </div>
        <Note>{t('damaged.original')}</Note>
        <details className={classes.details}>
          <summary>
            <IconChevronRight size={14} aria-hidden />
            {t('damaged.details')}
          </summary>
          <code className="mono11">{details}</code>
        </details>
        <div className={classes.actions}>
          <CopyButton value={details}>
            {({ copied, copy }) => (
              <Button size="md" variant="subtle" leftSection={<IconCopy size={14} aria-hidden />} onClick={copy}>
                {copied ? t('common:actions.copied') : t('common:actions.copyDetails')}
              </Button>
            )}
          </CopyButton>
          <span className={classes.spacer} />
          <Button size="md" onClick={() => void close()}>
            {t('damaged.other')}
          </Button>
          <Button size="md" variant="filled" onClick={onReadOnly}>
            {t('damaged.action')}
          </Button>
        </div>
      </div>
    </div>
  );
}
