import { Button, Group, Modal, Stack, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SampleId } from '../../../shared/model/ids.ts';
import { useRpcCommand } from '../../data/use-rpc-command.tsx';

type PasteDialogProps = { readonly onDone: (first: SampleId | null) => void; readonly onClose: () => void };

/** Makes samples of pasted text. What could not be read is said in place, and the text stays. */
export function PasteDialog({ onDone, onClose }: PasteDialogProps) {
  const { t } = useTranslation(['collect', 'common']);
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const paste = useRpcCommand('samples.paste', {
    onError: (error) => {
      setProblem(error.message);
      return true;
    },
  });
  async function add(): Promise<void> {
    const added = await paste.run({ text });
    if (added !== undefined) onDone(added.sampleIds[0] ?? null);
  }
  return (
    <Modal opened onClose={onClose} title={t('collect:pasteDialog.title')} size={560}>
      <Stack gap={16}>
        <Textarea
          label={t('collect:pasteDialog.label')}
          autosize
          minRows={8}
          maxRows={18}
          spellCheck={false}
          data-autofocus
          styles={{ input: { fontFamily: 'var(--font-mono)' } }}
          value={text}
          error={problem}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setProblem(null);
          }}
        />
        <Group justify="flex-end" gap={8}>
          <Button size="md" onClick={onClose}>
            {t('common:actions.cancel')}
          </Button>
          <Button
            size="md"
            variant="filled"
            disabled={text.trim() === ''}
            loading={paste.isPending}
            onClick={() => void add()}
          >
            {t('collect:pasteDialog.add')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
