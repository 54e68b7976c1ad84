import { Menu, Tooltip, UnstyledButton } from '@mantine/core';
import { IconArrowRight, IconCheck, IconRestore, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { flagRule, flagTitle } from '../../../shared/model/flag-rules.ts';
import type { Flag, FlagState } from '../../../shared/model/sample.ts';
import { useRpcCommand } from '../../data/use-rpc-command.tsx';
import { markedText } from '../../trace/visible-text.ts';
import { ToneBadge } from '../../ui/Badges.tsx';
import { FlagIcon } from './flag-icons.tsx';
import { useFlagDetail } from './use-flag-detail.ts';
import classes from './viewer.module.css';

type FlagMenuProps = {
  readonly flag: Flag;
  /** As people count; null when the flag is about the prompt or the whole. */
  readonly attemptNumber: number | null;
  readonly canWrite: boolean;
  readonly onShow: (flag: Flag) => void;
};

/** A flag: what it means for the pointer and the focus, why and what to do in its menu, and the way to its place. */
export function FlagMenu({ flag, attemptNumber, canWrite, onShow }: FlagMenuProps) {
  const { t } = useTranslation('samples');
  const { run } = useRpcCommand('flags.setState');
  const title = flagTitle(flag.ruleId);
  const rule = flagRule(flag.ruleId);
  const note = typeof flag.detail['note'] === 'string' && flag.detail['note'] !== '' ? flag.detail['note'] : null;
  const set = (state: z.infer<typeof FlagState>): void => void run({ flagIds: [flag.id], state });
  return (
    <Menu width={320} withinPortal>
      <Menu.Target>
        <Tooltip
          label={rule?.description ?? title}
          multiline
          w={280}
          events={{ hover: true, focus: true, touch: false }}
          disabled={rule === null}
        >
          <UnstyledButton className={classes.badge} aria-label={t('flags.menu', { title })}>
            <ToneBadge tone={TONES[flag.severity]} icon={<FlagIcon ruleId={flag.ruleId} />}>
              <span className={classes.flagText}>{note === null ? title : `${title}: ${markedText(note)}`}</span>
              {flag.state === 'confirmed' ? (
                <IconCheck size={12} role="img" aria-label={t('flags.states.confirmed')} />
              ) : null}
            </ToneBadge>
          </UnstyledButton>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        <About flag={flag} title={title} />
        {flag.messageIdx === null ? null : (
          <Menu.Item leftSection={<IconArrowRight size={14} aria-hidden />} onClick={() => onShow(flag)}>
            {attemptNumber === null
              ? t('flags.showPrompt', { message: flag.messageIdx + 1 })
              : t('flags.show', { attempt: attemptNumber, message: flag.messageIdx + 1 })}
          </Menu.Item>
        )}
        {canWrite ? <StateItems state={flag.state} onState={set} /> : null}
      </Menu.Dropdown>
    </Menu>
  );
}

const TONES = { error: 'err', warn: 'warn', info: 'neutral' } as const satisfies Record<Flag['severity'], string>;

/** What the flag means, what was found, why it matters and what to do. */
function About({ flag, title }: { readonly flag: Flag; readonly title: string }) {
  const rule = flagRule(flag.ruleId);
  const told = useFlagDetail()(flag);
  return (
    <div className={classes.flagAbout}>
      <p>{rule?.description ?? title}</p>
      {told === null ? null : <p className={classes.flagDetail}>{markedText(told)}</p>}
      {rule === null ? null : (
        <>
          <p className="t2">{rule.why}</p>
          <p className="t2">{rule.advice}</p>
        </>
      )}
    </div>
  );
}

type StateItemsProps = {
  readonly state: z.infer<typeof FlagState>;
  readonly onState: (state: z.infer<typeof FlagState>) => void;
};

function StateItems({ state, onState }: StateItemsProps) {
  const { t } = useTranslation('samples');
  return (
    <>
      {state === 'open' ? (
        <Menu.Item leftSection={<IconCheck size={14} aria-hidden />} onClick={() => onState('confirmed')}>
          {t('flags.confirm')}
        </Menu.Item>
      ) : (
        <Menu.Item leftSection={<IconRestore size={14} aria-hidden />} onClick={() => onState('open')}>
          {t('flags.reopen')}
        </Menu.Item>
      )}
      <Menu.Item leftSection={<IconX size={14} aria-hidden />} onClick={() => onState('dismissed')}>
        {t('flags.dismiss')}
      </Menu.Item>
    </>
  );
}
