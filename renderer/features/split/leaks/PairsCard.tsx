import { Button, SegmentedControl } from '@mantine/core';
import { IconCircleCheck, IconScan } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useHost } from '../../../data/client.tsx';
import { formatKeys } from '../../../state/keys.ts';
import { Note } from '../../../ui/Badges.tsx';
import { Card } from '../../../ui/Card.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Kbd } from '../../../ui/Kbd.tsx';
import { ListStates } from '../../../ui/ListStates.tsx';
import classes from './leaks.module.css';
import type { PairDialog } from './LeaksPane.tsx';
import { PairPanel } from './PairPanel.tsx';
import { PairTable } from './PairTable.tsx';
import type { Leaks, LeakState, LeakSummary } from './use-leaks.ts';

type Props = {
  readonly leaks: Leaks;
  readonly summary: LeakSummary;
  readonly onDialog: (dialog: PairDialog) => void;
};

/** The pairs, the one that is open, and what closes most of them at once. */
export function PairsCard({ leaks, summary, onDialog }: Props) {
  const { t } = useTranslation('split');
  const isChecked = summary.checkedAt !== null;
  return (
    <Card
      title={t('table.title')}
      hasLine
      className={classes.pairs}
      badge={isChecked && summary.accepted > 0 ? <StateChoice leaks={leaks} summary={summary} /> : null}
      actions={leaks.canWrite ? <FixAll leaks={leaks} summary={summary} /> : null}
    >
      {isChecked && summary.isSplit ? (
        <ListStates
          query={leaks.pairs}
          isEmpty={({ rows }) => rows.length === 0}
          empty={<NoPairs leaks={leaks} summary={summary} />}
        >
          {(page) => (
            <>
              <PairTable leaks={leaks} page={page} onDialog={onDialog} />
              {leaks.open === null ? null : (
                <PairPanel key={leaks.open.key} pair={leaks.open} leaks={leaks} onDialog={onDialog} />
              )}
            </>
          )}
        </ListStates>
      ) : (
        <NotChecked leaks={leaks} isSplit={summary.isSplit} />
      )}
      {leaks.rows.length > 0 ? null : (
        <div className={classes.emptyFoot}>
          <Note>{t('pair.repeatable')}</Note>
        </div>
      )}
    </Card>
  );
}

function StateChoice({ leaks, summary }: Pick<Props, 'leaks' | 'summary'>) {
  const { t } = useTranslation('split');
  return (
    <SegmentedControl
      aria-label={t('table.state')}
      value={leaks.state}
      onChange={(state: LeakState) => leaks.show({ state })}
      data={[
        { value: 'open', label: t('table.open', { count: summary.open }) },
        { value: 'accepted', label: t('table.accepted', { count: summary.accepted }) },
      ]}
    />
  );
}

/** The fix that is suggested for all; it says how many it fixes, and what it leaves. */
function FixAll({ leaks, summary }: Pick<Props, 'leaks' | 'summary'>) {
  const { t } = useTranslation('split');
  const { isMac } = useHost();
  const { fixes, moves, after } = summary.fix;
  if (fixes === 0) return null;
  return (
    <Button
      size="xs"
      disabled={!leaks.canFixAll}
      title={t('table.fixAllHint', { moves, ...after })}
      aria-keyshortcuts="Control+Enter"
      rightSection={<Kbd keys={formatKeys('mod+enter', isMac)} />}
      onClick={leaks.fixAll}
    >
      {t('table.fixAll', { count: fixes })}
    </Button>
  );
}

function NotChecked({ leaks, isSplit }: { readonly leaks: Leaks; readonly isSplit: boolean }) {
  const { t } = useTranslation('split');
  if (!isSplit) return <EmptyState title={t('leaks.splitFirst')} text={t('leaks.splitFirstText')} />;
  return (
    <EmptyState icon={<IconScan size={20} aria-hidden />} title={t('leaks.never')} text={t('leaks.neverText')}>
      {leaks.canWrite ? (
        <Button onClick={leaks.check.start} disabled={leaks.check.isBusy}>
          {t('leaks.check')}
        </Button>
      ) : null}
    </EmptyState>
  );
}

function NoPairs({ leaks, summary }: Pick<Props, 'leaks' | 'summary'>) {
  const { t } = useTranslation('split');
  const wayBack =
    leaks.kind === null ? null : <Button onClick={() => leaks.show({ kind: null })}>{t('leaks.allKinds')}</Button>;
  if (leaks.state === 'accepted')
    return (
      <EmptyState title={t('leaks.noneAccepted')} text={t('leaks.noneAcceptedText')}>
        {wayBack}
      </EmptyState>
    );
  return (
    <EmptyState
      icon={<IconCircleCheck size={20} aria-hidden />}
      tone="ok"
      title={t(leaks.kind === null ? 'leaks.none' : 'leaks.noneOfKind')}
      text={leaks.kind === null ? t('leaks.noneText', { count: summary.compared }) : t('leaks.noneOfKindText')}
    >
      {wayBack}
    </EmptyState>
  );
}
