import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useState, type SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { useHost } from '../../data/client.tsx';
import { useProjectActions } from '../../data/use-project.ts';
import { useRpcQuery } from '../../data/use-rpc-query.ts';
import { useAppStore } from '../../state/store.ts';

const MAX_NAME = 120;

export function NewProjectDialog() {
  const { t } = useTranslation('projects');
  const isOpen = useAppStore((state) => state.dialog === 'newProject');
  const dialogOpened = useAppStore((state) => state.dialogOpened);
  return (
    <Modal opened={isOpen} onClose={() => dialogOpened(null)} title={t('new.title')} size={440}>
      <NewProjectForm onDone={() => dialogOpened(null)} />
    </Modal>
  );
}

/** A name; the place comes from the save dialog, or is the home folder where there is none. */
function NewProjectForm({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation(['projects', 'common']);
  const host = useHost();
  const [, navigate] = useLocation();
  const { create, isPending } = useProjectActions();
  const homeFolder = useRpcQuery('app.info', {}).data?.homeFolder ?? '';
  const [name, setName] = useState('');
  const [isTried, setTried] = useState(false);
  const trimmed = name.trim();

  async function make(): Promise<void> {
    setTried(true);
    if (trimmed === '') return;
    const target = host.hasSaveDialog ? await host.pickSaveTarget(`${fileName(trimmed)}.assay`) : null;
    if (host.hasSaveDialog && target === null) return;
    const made = await create({ name: trimmed, ...(target === null ? {} : { saveRef: target.ref }) });
    if (made === undefined) return;
    onDone();
    navigate('/samples');
  }
  function submit(event: SyntheticEvent): void {
    event.preventDefault();
    void make();
  }
  return (
    <form onSubmit={submit}>
      <Stack gap={16}>
        <TextInput
          size="md"
          label={t('new.name')}
          description={t('new.nameHint')}
          value={name}
          maxLength={MAX_NAME}
          data-autofocus
          onChange={(event) => setName(event.currentTarget.value)}
          error={isTried && trimmed === '' ? t('new.empty') : null}
        />
        {host.hasSaveDialog ? (
          <Text size="sm" c="var(--text-3)">
            {t('new.chooseLater')}
          </Text>
        ) : (
          <Text size="sm" c="var(--text-3)">
            {t('new.folder')} <span className="mono11">{homeFolder}</span>
          </Text>
        )}
        <Group justify="flex-end" gap={8}>
          <Button size="md" onClick={onDone}>
            {t('common:actions.cancel')}
          </Button>
          <Button size="md" variant="filled" type="submit" loading={isPending}>
            {t('new.create')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** A name for the save dialog; the person can change it there. */
function fileName(name: string): string {
  return name.replace(/[\\/:*?"<>|\p{Cc}]+/gu, '-').slice(0, 100);
}
