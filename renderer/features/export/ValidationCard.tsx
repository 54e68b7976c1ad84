import { ActionIcon, Button, Loader, UnstyledButton } from '@mantine/core';
import {
  IconAlertTriangle,
  IconAlertTriangleFilled,
  IconCheck,
  IconChecklist,
  IconChevronDown,
  IconChevronRight,
  IconCircleX,
  IconCircleXFilled,
  IconPackageExport,
  IconRefresh,
  IconTable,
} from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'wouter';
import type { ExportSpec } from '../../../shared/contract/graders.ts';
import type { ExportProblem } from '../../../shared/model/problem.ts';
import type { Output } from '../../data/methods.ts';
import { samplesHref } from '../../data/navigation.ts';
import { useRpcQuery, type RpcQueryResult } from '../../data/use-rpc-query.ts';
import { ToneBadge } from '../../ui/Badges.tsx';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ListStates, RowSkeleton } from '../../ui/ListStates.tsx';
import classes from './export.module.css';
import { groupProblems, idsFilter, type ProblemGroup } from './problem-groups.ts';
import { ProblemPlace, SampleLink } from './ProblemPlace.tsx';

type Preview = Output<'exports.preview'>;
type ValidationCardProps = {
  readonly query: RpcQueryResult<'exports.preview'>;
  readonly spec: ExportSpec;
  readonly onFilter: (filter: string) => void;
};

/** What is wrong with the lines of the package, line by line, and what was checked and holds. */
export function ValidationCard({ query, spec, onFilter }: ValidationCardProps) {
  const { t } = useTranslation('export');
  const { data, refetch } = query;
  return (
    <Card
      title={t('validation.title')}
      badge={data === undefined ? undefined : <Counts preview={data} />}
      hasLine
      className={classes.grow}
      actions={
        <>
          {data === undefined ? null : (
            <span className="meta num">
              {t('validation.split', { train: data.train, validation: data.validation })}
            </span>
          )}
          <ActionIcon
            size={24}
            aria-label={t('validation.refresh')}
            title={t('validation.refresh')}
            onClick={() => void refetch()}
          >
            {query.isFetching ? <Loader size={14} aria-hidden /> : <IconRefresh size={14} aria-hidden />}
          </ActionIcon>
        </>
      }
    >
      {/* Scrolls by keyboard, too. */}
      <div
        className={classes.cardScroll}
        role="group"
        aria-label={t('validation.title')}
        tabIndex={0}
        data-old={query.isPlaceholderData || undefined}
        aria-busy={query.isFetching}
      >
        <ListStates
          query={query}
          skeleton={<RowSkeleton rows={5} />}
          isEmpty={(preview) => preview.total === 0}
          empty={<NothingToExport filter={spec.filter} onFilter={onFilter} />}
        >
          {(preview) => <Problems preview={preview} spec={spec} />}
        </ListStates>
      </div>
    </Card>
  );
}

function Counts({ preview }: { readonly preview: Preview }) {
  const { t } = useTranslation('export');
  const { errors, warnings } = preview.problemCount;
  if (preview.total === 0) return null;
  return (
    <>
      {errors > 0 ? (
        <ToneBadge tone="err" icon={<IconCircleX size={12} aria-hidden />}>
          {t('validation.errors', { count: errors })}
        </ToneBadge>
      ) : null}
      {warnings > 0 ? (
        <ToneBadge tone="warn" icon={<IconAlertTriangle size={12} aria-hidden />}>
          {t('validation.warnings', { count: warnings })}
        </ToneBadge>
      ) : null}
    </>
  );
}

function Problems({ preview, spec }: { readonly preview: Preview; readonly spec: ExportSpec }) {
  const { t } = useTranslation('export');
  const groups = groupProblems(preview.problems);
  const counted = preview.problemCount.errors + preview.problemCount.warnings;
  return (
    <>
      {groups.length === 0 ? <p className={classes.none}>{t('validation.none')}</p> : null}
      <ul>
        {groups.map((entry) => (
          <GroupView key={entry.key} group={entry} filter={spec.filter} />
        ))}
      </ul>
      {counted > preview.problems.length ? (
        <p className={classes.none}>{t('validation.first', { count: preview.problems.length })}</p>
      ) : null}
      <ul className={classes.passed} aria-label={t('validation.passed')}>
        {preview.passed.map((sentence) => (
          <li key={sentence}>
            <IconCheck size={14} aria-hidden className="c-ok" />
            {sentence}
          </li>
        ))}
      </ul>
    </>
  );
}

