import { Button, Select } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SourceRow } from '../../../../shared/model/source.ts';
import type { Output } from '../../../data/methods.ts';
import { useRpcQuery } from '../../../data/use-rpc-query.ts';
import { formatCount } from '../../../i18n/format.ts';
import { VisibleText } from '../../../trace/VisibleText.tsx';
import { markedText } from '../../../trace/visible-text.ts';
import { ToneBadge } from '../../../ui/Badges.tsx';
import { Card } from '../../../ui/Card.tsx';
import { ListStates, RowSkeleton } from '../../../ui/ListStates.tsx';
import classes from '../collect.module.css';
import { useSaveIssues } from '../use-save-issues.ts';
import { GroupEntry } from './GroupEntry.tsx';
import { RepairDialog } from './RepairDialog.tsx';

export type IssueGroup = Output<'sources.issueGroups'>[number];
/** The record that is being repaired: the one at a place of the open records of a reason. */
export type RepairPlace = { readonly group: IssueGroup; readonly at: number };

type QuarantineCardProps = {
  readonly sources: readonly SourceRow[];
  /** Whose records; null for all. */
  readonly source: SourceRow | null;
  readonly canWrite: boolean;
  readonly onSource: (sourceId: number | null) => void;
};

/** Records that were refused, by reason with what fits; below them remarks on records that were kept. */
export function QuarantineCard({ sources, source, canWrite, onSource }: QuarantineCardProps) {
  const { t } = useTranslation('collect');
  const sourceId = source?.id ?? null;
  const [place, setPlace] = useState<RepairPlace | null>(null);
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
          {groups.length === 0 ? null : <SaveIssues sourceId={sourceId} />}
        </>
      }
    >
      <ListStates
        query={query}
        skeleton={<RowSkeleton rows={3} height={40} />}
        isEmpty={(rows) => rows.length === 0}
        empty={
          <p className={classes.none}>
            {source === null ? t('issues.none') : <VisibleText text={t('issues.noneOf', { name: source.name })} />}
          </p>
        }
      >
        {(rows) => (
          <Groups groups={rows} sources={sources} sourceId={sourceId} canWrite={canWrite} onRepair={setPlace} />
        )}
      </ListStates>
      {place === null ? null : (
        <RepairDialog place={place} sources={sources} sourceId={sourceId} onClose={() => setPlace(null)} />
      )}
    </Card>
  );
}

type SourceSelectProps = Pick<QuarantineCardProps, 'sources' | 'source' | 'onSource'>;

function SourceSelect({ sources, source, onSource }: SourceSelectProps) {
  const { t } = useTranslation('collect');
  if (sources.length < 2) return null;
  return (
    <Select
      size="xs"
      w={200}
      aria-label={t('issues.onlyOf')}
      data={[
        { value: 'all', label: t('issues.all') },
        ...sources.map((row) => ({ value: String(row.id), label: markedText(row.name) })),
      ]}
      value={source === null ? 'all' : String(source.id)}
      onChange={(value) => onSource(value === null || value === 'all' ? null : Number(value))}
    />
  );
}

function SaveIssues({ sourceId }: { readonly sourceId: SourceRow['id'] | null }) {
  const { t } = useTranslation('collect');
  const { save, isPending } = useSaveIssues();
  return (
    <Button
      size="xs"
      variant="subtle"
      leftSection={<IconDownload size={14} aria-hidden />}
      loading={isPending}
      onClick={() => void save(sourceId)}
    >
      {t('issues.save')}
    </Button>
  );
}

type GroupsProps = {
  readonly groups: readonly IssueGroup[];
  readonly sources: readonly SourceRow[];
  readonly sourceId: SourceRow['id'] | null;
  readonly canWrite: boolean;
  readonly onRepair: (place: RepairPlace) => void;
};

function Groups({ groups, sources, sourceId, canWrite, onRepair }: GroupsProps) {
  const [openKey, setOpenKey] = useState<string | null>(null);
  const sorted = groups.toSorted((a, b) => Number(b.rejected) - Number(a.rejected) || b.count - a.count);
  return (
    <ul>
      {sorted.map((group) => {
        const key = `${group.code} ${String(group.rejected)}`;
        return (
          <GroupEntry
            key={key}
            group={group}
            sources={sources}
            sourceId={sourceId}
            canWrite={canWrite}
            isOpen={key === openKey}
            onToggle={() => setOpenKey(key === openKey ? null : key)}
            onRepair={(at) => onRepair({ group, at })}
          />
        );
      })}
    </ul>
  );
}
