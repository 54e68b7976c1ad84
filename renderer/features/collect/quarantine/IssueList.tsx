import { ActionIcon, Button, UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SourceRow, StoredIssue } from '../../../../shared/model/source.ts';
import { useRpcCommand } from '../../../data/use-rpc-command.tsx';
import { useRpcQuery } from '../../../data/use-rpc-query.ts';
import { RawText } from '../../../trace/RawText.tsx';
import { VisibleText } from '../../../trace/VisibleText.tsx';
import { ListStates, RowSkeleton } from '../../../ui/ListStates.tsx';
import classes from '../collect.module.css';

const PAGE = 20;

type IssueListProps = {
  readonly group: { readonly code: string; readonly message: string };
  readonly sources: readonly SourceRow[];
  readonly sourceId: SourceRow['id'] | null;
  readonly canWrite: boolean;
  /** @param at place of the record among the open ones of this reason */
  readonly onRepair: (at: number) => void;
};

/** The records of one reason, a page at a time, each with its place and its text. */
export function IssueList({ group, sources, sourceId, canWrite, onRepair }: IssueListProps) {
  const { t } = useTranslation('collect');
  const [from, setFrom] = useState(0);
  const query = useRpcQuery(
    'sources.issues',
    { sourceId, code: group.code, from, limit: PAGE },
    { keepPrevious: true },
  );
  return (
    <div className={classes.issueList}>
      <ListStates query={query} skeleton={<RowSkeleton rows={3} height={32} />}>
        {({ rows, total }) => (
          <>
            <ul aria-label={t('issues.list', { message: group.message })}>
              {rows.map((issue, at) => (
                <IssueEntry
                  key={issue.id}
                  issue={issue}
                  sourceName={sources.find((source) => source.id === issue.sourceId)?.name ?? ''}
                  canRepair={canWrite && issue.rejected}
                  onRepair={() => onRepair(from + at)}
                />
              ))}
            </ul>
            {total > PAGE ? <Pager from={from} total={total} onFrom={setFrom} /> : null}
          </>
        )}
      </ListStates>
    </div>
  );
}

type PagerProps = { readonly from: number; readonly total: number; readonly onFrom: (from: number) => void };

function Pager({ from, total, onFrom }: PagerProps) {
  const { t } = useTranslation('collect');
  return (
    <div className={classes.pager}>
      <ActionIcon
        size={24}
        aria-label={t('issues.previous')}
        disabled={from === 0}
        onClick={() => onFrom(Math.max(0, from - PAGE))}
      >
        <IconChevronLeft size={14} aria-hidden />
      </ActionIcon>
      <span className="num" aria-live="polite">
        {t('issues.page', { from: from + 1, to: Math.min(total, from + PAGE), total })}
      </span>
      <ActionIcon
        size={24}
        aria-label={t('issues.next')}
        disabled={from + PAGE >= total}
        onClick={() => onFrom(from + PAGE)}
      >
        <IconChevronRight size={14} aria-hidden />
      </ActionIcon>
    </div>
  );
}

type IssueEntryProps = {
  readonly issue: StoredIssue;
  readonly sourceName: string;
  readonly canRepair: boolean;
  readonly onRepair: () => void;
};

function IssueEntry({ issue, sourceName, canRepair, onRepair }: IssueEntryProps) {
  const { t } = useTranslation('collect');
  const [isOpen, setOpen] = useState(false);
  const Chevron = isOpen ? IconChevronDown : IconChevronRight;
  return (
    <li>
      <UnstyledButton className={classes.issue} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <Chevron size={12} aria-hidden className="t3" />
        <span className="mono11 ell">
          <VisibleText text={sourceName} />
        </span>
        <span className="mono11 num">
          {issue.line === null ? t('issues.noLine') : t('issues.line', { line: issue.line })}
        </span>
        <span className="mono11 num t3">
          {issue.offset === null ? '' : t('issues.offset', { offset: issue.offset })}
        </span>
        <span className="ell" title={issue.message}>
          {issue.message}
        </span>
      </UnstyledButton>
      {isOpen ? (
        <div className={classes.raw}>
          {issue.raw === null ? (
            <span className="t3">{t('issues.noRaw')}</span>
          ) : (
            <RawText text={issue.raw} label={t('issues.raw')} />
          )}
          {canRepair ? <EntryActions issue={issue} onRepair={onRepair} /> : null}
        </div>
      ) : null}
    </li>
  );
}

function EntryActions({ issue, onRepair }: { readonly issue: StoredIssue; readonly onRepair: () => void }) {
  const { t } = useTranslation('collect');
  const { run, isPending } = useRpcCommand('sources.repair');
  return (
    <div className={classes.entryActions}>
      <Button size="xs" onClick={onRepair}>
        {t('repair.open')}
      </Button>
      <Button
        size="xs"
        variant="subtle"
        title={t('repair.hints.skip')}
        loading={isPending}
        onClick={() => void run({ issueIds: [issue.id], action: 'skip' })}
      >
        {t('repair.lead.skip')}
      </Button>
    </div>
  );
}
