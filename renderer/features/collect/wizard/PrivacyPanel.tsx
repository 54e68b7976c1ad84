import { Button, Switch } from '@mantine/core';
import { IconShieldLock } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useRpcQuery } from '../../../data/use-rpc-query.ts';
import { Note } from '../../../ui/Badges.tsx';
import { Card } from '../../../ui/Card.tsx';
import classes from './PrivacyPanel.module.css';

/** What an import does about personal data once its samples are in. */
export type PrivacyChoice = { readonly privacy: boolean; readonly mask: boolean };

type PrivacyPanelProps = {
  readonly choice: PrivacyChoice;
  readonly onChoice: (choice: PrivacyChoice) => void;
};

/** Whether to look for personal data, and to mask it. Nothing is looked for before the samples are in. */
export function PrivacyPanel({ choice, onChoice }: PrivacyPanelProps) {
  const { t } = useTranslation('privacy');
  return (
    <Card title={t('import.title')} className={classes.panel}>
      <div className={classes.body}>
        <Switch
          size="xs"
          label={t('import.look')}
          description={t('import.lookHint')}
          checked={choice.privacy}
          onChange={(event) =>
            onChoice({ privacy: event.currentTarget.checked, mask: event.currentTarget.checked && choice.mask })
          }
        />
        <Switch
          size="xs"
          label={t('import.mask')}
          description={t('import.maskHint')}
          disabled={!choice.privacy}
          checked={choice.mask}
          onChange={(event) => onChoice({ ...choice, mask: event.currentTarget.checked })}
        />
        <Note tone={choice.privacy ? 'neutral' : 'warn'}>{t(choice.privacy ? 'note' : 'import.off')}</Note>
      </div>
    </Card>
  );
}

type PrivacyOutcomeProps = { readonly onLeave: (href: string) => void };

/** What was found so far, at the end of an import: the search goes on by itself. */
export function PrivacyOutcome({ onLeave }: PrivacyOutcomeProps) {
  const { t } = useTranslation(['privacy', 'common']);
  const { data: jobs = [] } = useRpcQuery('jobs.list', {});
  const { data: summary } = useRpcQuery('privacy.summary', {});
  const isOpen = (kind: string): boolean =>
    jobs.some((job) => job.kind === kind && (job.state === 'running' || job.state === 'queued'));
  if (summary === undefined) return null;
  return (
    <div className={classes.outcome} role="status">
      <IconShieldLock size={16} aria-hidden className="t3" />
      <span>
        {isOpen('privacy.scan')
          ? t('privacy:import.looking')
          : isOpen('privacy.mask')
            ? t('privacy:import.masking')
            : summary.open === 0
              ? t('privacy:import.none')
              : t('privacy:import.found', {
                  count: summary.open,
                  samples: t('common:counts.samples', { count: summary.openSamples }),
                })}
      </span>
      <Button size="xs" variant="subtle" onClick={() => onLeave('/privacy')}>
        {t('privacy:import.show')}
      </Button>
    </div>
  );
}
