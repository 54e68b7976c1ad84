import { Button } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { usePaneSizes } from '../../data/use-pane-sizes.ts';
import { useProject } from '../../data/use-project.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ListStates } from '../../ui/ListStates.tsx';
import { Page, PageHead } from '../../ui/PageHead.tsx';
import { PaneLayout } from '../../ui/PaneLayout.tsx';
import { ActionBar } from './ActionBar.tsx';
import { Compare } from './Compare.tsx';
import { ConsequenceStrip } from './ConsequenceStrip.tsx';
import { GroupList } from './GroupList.tsx';
import { MemberStrip } from './MemberStrip.tsx';
import { useDuplicateCommands } from './use-duplicate-commands.ts';
import { useGroups, type DuplicateKind, type OpenGroup } from './use-groups.ts';
import { useResolve, type Resolve } from './use-resolve.ts';

/** Exact duplicates as groups: keep one, merge, or keep all. Everything can be undone. */
export function DuplicatesPage() {
  const { t } = useTranslation('duplicates');
  const [kind, setKind] = useState<DuplicateKind>('prompt');
  const canWrite = useProject()?.readOnly === false;
  const groups = useGroups(kind);
  const resolve = useResolve(kind, groups.open, canWrite);
  useDuplicateCommands({ groups, resolve, canWrite });
  const { total = 0, removable = 0 } = groups.query.data ?? {};
  return (
    <Page>
      <PageHead title={t('title')} fact={groups.query.data === undefined ? undefined : t('fact', { count: total })}>
        {total > 0 && canWrite ? (
          <AllActions kind={kind} total={total} removable={removable} resolve={resolve} />
        ) : null}
      </PageHead>
      <ConsequenceStrip kind={kind} onKind={setKind} removable={groups.query.data?.removable} />
      <ListStates
        query={groups.query}
        isEmpty={(data) => data.groups.length === 0}
        empty={
          <EmptyState
            icon={<IconCircleCheck size={20} aria-hidden />}
            tone="ok"
            title={t('empty')}
            text={t(`emptyText.${kind}`)}
          >
            <Button component={Link} href="/samples">
              {t('openSamples')}
            </Button>
          </EmptyState>
        }
      >
        {() =>
          groups.open === null ? null : (
            <Panes groups={groups} open={groups.open} total={total} resolve={resolve} canWrite={canWrite} />
          )
        }
      </ListStates>
    </Page>
  );
}

type PanesProps = {
  readonly groups: ReturnType<typeof useGroups>;
  readonly open: OpenGroup;
  readonly total: number;
  readonly resolve: Resolve;
  readonly canWrite: boolean;
};

function Panes({ groups, open, total, resolve, canWrite }: PanesProps) {
  const { t } = useTranslation('duplicates');
  return (
    <PaneLayout
      {...usePaneSizes('duplicates')}
      panes={[
        {
          key: 'groups',
          label: t('panes.groups'),
          size: '276px',
          min: '180px',
          children: <GroupList groups={groups.groups} at={open.at} total={total} onPick={groups.pick} />,
        },
        {
          key: 'compare',
          label: t('panes.compare'),
          size: 1,
          children: (
            <>
              <MemberStrip open={open} onCompare={groups.compare} />
              <Compare open={open} canWrite={canWrite} onMakeKeeper={groups.makeKeeper} />
              <ActionBar open={open} resolve={resolve} canWrite={canWrite} />
            </>
          ),
        },
      ]}
    />
  );
}

type AllProps = {
  readonly kind: DuplicateKind;
  readonly total: number;
  readonly removable: number;
  readonly resolve: Resolve;
};

/** Settles every group at once. The number of samples that go is named before. */
function AllActions({ kind, total, removable, resolve }: AllProps) {
  const { t } = useTranslation('duplicates');
  const [asked, setAsked] = useState<'keep' | 'merge' | null>(null);
  async function confirm(action: 'keep' | 'merge'): Promise<void> {
    await resolve.all(action);
    setAsked(null);
  }
  return (
    <>
      {/* Samples with the same trajectory also have the same prompt; merging goes by that. */}
      {kind === 'prompt' ? (
        <Button disabled={resolve.isBusy} onClick={() => setAsked('merge')}>
          {t('actions.mergeAll')}
        </Button>
      ) : null}
      <Button disabled={resolve.isBusy} onClick={() => setAsked('keep')}>
        {t('actions.keepAll', { count: total })}
      </Button>
      {(['keep', 'merge'] as const).map((action) => (
        <ConfirmDialog
          key={action}
          isOpen={asked === action}
          isDanger={false}
          isPending={resolve.isBusy}
          title={t(`confirm.${action}Title`, { count: removable })}
          text={t(`confirm.${action}Text`, { count: total })}
          action={t(`confirm.${action}Action`, { count: removable })}
          onConfirm={() => void confirm(action)}
          onClose={() => setAsked(null)}
        />
      ))}
    </>
  );
}
