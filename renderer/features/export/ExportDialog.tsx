import { ActionIcon, Button, Modal, UnstyledButton } from '@mantine/core';
import { IconDownload, IconFolderOpen, IconPackage } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { sampleRef } from '../../../shared/model/ids.ts';
import { useHost } from '../../data/client.tsx';
import type { Output } from '../../data/methods.ts';
import { samplesHref } from '../../data/navigation.ts';
import { useRpcCommand } from '../../data/use-rpc-command.tsx';
import { useRpcQuery } from '../../data/use-rpc-query.ts';
import { formatBytes, formatMoment } from '../../i18n/format.ts';
import { Note } from '../../ui/Badges.tsx';
import { ListStates, RowSkeleton } from '../../ui/ListStates.tsx';
import classes from './export.module.css';
import { FileDialog } from './FileDialog.tsx';
import { PackageTable } from './PackageTable.tsx';
import { idsFilter, leftOutSamples } from './problem-groups.ts';
import { useRunOf } from './use-run-of.ts';

export type ExportRow = Output<'exports.list'>[number];
type Targets = Output<'exports.targets'>;

type ExportDialogProps = {
  readonly exportId: number;
  readonly targets: Targets;
  readonly onClose: () => void;
};

/** A written package: its files with hashes, to be read and taken away. */
export function ExportDialog({ exportId, targets, onClose }: ExportDialogProps) {
  const { t } = useTranslation('export');
  const query = useRpcQuery('exports.list', {});
  const row = query.data?.find((entry) => entry.exportId === exportId);
  const [file, setFile] = useState<string | null>(null);
  return (
    <>
      <Modal
        opened
        onClose={onClose}
        // Esc closes the file above it first.
        closeOnEscape={file === null}
        size={640}
        title={
          <span className={classes.doneTitle}>
            <span className={classes.doneIcon} aria-hidden>
              <IconPackage size={20} />
            </span>
            {t('done.title', { count: row?.records ?? 0 })}
          </span>
        }
      >
        <ListStates query={{ ...query, data: row }} skeleton={<RowSkeleton rows={6} height={28} />}>
          {(shown) => <Details row={shown} targets={targets} onFile={setFile} onClose={onClose} />}
        </ListStates>
      </Modal>
      {file === null ? null : <FileDialog exportId={exportId} path={file} onClose={() => setFile(null)} />}
    </>
  );
}

type DetailsProps = {
  readonly row: ExportRow;
  readonly targets: Targets;
  readonly onFile: (path: string) => void;
  readonly onClose: () => void;
};

function Details({ row, targets, onFile, onClose }: DetailsProps) {
  const { t } = useTranslation('export');
  const host = useHost();
  const { run, isPending } = useRpcCommand('exports.download');
  const target = targets.find((entry) => entry.id === row.target)?.title ?? row.target;
  async function take(path: string | null): Promise<void> {
    const offered = await run({ exportId: row.exportId, path });
    if (offered !== undefined) host.download(offered.downloadId);
  }
  const isShown = host.reveal !== null;
  // What the job said knows the manifest's own hash too.
  const files = useRunOf(row.exportId)?.files ?? row.files;
  return (
    <div className={classes.done}>
      <p className="t2">
        {t('done.when', { when: formatMoment(row.createdAt), target })} {t('done.checked')}
      </p>
      {row.present ? null : <Note tone="warn">{t('done.gone')}</Note>}
      <Facts row={row} onClose={onClose} />
      <div className={classes.doneFiles}>
        <PackageTable
          label={t('done.files')}
          files={files}
          renderName={(path, name) => (
            <UnstyledButton
              className={`${classes.fileLink} ell`}
              aria-label={t('done.openFile', { name })}
              disabled={!row.present}
              onClick={() => onFile(path)}
            >
              {name}
            </UnstyledButton>
          )}
          {...(isShown
            ? {}
            : {
                renderEnd: (path: string) => (
                  <ActionIcon
                    size={24}
                    disabled={!row.present}
                    aria-label={t('done.downloadFile', { name: path })}
                    onClick={() => void take(path)}
                  >
                    <IconDownload size={14} aria-hidden />
                  </ActionIcon>
                ),
              })}
        />
      </div>
      <p className="label t3">{t('package.same')}</p>
      <div className={classes.doneActions}>
        <Button size="md" onClick={onClose}>
          {t('done.close')}
        </Button>
        <Button
          size="md"
          variant="filled"
          data-autofocus
          disabled={!row.present}
          loading={isPending}
          leftSection={isShown ? <IconFolderOpen size={14} aria-hidden /> : <IconDownload size={14} aria-hidden />}
          // In the desktop app a download shows the file where it lies.
          onClick={() => void take(isShown ? 'manifest.json' : null)}
        >
          {t(isShown ? 'done.show' : 'done.zip')}
        </Button>
      </div>
    </div>
  );
}

const REFS_SHOWN = 6;

function Facts({ row, onClose }: { readonly row: ExportRow; readonly onClose: () => void }) {
  const { t } = useTranslation('export');
  const records = (path: string): number => row.files.find((file) => file.path === path)?.records ?? 0;
  // Known for exports of this session only: the list of exports holds the manifest, not the problems of single lines.
  const left = leftOutSamples(useRunOf(row.exportId)?.problems ?? []);
  return (
    <dl className={classes.facts}>
      <dt>{t('done.folder')}</dt>
      <dd className="mono11">{row.out}</dd>
      <dt>{t('done.records')}</dt>
      <dd className="num">
        {t('done.recordsValue', {
          train: records('train.jsonl'),
          validation: records('validation.jsonl'),
          size: formatBytes(row.bytes),
        })}
      </dd>
      {left.length === 0 ? null : (
        <>
          <dt>{t('done.leftOutLabel')}</dt>
          <dd>
            <span className="mono11">
              {left.slice(0, REFS_SHOWN).map(sampleRef).join(' ')}
              {left.length > REFS_SHOWN ? ' …' : ''}
            </span>{' '}
            <Link href={samplesHref(idsFilter(left))} className={classes.problemLink} onClick={onClose}>
              {t('done.review')}
            </Link>
          </dd>
        </>
      )}
    </dl>
  );
}
