import { Button, Select, UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconChevronRight, IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SourceRow } from '../../../shared/model/source.ts';
import { useHost } from '../../data/client.tsx';
import type { Output } from '../../data/methods.ts';
import { showToast } from '../../data/toasts.tsx';
import { useRpcCommand } from '../../data/use-rpc-command.tsx';
import { useRpcQuery } from '../../data/use-rpc-query.ts';
import { formatCount } from '../../i18n/format.ts';
import { ToneBadge } from '../../ui/Badges.tsx';
import { Card } from '../../ui/Card.tsx';
import { ListStates, RowSkeleton } from '../../ui/ListStates.tsx';
import classes from './collect.module.css';
import { IssueIcon } from './IssueIcon.tsx';
import { IssueList } from './IssueList.tsx';

type Group = Output<'sources.issueGroups'>[number];
type IssuesCardProps = {
  readonly sources: readonly SourceRow[];
  /** Whose issues; null for all. */
  readonly source: SourceRow | null;
  readonly onSource: (sourceId: number | null) => void;
};

/** Records that were refused or changed, by reason; each reason opens to the records. */
export function IssuesCard({ sources, source, onSource }: IssuesCardProps) {
  const { t } = useTranslation('collect');
  const sourceId = source?.id ?? null;
  const query = useRpcQuery('sources.issueGroups', { sourceId }, { keepPrevious: true });
  const groups = query.data ?? [];
  const refused = groups.filter((group) => group.rejected).reduce((sum, group) => sum + group.count, 0);
  return (
    <Card
      title={t('issues.title')}
      badge={refused > 0 ? <ToneBadge tone="warn">{formatCount(refused)}</ToneBadge> : undefined}
      fact={t('issues.fact')}
      hasLine
      className={classes.issues}
      actions={
        <>
          <SourceSelect sources={sources} source={source} onSource={onSource} />
          <SaveIssues sourceId={sourceId} isPossible={groups.length > 0} />
        </>
      }
    >
      <ListStates
        query={query}
        skeleton={<RowSkeleton rows={3} height={40} />}
        isEmpty={(rows) => rows.length === 0}
        empty={
          <p className={classes.none}>
            {source === null ? t('issues.none') : t('issues.noneOf', { name: source.name })}
          </p>
        }
      >
        {(rows) => <Groups groups={rows} sources={sources} sourceId={sourceId} />}
      </ListStates>
    </Card>
  );
}

function SourceSelect({ sources, source, onSource }: IssuesCardProps) {
  const { t } = useTranslation('collect');
  if (sources.length < 2) return null;
  return (
    <Select
      size="xs"
      w={200}
      aria-label={t('issues.onlyOf')}
      data={[
        { value: 'all', label: t('issues.all') },
        ...sources.map((row) => ({ value: String(row.id), label: row.name })),
      ]}
      value={source === null ? 'all' : String(source.id)}
      onChange={(value) => onSource(value === null || value === 'all' ? null : Number(value))}
    />
  );
}

function SaveIssues({
  sourceId,
  isPossible,
}: {
  readonly sourceId: SourceRow['id'] | null;
  readonly isPossible: boolean;
}) {
  const { t } = useTranslation('collect');
  const host = useHost();
  const { run, isPending } = useRpcCommand('sources.exportIssues');
  async function save(): Promise<void> {
    const saved = await run({ sourceId });
    if (saved === undefined) return;
    if (saved.downloadId !== null) host.download(saved.downloadId);
    showToast({ title: t('issues.saved', { count: saved.count }), message: saved.path });
  }
  if (!isPossible) return null;
  return (
    <Button
      size="xs"
      variant="subtle"
      leftSection={<IconDownload size={14} aria-hidden />}
      loading={isPending}
      onClick={() => void save()}
    >
      {t('issues.save')}
    </Button>
  );
}

type GroupsProps = {
  readonly groups: readonly Group[];
  readonly sources: readonly SourceRow[];
  readonly sourceId: SourceRow['id'] | null;
};

function Groups({ groups, sources, sourceId }: GroupsProps) {
  const [openCode, setOpenCode] = useState<string | null>(null);
  return (
    <ul>
      {groups.map((group) => (
        <GroupEntry
          key={group.code}
          group={group}
          sources={sources}
          sourceId={sourceId}
          isOpen={group.code === openCode}
          onToggle={() => setOpenCode(group.code === openCode ? null : group.code)}
        />
      ))}
    </ul>
  );
}

const NAMES_SHOWN = 2;

type EntryProps = {
  readonly group: Group;
  readonly sources: readonly SourceRow[];
  readonly sourceId: SourceRow['id'] | null;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
};

function GroupEntry({ group, sources, sourceId, isOpen, onToggle }: EntryProps) {
  const { t } = useTranslation('collect');
  const Chevron = isOpen ? IconChevronDown : IconChevronRight;
  // Removed sources may still be named.
  const shown = group.sources.filter((name) => sources.some((source) => source.name === name));
  const names = shown.slice(0, NAMES_SHOWN).join(', ');
  const more = shown.length - NAMES_SHOWN;
  return (
    <li className={classes.group}>
      <UnstyledButton
        className={classes.groupHead}
        aria-expanded={isOpen}
        aria-label={t('issues.expand', { count: group.count, message: group.message })}
        onClick={onToggle}
      >
        <Chevron size={12} aria-hidden className="t3" />
        <IssueIcon code={group.code} isRefused={group.rejected} />
        <span className={`${classes.groupText} ell`} title={group.message}>
          {group.message}
        </span>
        <b className="num">{formatCount(group.count)}</b>
        <span className="t3 ell">
          {sourceId !== null ? null : more > 0 ? t('issues.moreSources', { names, count: more }) : names}
        </span>
        <ToneBadge tone={group.rejected ? 'warn' : 'neutral'}>
          {group.rejected ? t('issues.refused') : t('issues.note')}
        </ToneBadge>
      </UnstyledButton>
      {isOpen ? <IssueList group={group} sources={sources} sourceId={sourceId} /> : null}
    </li>
  );
}
