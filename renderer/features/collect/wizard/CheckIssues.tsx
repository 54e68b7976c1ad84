import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Inspection, PreviewIssue } from '../../../../shared/contract/sources.ts';
import { formatCount } from '../../../i18n/format.ts';
import { ToneBadge } from '../../../ui/Badges.tsx';
import { Card } from '../../../ui/Card.tsx';
import { IssueIcon } from '../IssueIcon.tsx';
import { groupIssues, type IssueGroup } from './file-state.ts';
import classes from './wizard.module.css';

const SHOWN = 100;

/** Records that will be set aside, by line or by reason, and what can be done about them; remarks come after them. */
export function CheckIssues({ inspection }: { readonly inspection: Inspection }) {
  const { t } = useTranslation('collect');
  const [mode, setMode] = useState<'line' | 'reason'>('line');
  const { issues, refused } = inspection;
  const sorted = issues.toSorted((a, b) => Number(b.rejected) - Number(a.rejected));
  if (issues.length === 0) return null;
  return (
    <Card
      title={t('check.issuesTitle')}
      badge={refused > 0 ? <ToneBadge tone="warn">{formatCount(refused)}</ToneBadge> : undefined}
      hasLine
      className={classes.issuesCard}
      actions={
        <SegmentedControl
          size="xs"
          aria-label={t('check.order')}
          value={mode}
          onChange={setMode}
          data={[
            { value: 'line', label: t('check.byLine') },
            { value: 'reason', label: t('check.byReason') },
          ]}
        />
      }
    >
      {/* It scrolls, so the keyboard must reach it. */}
      <div className={classes.scroll} tabIndex={0} role="group" aria-label={t('check.issuesTitle')}>
        <table className={`${classes.table} ${classes.issueTable}`}>
          <thead>
            <tr>
              <th>{t(mode === 'line' ? 'check.columns.line' : 'check.columns.lines')}</th>
              <th>{t('check.columns.reason')}</th>
              {mode === 'reason' ? <th className={classes.right}>{t('check.columns.count')}</th> : null}
              <th>{t('check.columns.what')}</th>
            </tr>
          </thead>
          <tbody>
            {mode === 'line'
              ? sorted.slice(0, SHOWN).map((issue, at) => (
                  // Findings have no other identity than their place.
                  <LineRow key={at} issue={issue} />
                ))
              : groupIssues(issues).map((group) => (
                  <ReasonRow key={`${group.code} ${String(group.rejected)}`} group={group} />
                ))}
          </tbody>
        </table>
      </div>
      <p className={classes.issuesFoot}>{t('check.later')}</p>
    </Card>
  );
}

function LineRow({ issue }: { readonly issue: PreviewIssue }) {
  const { t } = useTranslation('collect');
  return (
    <tr>
      <td
        className="mono11 num"
        title={issue.offset === null ? undefined : t('issues.offset', { offset: issue.offset })}
      >
        {issue.line === null ? t('issues.noLine') : formatCount(issue.line)}
      </td>
      <td>
        <Reason issue={issue} />
      </td>
      <td className="t2">
        <WhatToDo issue={issue} />
      </td>
    </tr>
  );
}

function ReasonRow({ group }: { readonly group: IssueGroup }) {
  return (
    <tr>
      <td className="mono11">
        <Lines group={group} />
      </td>
      <td>
        <Reason issue={group} />
      </td>
      <td className={classes.right}>{formatCount(group.count)}</td>
      <td className="t2">
        <WhatToDo issue={group} />
      </td>
    </tr>
  );
}

function Reason({ issue }: { readonly issue: Pick<PreviewIssue, 'code' | 'message' | 'rejected'> }) {
  return (
    <span className={classes.reasonCell}>
      <IssueIcon code={issue.code} isRefused={issue.rejected} />
      <span>{issue.message}</span>
    </span>
  );
}

/** Nothing can be mended before it is in the project; here one sees that it can be. */
function WhatToDo({ issue }: { readonly issue: Pick<PreviewIssue, 'actions' | 'rejected'> }) {
  const { t } = useTranslation('collect');
  if (!issue.rejected) return t('check.keptAnyway');
  return issue.actions.map((action) => t(`repair.one.${action}`)).join(', ');
}

function Lines({ group }: { readonly group: IssueGroup }) {
  const { t } = useTranslation('collect');
  if (group.lines.length === 0) return t('issues.noLine');
  const lines = group.lines.map((line) => formatCount(line)).join(', ');
  const more = group.count - group.lines.length;
  return more > 0 ? t('check.moreLines', { lines, count: more }) : lines;
}
