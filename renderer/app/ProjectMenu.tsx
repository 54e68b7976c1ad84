import { Menu, UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconFile } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { useHost } from '../data/client.tsx';
import { useProject, useProjectActions } from '../data/use-project.ts';
import { useRpcQuery } from '../data/use-rpc-query.ts';
import { translate } from '../i18n/index.ts';
import { useAllCommands } from '../state/commands.tsx';
import { formatKeys } from '../state/keys.ts';
import { Kbd } from '../ui/Kbd.tsx';
import classes from './TitleBar.module.css';

const ITEMS = [
  'project.new',
  'project.open',
  null,
  'project.saveCopy',
  'project.close',
  null,
  'help.open',
  'help.shortcuts',
] as const;
const MAX_RECENT = 6;

/** New, open, recent, save a copy, close; the entries are commands. */
export function ProjectMenu() {
  const { t } = useTranslation('shell');
  const { isMac } = useHost();
  const [, navigate] = useLocation();
  const project = useProject();
  const commands = useAllCommands();
  const recents = (useRpcQuery('projects.recent', {}).data ?? [])
    .filter((recent) => !recent.missing && recent.path !== project?.path)
    .slice(0, MAX_RECENT);
  const { open } = useProjectActions();
  const name = project?.name ?? '';

  async function openRecent(recentId: string): Promise<void> {
    if ((await open({ recentId })) !== undefined) navigate('/samples');
  }
  return (
    <Menu width={260}>
      <Menu.Target>
        <UnstyledButton className={classes.project} aria-label={t('project.menu', { name })}>
          <span className="ell">{name}</span>
          <IconChevronDown size={14} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {ITEMS.map((id, index) => {
          if (id === null) return <Menu.Divider key={index} />;
          const command = commands.find((item) => item.id === id);
          if (command === undefined) return null;
          const Icon = command.icon;
          return (
            <Menu.Item
              key={id}
              {...(id === 'project.new' ? { 'data-autofocus': true } : {})}
              leftSection={Icon === undefined ? null : <Icon size={16} aria-hidden />}
              rightSection={command.keys?.[0] === undefined ? null : <Kbd keys={formatKeys(command.keys[0], isMac)} />}
              onClick={command.run}
            >
              {translate(command.titleKey)}
            </Menu.Item>
          );
        })}
        {recents.length > 0 ? (
          <>
            <Menu.Divider />
            <Menu.Label>{t('project.recent')}</Menu.Label>
            {recents.map((recent) => (
              <Menu.Item
                key={recent.recentId}
                leftSection={<IconFile size={16} aria-hidden />}
                onClick={() => void openRecent(recent.recentId)}
                title={recent.path}
              >
                {recent.name}
              </Menu.Item>
            ))}
          </>
        ) : null}
      </Menu.Dropdown>
    </Menu>
  );
}
