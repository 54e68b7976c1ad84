import { ActionIcon, Button, Menu, UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconChevronRight, IconDots } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { RepairAction, SourceRow } from '../../../../shared/model/source.ts';
import { formatCount } from '../../../i18n/format.ts';
import { VisibleText } from '../../../trace/VisibleText.tsx';
import { ToneBadge } from '../../../ui/Badges.tsx';
import classes from '../collect.module.css';
import { IssueIcon } from '../IssueIcon.tsx';
import { isBulk, leadAction } from './actions.ts';
import { IssueList } from './IssueList.tsx';
import type { IssueGroup } from './QuarantineCard.tsx';
import { useBulkRepair } from './use-bulk-repair.ts';

const NAMES_SHOWN = 2;

type GroupEntryProps = {
  readonly group: IssueGroup;
  readonly sources: readonly SourceRow[];
  readonly sourceId: SourceRow['id'] | null;
  readonly canWrite: boolean;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
  readonly onRepair: (at: number) => void;
};

/** One reason: what it is, how often, in which sources, and what can be done about all its records. */
export function GroupEntry(props: GroupEntryProps) {
  const { group, sources, sourceId, canWrite, isOpen, onToggle, onRepair } = props;
  const { t } = useTranslation('collect');
  const Chevron = isOpen ? IconChevronDown : IconChevronRight;
  return (
    <li className={classes.group}>
      <div className={classes.groupRow}>
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
          <span className="t3 ell">{sourceId === null ? <SourceNames group={group} sources={sources} /> : null}</span>
        </UnstyledButton>
        <span className={classes.groupActions}>
          {group.rejected ? (
            canWrite && <GroupActions group={group} sourceId={sourceId} onRepair={() => onRepair(0)} />
          ) : (
            <ToneBadge>{t('issues.note')}</ToneBadge>
          )}
        </span>
      </div>
      {isOpen ? (
        <IssueList group={group} sources={sources} sourceId={sourceId} canWrite={canWrite} onRepair={onRepair} />
      ) : null}
    </li>
  );
}

function SourceNames({ group, sources }: Pick<GroupEntryProps, 'group' | 'sources'>) {
  const { t } = useTranslation('collect');
  // Removed sources may still be named.
  const shown = group.sources.filter((name) => sources.some((source) => source.name === name));
  const names = shown.slice(0, NAMES_SHOWN).join(', ');
  const more = shown.length - NAMES_SHOWN;
  return <VisibleText text={more > 0 ? t('issues.moreSources', { names, count: more }) : names} />;
}

type GroupActionsProps = {
  readonly group: IssueGroup;
  readonly sourceId: SourceRow['id'] | null;
  readonly onRepair: () => void;
};

/** The action that fits best in sight, the others in a menu. */
function GroupActions({ group, sourceId, onRepair }: GroupActionsProps) {
  const { t } = useTranslation('collect');
  const bulk = useBulkRepair(sourceId);
  const lead = leadAction(group.actions);
  const { count, message } = group;
  function act(action: RepairAction): void {
    if (isBulk(action)) void bulk.run(group.code, action);
    else onRepair();
  }
  return (
    <>
      {lead === null ? null : (
        <Button
          size="xs"
          variant="subtle"
          c="var(--accent)"
          aria-label={t('repair.leadOf', { action: t(`repair.lead.${lead}`), message })}
          title={t(`repair.hints.${lead}`)}
          loading={bulk.isPending}
          onClick={() => act(lead)}
        >
          {t(`repair.lead.${lead}`)}
        </Button>
      )}
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon size={24} aria-label={t('repair.menu', { message })}>
            <IconDots size={16} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {group.actions.map((action) => (
            <Menu.Item key={action} title={t(`repair.hints.${action}`)} onClick={() => act(action)}>
              {isBulk(action) ? t(`repair.all.${action}`, { count }) : t(`repair.lead.${action}`)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </>
  );
}
