import { ActionIcon, Menu, UnstyledButton } from '@mantine/core';
import {
  IconAccessPoint,
  IconAlertTriangle,
  IconDots,
  IconDownload,
  IconFileAnalytics,
  IconFileSpreadsheet,
  IconFileText,
  IconFileZip,
  IconPencil,
  IconRefresh,
  IconTable,
  IconTrash,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'wouter';
import { Per } from '../../../shared/model/sample.ts';
import type { SourceRow } from '../../../shared/model/source.ts';
import { quote } from '../../../shared/query/lex.ts';
import { samplesHref } from '../../data/navigation.ts';
import { shareOf } from '../../data/use-job.ts';
import { useRpcCommand } from '../../data/use-rpc-command.tsx';
import { useRpcQuery } from '../../data/use-rpc-query.ts';
import { formatBytes, formatCount, formatMoment, formatPercent } from '../../i18n/format.ts';
import { VisibleText } from '../../trace/VisibleText.tsx';
import { markedText } from '../../trace/visible-text.ts';
import { ToneBadge } from '../../ui/Badges.tsx';
import classes from './collect.module.css';
import { fileKind } from './file-kind.ts';
import { ProductionBadge, ProductionItems } from './ProductionMenu.tsx';
import { PrivacyCell } from './PrivacyNumbers.tsx';
import { useSaveIssues } from './use-save-issues.ts';
import { liveFirst, liveKind, LiveSourceBadge, LiveSourceText } from './live/LiveSource.tsx';

type SourcesTableProps = {
  readonly sources: readonly SourceRow[];
  readonly canWrite: boolean;
  readonly onIssues: (sourceId: number) => void;
  readonly onUpdate: (source: SourceRow) => void;
  readonly onLoss: (source: SourceRow) => void;
};

export function SourcesTable({ sources, canWrite, onIssues, onUpdate, onLoss }: SourcesTableProps) {
  const { t } = useTranslation(['collect', 'privacy']);
  return (
    <section className={classes.sources} aria-label={t('sources.title')}>
      <div className={classes.scrollX}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th>{t('sources.columns.source')}</th>
              <th>{t('sources.columns.form')}</th>
              <th className={classes.right}>{t('sources.columns.records')}</th>
              <th className={classes.right}>{t('sources.columns.samples')}</th>
              <th className={classes.right}>{t('sources.columns.refused')}</th>
              <th className={classes.right}>{t('privacy:collect.column')}</th>
              <th>{t('sources.columns.last')}</th>
              <th className={classes.menuCell}>
                <span className={classes.hidden}>{t('sources.columns.actions')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {liveFirst(sources).map((source) => (
              <SourceEntry
                key={source.id}
                source={source}
                canWrite={canWrite}
                onIssues={() => onIssues(source.id)}
                onUpdate={() => onUpdate(source)}
                onLoss={() => onLoss(source)}
              />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

type EntryProps = {
  readonly source: SourceRow;
  readonly canWrite: boolean;
  readonly onIssues: () => void;
  readonly onUpdate: () => void;
  readonly onLoss: () => void;
};

function SourceEntry(props: EntryProps) {
  const { source, onIssues } = props;
  const { t } = useTranslation('collect');
  const href = samplesHref(`source:${quote(source.name)}`);
  const per = Per.safeParse(source.per);
  const { data: formats } = useRpcQuery('sources.formats', {});
  const isLive = liveKind(source) !== null;
  const hasModes = (formats?.find((format) => format.id === source.format)?.per.length ?? 0) > 1;
  return (
    <tr>
      <th scope="row">
        <div className={classes.file}>
          <SourceIcon source={source} />
          <span className={classes.fileText}>
            <span className={classes.fileName}>
              <span className="ell" title={markedText(source.name)}>
                <VisibleText text={source.name} />
              </span>
              {source.state === 'importing' ? <ImportingBadge /> : null}
              {isLive ? <LiveSourceBadge source={source} /> : null}
              <ProductionBadge sourceId={source.id} />
            </span>
            <span className="meta">
              {isLive ? (
                <LiveSourceText source={source} />
              ) : source.sizeBytes === null ? (
                t('sources.noFile')
              ) : (
                formatBytes(source.sizeBytes)
              )}
            </span>
          </span>
        </div>
      </th>
      <td className="t2">
        {source.formatTitle}
        {per.success && hasModes ? (
          <span className={`meta ${classes.under}`}>{t(`sources.per.${per.data}`)}</span>
        ) : null}
      </td>
      <td className={classes.right}>{formatCount(source.seen)}</td>
      <td className={classes.right}>
        <Link
          href={href}
          className={classes.number}
          aria-label={t('sources.openSamples', { count: source.samples, name: markedText(source.name) })}
        >
          {formatCount(source.samples)}
        </Link>
      </td>
      <td className={classes.right}>
        {source.rejected === 0 ? (
          <span className="t3">{formatCount(0)}</span>
        ) : (
          <UnstyledButton
            className={`${classes.number} c-warn`}
            aria-label={t('sources.openIssues', { count: source.rejected, name: markedText(source.name) })}
            onClick={onIssues}
          >
            {formatCount(source.rejected)}
          </UnstyledButton>
        )}
      </td>
      <td className={classes.right}>
        <PrivacyCell source={source} />
      </td>
      <td className="t3 num">{formatMoment(source.importedAt)}</td>
      <td className={classes.menuCell}>
        <SourceMenu {...props} href={href} isLive={isLive} />
      </td>
    </tr>
  );
}

type SourceMenuProps = EntryProps & { readonly href: string; readonly isLive: boolean };

function SourceMenu({ source, href, isLive, canWrite, onIssues, onUpdate, onLoss }: SourceMenuProps) {
  const { t } = useTranslation('collect');
  const [, navigate] = useLocation();
  const { run } = useRpcCommand('sources.remove');
  const { save } = useSaveIssues();
  const isFile = source.sha256 !== null && !isLive;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon size={24} aria-label={t('sources.actions', { name: markedText(source.name) })}>
          <IconDots size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconTable size={14} aria-hidden />} onClick={() => navigate(href)}>
          {t('sources.viewSamples')}
        </Menu.Item>
        <Menu.Item leftSection={<IconAlertTriangle size={14} aria-hidden />} onClick={onIssues}>
          {t('sources.viewIssues')}
        </Menu.Item>
        <Menu.Item leftSection={<IconFileAnalytics size={14} aria-hidden />} onClick={onLoss}>
          {t('sources.lossReport')}
        </Menu.Item>
        <Menu.Item leftSection={<IconDownload size={14} aria-hidden />} onClick={() => void save(source.id)}>
          {t('sources.saveIssues')}
        </Menu.Item>
        {isFile ? (
          <Menu.Item
            leftSection={<IconRefresh size={14} aria-hidden />}
            disabled={!canWrite || source.state === 'importing'}
            onClick={onUpdate}
          >
            {t('sources.update')}
          </Menu.Item>
        ) : null}
        <Menu.Divider />
        <ProductionItems sourceId={source.id} isOff={!canWrite || source.state === 'importing'} />
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconTrash size={14} aria-hidden />}
          color="var(--err)"
          disabled={!canWrite || source.state === 'importing'}
          onClick={() => void run({ sourceId: source.id })}
        >
          {t('sources.remove')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** How far the running import is, on the source it is making; one that was cut off says so. */
function ImportingBadge() {
  const { t } = useTranslation('collect');
  const { data: jobs = [] } = useRpcQuery('jobs.list', {});
  const imports = jobs.filter((job) => job.kind === 'import');
  const isGoingOn = imports.some((job) => job.state === 'running' || job.state === 'queued');
  if (!isGoingOn && imports.some((job) => job.state === 'interrupted'))
    return <ToneBadge tone="warn">{t('sources.stopped')}</ToneBadge>;
  const share = shareOf(imports.find((job) => job.state === 'running') ?? null);
  return (
    <ToneBadge tone="accent">
      {share === null ? t('sources.importing') : t('sources.importingShare', { percent: formatPercent(share) })}
    </ToneBadge>
  );
}

const ICONS = { archive: IconFileZip, table: IconFileSpreadsheet, text: IconFileText } as const;

function SourceIcon({ source }: { readonly source: SourceRow }) {
  const Icon =
    liveKind(source) !== null ? IconAccessPoint : source.sha256 === null ? IconPencil : ICONS[fileKind(source.name)];
  return (
    <span className={classes.fileIcon} aria-hidden>
      <Icon size={16} stroke={1.9} />
    </span>
  );
}