const MARKS = {
  error: { Mark: IconCircleXFilled, tone: 'c-err' },
  warning: { Mark: IconAlertTriangleFilled, tone: 'c-warn' },
} as const;

type GroupViewProps = { readonly group: ProblemGroup; readonly filter: string };

function GroupView({ group, filter }: GroupViewProps) {
  const { t } = useTranslation('export');
  const { Mark, tone } = MARKS[group.severity];
  const [first] = group.problems;
  if (first === undefined) return null;
  return (
    <li className={classes.problem}>
      <Mark size={14} role="img" aria-label={t(`validation.${group.severity}`)} className={tone} />
      <b>{group.message}</b>
      <span className={classes.problemEnd}>
        {group.problems.length > 1 ? (
          <Link href={samplesHref(idsFilter(group.sampleIds))} className={classes.problemLink}>
            {t('validation.openAll', { count: group.sampleIds.length })}
          </Link>
        ) : (
          <SampleLink problem={first} filter={filter} />
        )}
      </span>
      {group.problems.length > 1 ? <Members group={group} filter={filter} /> : <ProblemPlace problem={first} />}
    </li>
  );
}

const MEMBERS_SHOWN = 20;

/** The lines that share a problem, folded to their number. */
function Members({ group, filter }: GroupViewProps) {
  const { t } = useTranslation('export');
  const [isOpen, setOpen] = useState(false);
  const [shown, setShown] = useState(MEMBERS_SHOWN);
  const count = group.problems.length;
  const Chevron = isOpen ? IconChevronDown : IconChevronRight;
  return (
    <div className={classes.members}>
      <UnstyledButton
        className={classes.fold}
        aria-expanded={isOpen}
        aria-label={t('validation.expand', { count, message: group.message })}
        onClick={() => setOpen(!isOpen)}
      >
        <Chevron size={12} aria-hidden />
        {t('validation.lines', { count })}
      </UnstyledButton>
      {isOpen ? (
        <ul>
          {group.problems.slice(0, shown).map((problem, at) => (
            // A list that is made anew with every check; its order is its identity.
            <MemberView key={at} problem={problem} filter={filter} />
          ))}
        </ul>
      ) : null}
      {isOpen && count > shown ? (
        <UnstyledButton className={classes.fold} onClick={() => setShown(shown + 100)}>
          {t('validation.more', { count: Math.min(100, count - shown) })}
        </UnstyledButton>
      ) : null}
    </div>
  );
}

function MemberView({ problem, filter }: { readonly problem: ExportProblem; readonly filter: string }) {
  return (
    <li className={classes.member}>
      <ProblemPlace problem={problem} />
      <SampleLink problem={problem} filter={filter} />
    </li>
  );
}

type NothingToExportProps = { readonly filter: string; readonly onFilter: (filter: string) => void };

/** Nothing matches: why, and the ways on. */
function NothingToExport({ filter, onFilter }: NothingToExportProps) {
  const { t } = useTranslation('export');
  const [, navigate] = useLocation();
  const { data: stats } = useRpcQuery('stats.get', {});
  const isDefault = filter === 'decision:include';
  const all = stats?.samples ?? 0;
  return (
    <EmptyState
      icon={<IconPackageExport size={20} aria-hidden />}
      title={t(isDefault ? 'validation.emptyTitle' : 'validation.emptyFilterTitle')}
      text={isDefault ? t('validation.emptyText') : t('validation.emptyFilterText', { filter })}
    >
      <Button leftSection={<IconTable size={14} aria-hidden />} onClick={() => navigate(samplesHref(''))}>
        {t('validation.toSamples')}
      </Button>
      <Button leftSection={<IconChecklist size={14} aria-hidden />} onClick={() => navigate('/review')}>
        {t('validation.toReview')}
      </Button>
      {all > 0 ? <Button onClick={() => onFilter('')}>{t('validation.useAll', { count: all })}</Button> : null}
    </EmptyState>
  );
}
