import { Modal } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useHost } from '../data/client.tsx';
import { translate } from '../i18n/index.ts';
import { shell } from '../i18n/en/shell.ts';
import { useAllCommands, type Command } from '../state/commands.tsx';
import { formatKeys } from '../state/keys.ts';
import { useAppStore } from '../state/store.ts';
import { Kbd } from '../ui/Kbd.tsx';
import classes from './ShortcutsDialog.module.css';

/** Every key that does something on this screen, by group. */
export function ShortcutsDialog() {
  const { t } = useTranslation('shell');
  const isOpen = useAppStore((state) => state.dialog === 'shortcuts');
  const dialogOpened = useAppStore((state) => state.dialogOpened);
  return (
    <Modal opened={isOpen} onClose={() => dialogOpened(null)} title={t('shortcuts.title')} size={760}>
      <ShortcutList />
    </Modal>
  );
}

function ShortcutList() {
  const { isMac } = useHost();
  const commands = useAllCommands().filter((command) => command.keys !== undefined && command.when?.() !== false);
  const groups = new Map<string, Command[]>();
  for (const command of commands) {
    const title = groupTitle(command.id);
    groups.set(title, [...(groups.get(title) ?? []), command]);
  }
  return (
    <div className={classes.columns}>
      {[...groups].map(([title, list]) => (
        <section key={title} className={classes.group}>
          <h3 className={classes.title}>{title}</h3>
          <dl>
            {list.map((command) => (
              <div key={command.id} className={classes.row}>
                <dt>{translate(command.titleKey, command.titleValues)}</dt>
                <dd>
                  {command.keys?.map((keys) => (
                    <Kbd key={keys} keys={formatKeys(keys, isMac)} />
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  );
}

function groupTitle(commandId: string): string {
  const [group = ''] = commandId.split('.');
  const names: Readonly<Record<string, string>> = shell.groups;
  return names[group] ?? shell.shortcuts.other;
}
