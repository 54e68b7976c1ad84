import { IconBraces, IconFileCheck, IconFileText, IconFolderOpen } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Output } from '../../data/methods.ts';
import { formatBytes } from '../../i18n/format.ts';
import classes from './export.module.css';
import { HashButton } from './HashButton.tsx';
import { packageRows } from './package-tree.ts';

export type PackageFileRow = Output<'exports.preview'>['files'][number];
const MANIFEST = 'manifest.json';
/** The manifest of an earlier export is known by name only. */
type Listed = { readonly path: string } & Partial<PackageFileRow>;

type PackageTableProps = {
  readonly label: string;
  /** Named above the files; absent where the folder is said elsewhere. */
  readonly folder?: string;
  readonly files: readonly PackageFileRow[];
  /** What stands at the end of a file's row. */
  readonly renderName?: (path: string, name: string) => ReactNode;
  readonly renderEnd?: (path: string) => ReactNode;
};

/** The files of a package with sizes and hashes; the manifest among them, which lists the others. */
export function PackageTable({ label, folder, files, renderName, renderEnd }: PackageTableProps) {
  const { t } = useTranslation('export');
  const listed: readonly Listed[] = files.some((file) => file.path === MANIFEST)
    ? files
    : [...files, { path: MANIFEST }];
  const rows = packageRows(listed);
  const depthBelow = folder === undefined ? 0 : 1;
  return (
    <table className={classes.tree} aria-label={label}>
      <thead>
        <tr>
          <th>{t('package.columns.name')}</th>
          <th className={classes.right}>{t('package.columns.size')}</th>
          <th className={classes.right}>{t('package.columns.hash')}</th>
          {renderEnd === undefined ? null : <td />}
        </tr>
      </thead>
      <tbody>
        {folder === undefined ? null : (
          <tr>
            <th scope="row" colSpan={3}>
              <span className={classes.fileName}>
                <IconFolderOpen size={14} aria-hidden />
                <b className="ell">{folder}</b>
              </span>
            </th>
          </tr>
        )}
        {rows.map(({ path, name, depth, file }) => (
          <tr key={path}>
            <th scope="row">
              <span className={classes.fileName} style={{ paddingInlineStart: (depth + depthBelow) * 18 }}>
                <FileIcon name={name} isFolder={file === null} />
                {file === null || renderName === undefined ? (
                  <span className="ell">{name}</span>
                ) : (
                  renderName(path, name)
                )}
                {file?.records == null ? null : (
                  <span className="meta num">{t('package.lines', { count: file.records })}</span>
                )}
              </span>
            </th>
            <td className={`${classes.right} num t2`}>{file?.bytes === undefined ? '' : formatBytes(file.bytes)}</td>
            <td className={classes.right}>
              {file?.sha256 === undefined ? (
                <span className="mono11 t3">{path === MANIFEST ? t('package.allHashes') : ''}</span>
              ) : (
                <HashButton sha256={file.sha256} name={name} />
              )}
            </td>
            {renderEnd === undefined ? null : <td>{file === null ? null : renderEnd(path)}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function FileIcon({ name, isFolder }: { readonly name: string; readonly isFolder: boolean }) {
  if (isFolder) return <IconFolderOpen size={14} aria-hidden />;
  if (name === MANIFEST) return <IconFileCheck size={14} aria-hidden />;
  return name.endsWith('.json') ? <IconBraces size={14} aria-hidden /> : <IconFileText size={14} aria-hidden />;
}
