import { Button, Group, Menu, Modal, Stack, Textarea } from '@mantine/core';
import {
  IconArchive,
  IconArrowBackUp,
  IconBraces,
  IconChevronDown,
  IconCode,
  IconDeviceFloppy,
  IconPencil,
  IconPlus,
} from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { GraderId } from '../../../shared/model/ids.ts';
import { useRpcCommand } from '../../data/use-rpc-command.tsx';
import { useRpcQuery } from '../../data/use-rpc-query.ts';
import { formatScore } from '../../i18n/format.ts';
import classes from './graders.module.css';
import { NameDialog } from './NameDialog.tsx';
import type { GraderSession } from './use-grader-session.ts';

type Props = {
  readonly session: GraderSession;
  readonly isReadOnly: boolean;
  readonly onPick: (graderId: GraderId) => void;
  readonly onNew: () => void;
  readonly onFormat: () => void;
};

/** Chooses a grader and holds what is done with one as a whole. */
export function GraderMenu({ session, isReadOnly, onPick, onNew, onFormat }: Props) {
  const { t } = useTranslation('graders');
  const { graderId, details, isDraft, nextVersion } = session;
  const { data: graders = [] } = useRpcQuery('graders.list', {});
  const rename = useRpcCommand('graders.rename');
  const archive = useRpcCommand('graders.archive');
  const [dialog, setDialog] = useState<'rename' | 'note' | null>(null);
  const others = graders.filter((grader) => grader.id !== graderId).map((grader) => grader.name);
  return (
    <>
      <Menu>
        <Menu.Target>
          <Button
            leftSection={<IconCode size={14} />}
            rightSection={<IconChevronDown size={14} />}
            aria-label={t('head.picker', { name: details.row.name })}
          >
            <span className={classes.graderName}>{details.row.name}</span>
          </Button>
        </Menu.Target>
        <Menu.Dropdown miw={240} mah={480} style={{ overflowY: 'auto' }}>
          <Menu.Label>{t('menu.graders')}</Menu.Label>
          {graders.map((grader) => (
            <Menu.Item
              key={grader.id}
              leftSection={<IconCode size={14} />}
              rightSection={
                <span className="meta num">
                  {grader.mean === null ? t('menu.notScored') : t('menu.mean', { value: formatScore(grader.mean) })}
                </span>
              }
              aria-current={grader.id === graderId || undefined}
              onClick={() => onPick(grader.id)}
            >
              {grader.name}
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Item leftSection={<IconPlus size={14} />} disabled={isReadOnly} onClick={onNew}>
            {t('menu.new')}
          </Menu.Item>
          <Menu.Item leftSection={<IconPencil size={14} />} disabled={isReadOnly} onClick={() => setDialog('rename')}>
            {t('menu.rename')}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconDeviceFloppy size={14} />}
            disabled={isReadOnly || !isDraft}
            onClick={() => setDialog('note')}
          >
            {t('menu.saveWithNote')}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconArrowBackUp size={14} />}
            disabled={isReadOnly || !isDraft}
            onClick={() => session.discard()}
          >
            {t('menu.discard')}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconArchive size={14} />}
            disabled={isReadOnly}
            onClick={() => void archive.run({ graderId })}
          >
            {t('menu.archive')}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item leftSection={<IconBraces size={14} />} onClick={onFormat}>
            {t('menu.responseFormat')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {dialog === 'rename' ? (
        <NameDialog
          title={t('rename.title')}
          label={t('create.name')}
          action={t('rename.action')}
          initial={details.row.name}
          problemOf={(name) =>
            name === '' ? t('files.problems.empty') : others.includes(name) ? t('create.nameTaken') : null
          }
          onSubmit={(name) => void rename.run({ graderId, name })}
          onClose={() => setDialog(null)}
        />
      ) : null}
      {dialog === 'note' ? (
        <NoteDialog version={nextVersion} onSave={(note) => void session.save(note)} onClose={() => setDialog(null)} />
      ) : null}
    </>
  );
}

type NoteProps = { readonly version: number; readonly onSave: (note: string) => void; readonly onClose: () => void };

function NoteDialog({ version, onSave, onClose }: NoteProps) {
  const { t } = useTranslation(['graders', 'common']);
  const [note, setNote] = useState('');
  function submit(): void {
    onSave(note.trim());
    onClose();
  }
  return (
    <Modal opened onClose={onClose} title={t('note.title', { version })} size={440}>
      <Stack gap={16}>
        <Textarea
          label={t('note.label')}
          placeholder={t('note.hint')}
          autosize
          minRows={3}
          maxLength={500}
          value={note}
          data-autofocus
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        <Group justify="flex-end" gap={8}>
          <Button size="md" onClick={onClose}>
            {t('common:actions.cancel')}
          </Button>
          <Button size="md" variant="filled" disabled={note.trim() === ''} onClick={submit}>
            {t('note.action', { version })}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
