import { Button, ScrollArea, Table } from '@mantine/core';
import { IconArrowBackUp, IconArrowForwardUp, IconHistory } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ActionRow } from '../../../shared/contract/jobs.ts';
import { useHost } from '../../data/client.tsx';
import { useRpcQuery } from '../../data/use-rpc-query.ts';
import { formatMoment } from '../../i18n/format.ts';
import { useAllCommands } from '../../state/commands.tsx';
import { formatKeys } from '../../state/keys.ts';
import { ToneBadge } from '../../ui/Badges.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Kbd } from '../../ui/Kbd.tsx';
import { ListStates } from '../../ui/ListStates.tsx';
import { Page, PageHead } from '../../ui/PageHead.tsx';
import classes from './HistoryPage.module.css';

const STEP = 100;
const MOST = 500;

/** Every change in order; undo goes back one by one and never deletes from the list. */
export function HistoryPage() {
  const { t } = useTranslation('history');
  const [limit, setLimit] = useState(STEP);
  const query = useRpcQuery('history.list', { before: null, limit }, { keepPrevious: true });
  return (
    <Page>
      <PageHead title={t('title')} fact={t('fact')}>
        <StepButton
          id="history.redo"
          icon={<IconArrowForwardUp size={14} aria-hidden />}
          action={query.data?.canRedo ?? null}
        />
        <StepButton
          id="history.undo"
          icon={<IconArrowBackUp size={14} aria-hidden />}
          action={query.data?.canUndo ?? null}
        />
      </PageHead>
      <ListStates
        query={query}
        isEmpty={({ rows }) => rows.length === 0}
        empty={
          <EmptyState icon={<IconHistory size={20} aria-hidden />} title={t('emptyTitle')} text={t('emptyText')} />
        }
      >
        {({ rows, canUndo }) => (
          <ScrollArea className={classes.scroll} data-pane="history" tabIndex={-1}>
            <Actions rows={rows} nextUndo={canUndo?.id ?? null} />
            {rows.length === limit && limit < MOST ? (
              <Button variant="subtle" m={12} onClick={() => setLimit((value) => Math.min(MOST, value + STEP))}>
                {t('more')}
              </Button>
            ) : null}
          </ScrollArea>
        )}
      </ListStates>
    </Page>
  );
}

/** The command's own button: the same as its key, with the change it would take back or bring back as its name. */
function StepButton({
  id,
  icon,
  action,
}: {
  id: 'history.undo' | 'history.redo';
  icon: React.ReactNode;
  action: ActionRow | null;
}) {
  const { t } = useTranslation(['history', 'common']);
  const { isMac } = useHost();
  const command = useAllCommands().find((item) => item.id === id);
  const isUndo = id === 'history.undo';
  const label = action === null ? '' : t(isUndo ? 'undoLast' : 'redoLast', { label: action.label });
  return (
    <Button
      disabled={action === null || command?.when?.() === false}
      leftSection={icon}
      rightSection={<Kbd keys={formatKeys(isUndo ? 'mod+z' : 'mod+shift+z', isMac)} />}
      onClick={() => command?.run()}
      {...(label === '' ? {} : { title: label, 'aria-label': label })}
    >
      {t(isUndo ? 'common:actions.undo' : 'common:actions.redo')}
    </Button>
  );
}

function Actions({ rows, nextUndo }: { rows: readonly ActionRow[]; nextUndo: number | null }) {
  const { t } = useTranslation('history');
  return (
    <Table stickyHeader className={classes.table}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th w={150}>{t('columns.when')}</Table.Th>
          <Table.Th>{t('columns.what')}</Table.Th>
          <Table.Th w={160}>{t('columns.who')}</Table.Th>
          <Table.Th w={160}>{t('columns.state')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map((row) => (
          <Table.Tr key={row.id} data-undone={row.undone || undefined} data-next={row.id === nextUndo || undefined}>
            <Table.Td className="num">{formatMoment(row.at)}</Table.Td>
            <Table.Td className={classes.label}>{row.label}</Table.Td>
            <Table.Td>{row.actor}</Table.Td>
            <Table.Td>
              <ActionState row={row} isNext={row.id === nextUndo} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function ActionState({ row, isNext }: { row: ActionRow; isNext: boolean }) {
  const { t } = useTranslation('history');
  if (row.undone) return <ToneBadge>{t('undone')}</ToneBadge>;
  if (row.undoOf !== null) return <ToneBadge tone="outline">{t('isUndo')}</ToneBadge>;
  if (!row.undoable) return <span className="t3">{t('notUndoable')}</span>;
  return isNext ? <ToneBadge tone="accent">{t('next')}</ToneBadge> : null;
}
