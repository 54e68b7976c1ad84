import { Button, Switch } from '@mantine/core';
import { IconCheck, IconPencil, IconPlayerSkipForward, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Verdict } from '../../../shared/contract/reviews.ts';
import { Kbd } from '../../ui/Kbd.tsx';
import classes from './review.module.css';

const BUTTONS = [
  { verdict: 'accept', key: 'A', Icon: IconCheck },
  { verdict: 'needs_work', key: 'W', Icon: IconPencil },
  { verdict: 'reject', key: 'R', Icon: IconX },
  { verdict: 'skip', key: 'S', Icon: IconPlayerSkipForward },
] as const satisfies readonly { verdict: Verdict; key: string; Icon: typeof IconCheck }[];

type Props = {
  readonly canWrite: boolean;
  readonly isBusy: boolean;
  readonly isAuto: boolean;
  readonly onAuto: (isAuto: boolean) => void;
  readonly onVerdict: (verdict: Verdict) => void;
};

/** The four verdicts with their keys, large, at the foot of the desk. */
export function VerdictBar({ canWrite, isBusy, isAuto, onAuto, onVerdict }: Props) {
  const { t } = useTranslation('review');
  return (
    <div className={classes.verdicts} role="group" aria-label={t('verdictBar')}>
      {BUTTONS.map(({ verdict, key, Icon }) => (
        <Button
          key={verdict}
          className={classes.verdict ?? ''}
          variant={verdict === 'accept' ? 'filled' : 'default'}
          disabled={!canWrite || isBusy}
          aria-keyshortcuts={key}
          leftSection={<Icon size={16} className={classes[`icon_${verdict}`]} aria-hidden />}
          rightSection={<Kbd keys={key} isOnFill={verdict === 'accept'} />}
          onClick={() => onVerdict(verdict)}
        >
          {t(`verdicts.${verdict}`)}
        </Button>
      ))}
      {canWrite ? null : <span className="label c-warn">{t('readOnly')}</span>}
      <span className={classes.grow} />
      <Switch
        size="sm"
        label={t('autoAdvance')}
        checked={isAuto}
        onChange={(event) => onAuto(event.currentTarget.checked)}
      />
      <span className="label t3">
        <Kbd keys="J" /> <Kbd keys="K" /> {t('nextPrevious')}
      </span>
      <span className="label t3">
        <Kbd keys="U" /> {t('undoLast')}
      </span>
      <span className="label t3">
        <Kbd keys="?" /> {t('allKeys')}
      </span>
    </div>
  );
}
