import { Button } from '@mantine/core';
import { IconRepeat } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { ExportSpec } from '../../../shared/contract/graders.ts';
import type { PickedFile } from '../../host/host.ts';
import { useHost } from '../../data/client.tsx';
import { useProject } from '../../data/use-project.ts';
import { useRpcQuery, type RpcQueryResult } from '../../data/use-rpc-query.ts';
import { formatBytes, formatMoment } from '../../i18n/format.ts';
import { Note } from '../../ui/Badges.tsx';
import { Card } from '../../ui/Card.tsx';
import { ListStates, RowSkeleton } from '../../ui/ListStates.tsx';
import classes from './export.module.css';
import { packageName } from './package-name.ts';
import { PackageTable } from './PackageTable.tsx';

type PackageCardProps = {
  readonly query: RpcQueryResult<'exports.preview'>;
  readonly spec: ExportSpec;
  readonly folder: PickedFile | null;
  readonly onFolder: (folder: PickedFile) => void;
};

/** The package as it would be written, down to the bytes, and where to. */
export function PackageCard({ query, spec, folder, onFolder }: PackageCardProps) {
  const { t } = useTranslation('export');
  const name = packageName(useProject()?.name ?? '', spec.target);
  const { data } = query;
  const bytes = (data?.files ?? []).reduce((sum, file) => sum + file.bytes, 0);
  return (
    <Card
      title={t('package.title')}
      hasLine
      className={classes.grow}
      actions={
        data === undefined || data.total === 0 ? undefined : (
          <span className="meta num">{t('package.sum', { count: data.files.length, size: formatBytes(bytes) })}</span>
        )
      }
    >
      {/* Scrolls by keyboard, too. */}
      <div
        className={classes.cardScroll}
        role="group"
        aria-label={t('package.title')}
        tabIndex={0}
        data-old={query.isPlaceholderData || undefined}
      >
        {/* What went wrong is said beside it, in Validation. */}
        {data === undefined && query.error !== null ? null : (
          <ListStates query={query} skeleton={<RowSkeleton rows={6} height={27} />}>
            {(preview) =>
              preview.total === 0 ? (
                <p className={classes.none}>{t('package.nothing')}</p>
              ) : (
                <PackageTable label={t('package.title')} folder={name} files={preview.files} />
              )
            }
          </ListStates>
        )}
      </div>
      <div className={classes.packageFoot}>
        <FolderChoice name={name} target={spec.target} folder={folder} onFolder={onFolder} />
        <p className={classes.same}>
          <IconRepeat size={14} aria-hidden />
          {t('package.same')}
        </p>
      </div>
    </Card>
  );
}

type FolderChoiceProps = {
  readonly name: string;
  readonly target: string;
  readonly folder: PickedFile | null;
  readonly onFolder: (folder: PickedFile) => void;
};

function FolderChoice({ name, target, folder, onFolder }: FolderChoiceProps) {
  const { t } = useTranslation('export');
  const host = useHost();
  const { data: info } = useRpcQuery('app.info', {});
  const { data: earlier } = useRpcQuery('exports.list', {});
  const parent = folder?.name ?? info?.homeFolder ?? '';
  const separator = parent.includes('\\') ? '\\' : '/';
  const path = parent === '' ? name : `${parent}${separator}${name}`;
  const before =
    folder === null ? earlier?.find((row) => row.present && row.target === target && row.out === path) : undefined;
  async function change(): Promise<void> {
    const picked = await host.pickFolder();
    if (picked !== null) onFolder(picked);
  }
  return (
    <div className={classes.folder}>
      <span className={classes.caption}>{t('package.folder')}</span>
      <div className={classes.folderRow}>
        <span className="mono11 ell" title={path}>
          {path}
        </span>
        {host.hasFolderDialog ? (
          <Button size="xs" variant="subtle" title={t('package.pickFolder')} onClick={() => void change()}>
            {t('package.change')}
          </Button>
        ) : null}
      </div>
      {before === undefined ? null : <Note>{t('package.replaces', { when: formatMoment(before.createdAt) })}</Note>}
    </div>
  );
}
