import { Menu, UnstyledButton } from '@mantine/core';
import { IconCheck, IconRestore, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { flagTitle } from '../../../shared/model/flag-rules.ts';
import type { Flag, FlagState, SampleDetail } from '../../../shared/model/sample.ts';
import { useRpcCommand } from '../../data/use-rpc-command.tsx';
import { FilterChip, ToneBadge } from '../../ui/Badges.tsx';
import { markedText } from '../../trace/visible-text.ts';
import { FlagIcon } from './flag-icons.tsx';
import classes from './viewer.module.css';

type ViewerFlagsProps = { readonly detail: SampleDetail; readonly canWrite: boolean };

/** Why to look at this sample, and its tags. Nothing is drawn when there is neither. */
export function ViewerFlags({ detail, canWrite }: ViewerFlagsProps) {
  const { t } = useTranslation('samples');
  const { run: setTags } = useRpcCommand('tags.set');
  const flags = detail.flags.filter((flag) => flag.state !== 'dismissed');
  const { tags, id } = detail.row;
  if (flags.length === 0 && tags.length === 0) return null;
  return (
    <div className={classes.flags} role="group" aria-label={t('flags.label')}>
      {flags.map((flag) => (
        <FlagMenu key={flag.id} flag={flag} canWrite={canWrite} />
      ))}
      {tags.map((tag) => (
        <FilterChip
          key={tag}
          value={markedText(tag)}
          {...(canWrite
            ? { onRemove: () => void setTags({ target: { by: 'ids', ids: [id] }, add: [], remove: [tag] }) }
            : {})}
        />
      ))}
    </div>
  );
}

function FlagMenu({ flag, canWrite }: { readonly flag: Flag; readonly canWrite: boolean }) {
  const { t } = useTranslation('samples');
  const { run } = useRpcCommand('flags.setState');
  const title = flagTitle(flag.ruleId);
  const note = typeof flag.detail['note'] === 'string' && flag.detail['note'] !== '' ? flag.detail['note'] : null;
  const set = (state: z.infer<typeof FlagState>): void => void run({ flagIds: [flag.id], state });
  const badge = (
    <ToneBadge
      tone={flag.severity === 'error' ? 'err' : flag.severity === 'warn' ? 'warn' : 'neutral'}
      icon={<FlagIcon ruleId={flag.ruleId} />}
    >
      <span className={classes.flagText}>{note === null ? title : `${title}: ${note}`}</span>
      {flag.state === 'confirmed' ? <IconCheck size={12} role="img" aria-label={t('flags.states.confirmed')} /> : null}
    </ToneBadge>
  );
  if (!canWrite) return badge;
  return (
    <Menu>
      <Menu.Target>
        <UnstyledButton className={classes.badge} aria-label={t('flags.menu', { title })}>
          {badge}
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {flag.state === 'open' ? (
          <Menu.Item leftSection={<IconCheck size={14} aria-hidden />} onClick={() => set('confirmed')}>
            {t('flags.confirm')}
          </Menu.Item>
        ) : (
          <Menu.Item leftSection={<IconRestore size={14} aria-hidden />} onClick={() => set('open')}>
            {t('flags.reopen')}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconX size={14} aria-hidden />} onClick={() => set('dismissed')}>
          {t('flags.dismiss')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
