import { Button, Group, Modal, ScrollArea, Stack, Text, UnstyledButton } from '@mantine/core';
import { IconArrowUp, IconFile, IconFolder, IconUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import type { FileRefId } from '../../../shared/model/ids.ts';
import type { Output } from '../../data/methods.ts';
import { useProjectActions } from '../../data/use-project.ts';
import { useRpcQuery } from '../../data/use-rpc-query.ts';
import { useTakeFiles } from '../../data/use-take-files.ts';
import { formatBytes } from '../../i18n/format.ts';
import { useAppStore } from '../../state/store.ts';
import { ListStates, RowSkeleton } from '../../ui/ListStates.tsx';
import classes from './OpenProjectDialog.module.css';

type Entry = Output<'files.list'>['entries'][number];

/** Where there is no native dialog: folders the host lets a person look in, and a file of this computer. */
export function OpenProjectDialog() {
  const { t } = useTranslation('projects');
  const isOpen = useAppStore((state) => state.dialog === 'openProject');
  const dialogOpened = useAppStore((state) => state.dialogOpened);
  return (
    <Modal opened={isOpen} onClose={() => dialogOpened(null)} title={t('open.title')} size={560}>
      <Browser onDone={() => dialogOpened(null)} />
    </Modal>
  );
}

function Browser({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation(['projects', 'common']);
  const [, navigate] = useLocation();
  const [folder, setFolder] = useState<FileRefId | null>(null);
  const listing = useRpcQuery('files.list', { folder }, { staleTimeMs: 0, gcTimeMs: 0 });
  const homeFolder = useRpcQuery('app.info', {}).data?.homeFolder ?? '';
  const { open, isPending } = useProjectActions();
  const { pick } = useTakeFiles();

  async function openRef(fileRef: FileRefId): Promise<void> {
    if ((await open({ fileRef })) === undefined) return;
    onDone();
    navigate('/samples');
  }
  async function upload(): Promise<void> {
    const [file] = await pick({ multiple: false, extensions: ['.assay'] });
    if (file !== undefined) await openRef(file.ref);
  }
  return (
    <Stack gap={12}>
      <div className={classes.place}>
        <span className="ell mono11">{listing.data?.folder ?? t('open.places')}</span>
        {folder === null ? null : (
          <Button
            size="xs"
            variant="subtle"
            leftSection={<IconArrowUp size={14} aria-hidden />}
            onClick={() => setFolder(listing.data?.parent ?? null)}
          >
            {t('open.up')}
          </Button>
        )}
      </div>
      <ScrollArea h={280} className={classes.box}>
        <ListStates query={listing} skeleton={<RowSkeleton rows={6} height={32} />}>
          {({ entries }) => (
            <Entries
              entries={entries.filter(isShown)}
              isRoot={folder === null}
              isPending={isPending}
              onFolder={setFolder}
              onFile={(ref) => void openRef(ref)}
            />
          )}
        </ListStates>
      </ScrollArea>
      <Group justify="space-between" gap={8}>
        <Text size="sm" c="var(--text-3)">
          {t('open.uploadHint', { folder: homeFolder })}
        </Text>
        <Button
          size="md"
          data-autofocus
          leftSection={<IconUpload size={14} aria-hidden />}
          onClick={() => void upload()}
        >
          {t('open.upload')}
        </Button>
      </Group>
    </Stack>
  );
}

function isShown(entry: Entry): boolean {
  return entry.kind === 'folder' || entry.name.toLowerCase().endsWith('.assay');
}

type EntriesProps = {
  readonly entries: readonly Entry[];
  readonly isRoot: boolean;
  readonly isPending: boolean;
  readonly onFolder: (ref: FileRefId) => void;
  readonly onFile: (ref: FileRefId) => void;
};

function Entries({ entries, isRoot, isPending, onFolder, onFile }: EntriesProps) {
  const { t } = useTranslation('projects');
  if (entries.length === 0) return <p className={classes.none}>{isRoot ? t('open.noRoots') : t('open.empty')}</p>;
  return (
    <ul>
      {entries.map((entry) => (
        <li key={entry.ref}>
          <UnstyledButton
            className={classes.entry}
            disabled={isPending}
            onClick={() => (entry.kind === 'folder' ? onFolder(entry.ref) : onFile(entry.ref))}
          >
            {entry.kind === 'folder' ? (
              <IconFolder size={16} color="var(--text-3)" aria-hidden />
            ) : (
              <IconFile size={16} color="var(--accent)" aria-hidden />
            )}
            <span className="ell">{entry.name}</span>
            {entry.sizeBytes === null ? null : <span className={classes.size}>{formatBytes(entry.sizeBytes)}</span>}
          </UnstyledButton>
        </li>
      ))}
    </ul>
  );
}
