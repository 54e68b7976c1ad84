import { Button, Group, Modal, Stack, TagsInput, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRpcQuery } from '../../data/use-rpc-query.ts';

type TagDialogProps = {
  readonly count: number;
  readonly onSave: (add: readonly string[], remove: readonly string[]) => void;
  readonly onClose: () => void;
};

const MAX_TAGS = 20;
const MAX_TAG_LENGTH = 60;

/** Adds tags to samples, and takes others away. */
export function TagDialog({ count, onSave, onClose }: TagDialogProps) {
  const { t } = useTranslation(['samples', 'common']);
  const { data: known = [] } = useRpcQuery('tags.list', {});
  const [add, setAdd] = useState<string[]>([]);
  const [remove, setRemove] = useState<string[]>([]);
  const names = known.map((tag) => tag.name);
  const shorten = (tags: string[]): string[] => tags.map((tag) => tag.trim().slice(0, MAX_TAG_LENGTH));
  function save(): void {
    onSave(add, remove);
    onClose();
  }
  return (
    <Modal opened onClose={onClose} title={t('samples:tags.title', { count })}>
      <Stack gap={12}>
        <TagsInput
          label={t('samples:tags.add')}
          placeholder={t('samples:tags.placeholder')}
          data={names.filter((name) => !remove.includes(name))}
          value={add}
          maxTags={MAX_TAGS}
          onChange={(tags) => setAdd(shorten(tags))}
          data-autofocus
        />
        <TagsInput
          label={t('samples:tags.remove')}
          data={names.filter((name) => !add.includes(name))}
          value={remove}
          maxTags={MAX_TAGS}
          onChange={(tags) => setRemove(shorten(tags))}
        />
        <Group justify="flex-end" gap={8}>
          <Button size="md" onClick={onClose}>
            {t('common:actions.cancel')}
          </Button>
          <Button size="md" variant="filled" disabled={add.length + remove.length === 0} onClick={save}>
            {t('samples:tags.save')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

type FlagDialogProps = {
  readonly count: number;
  readonly onSave: (note: string) => void;
  readonly onClose: () => void;
};

/** Raises a flag of a person's own, with the reason. */
export function FlagDialog({ count, onSave, onClose }: FlagDialogProps) {
  const { t } = useTranslation(['samples', 'common']);
  const [note, setNote] = useState('');
  function save(): void {
    onSave(note.trim());
    onClose();
  }
  return (
    <Modal opened onClose={onClose} title={t('samples:flags.title', { count })}>
      <Stack gap={12}>
        <Textarea
          label={t('samples:flags.note')}
          autosize
          minRows={2}
          maxRows={8}
          maxLength={500}
          data-autofocus
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && note.trim() !== '') save();
          }}
        />
        <Group justify="flex-end" gap={8}>
          <Button size="md" onClick={onClose}>
            {t('common:actions.cancel')}
          </Button>
          <Button size="md" variant="filled" disabled={note.trim() === ''} onClick={save}>
            {t('samples:flags.save', { count })}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
