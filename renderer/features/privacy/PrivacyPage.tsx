import { ActionIcon, Button, Menu } from '@mantine/core';
import { IconDots, IconEraser, IconLockOpen, IconRefresh, IconScan, IconShieldLock } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useHost } from '../../data/client.tsx';
import type { Output } from '../../data/methods.ts';
import { usePaneSizes } from '../../data/use-pane-sizes.ts';
import { useProject } from '../../data/use-project.ts';
import { useRpcQuery } from '../../data/use-rpc-query.ts';
import { formatKeys } from '../../state/keys.ts';
import { Note } from '../../ui/Badges.tsx';
import { Kbd } from '../../ui/Kbd.tsx';
import { ListStates } from '../../ui/ListStates.tsx';
import { Page, PageHead } from '../../ui/PageHead.tsx';
import { PaneLayout } from '../../ui/PaneLayout.tsx';
import { FindingPane } from './FindingPane.tsx';
import { FindingsPane } from './FindingsPane.tsx';
import { KindsPane } from './KindsPane.tsx';
import { MaskDialog } from './MaskDialog.tsx';
import { NothingFound } from './NothingFound.tsx';
import classes from './privacy.module.css';
import { ProgressStrip } from './ProgressStrip.tsx';
import { PurgeDialog } from './PurgeDialog.tsx';
import { UnmaskDialog } from './UnmaskDialog.tsx';
import { useFindings } from './use-findings.ts';
import { usePrivacyCommands } from './use-privacy-commands.ts';
import { usePrivacyJobs, type PrivacyJobs } from './use-privacy-jobs.ts';
import { useScope, type Scope } from './use-scope.ts';

type Summary = Output<'privacy.summary'>;
export type PrivacyDialog = 'mask' | 'unmask' | 'purge';

/** What scans found about people and about secrets, what is done with it, and the ways to take it out. */
export function PrivacyPage() {
  const { t } = useTranslation('privacy');
  const canWrite = useProject()?.readOnly === false;
  const view = useScope();
  const summary = useRpcQuery('privacy.summary', view.scope, { keepPrevious: true });
  const jobs = usePrivacyJobs();
  const findings = useFindings(view);
  const [dialog, setDialog] = useState<PrivacyDialog | null>(null);
  const [side, setSide] = useState<'before' | 'after'>('after');
  const can = { write: canWrite, change: canWrite && !jobs.isBusy };
  usePrivacyCommands({
    findings,
    can,
    open: setDialog,
    scan: () => void jobs.scan.start({ ...view.scope, again: false }),
    turn: () => setSide((now) => (now === 'after' ? 'before' : 'after')),
  });
  return (
    <Page>
      <PageHead title={t('title')} fact={summary.data === undefined ? undefined : <Fact summary={summary.data} />}>
        <Actions summary={summary.data} view={view} jobs={jobs} can={can} onDialog={setDialog} />
      </PageHead>
      <ProgressStrip jobs={jobs} />
      {canWrite ? null : (
        <div className={classes.strip}>
          <Note>{t('readOnly')}</Note>
        </div>
      )}
      <ListStates
        query={summary}
        isEmpty={(data) => data.foundSamples === 0 && view.conditions.filter === '' && view.conditions.source === null}
        empty={
          summary.data === undefined ? null : (
            <NothingFound
              summary={summary.data}
              isBusy={jobs.isBusy}
              canWrite={canWrite}
              onScan={() => void jobs.scan.start({ ...view.scope, again: false })}
            />
          )
        }
      >
        {(data) => <Panes summary={data} view={view} findings={findings} can={can} side={side} onSide={setSide} />}
      </ListStates>
      {dialog === 'mask' ? (
        <MaskDialog
          scope={view.scope}
          isOff={!can.change}
          onMask={() => {
            setDialog(null);
            void jobs.mask.start({ ...view.scope, policy: null });
          }}
          onClose={() => setDialog(null)}
        />
      ) : null}
      <UnmaskDialog
        isOpen={dialog === 'unmask'}
        count={summary.data?.kinds.reduce((sum, kind) => sum + kind.masked, 0) ?? 0}
        onUnmask={() => {
          setDialog(null);
          void jobs.unmask.start(view.scope);
        }}
        onClose={() => setDialog(null)}
      />
      {dialog === 'purge' ? <PurgeDialog onClose={() => setDialog(null)} /> : null}
    </Page>
  );
}

function Fact({ summary }: { readonly summary: Summary }) {
  const { t } = useTranslation('privacy');
  const { samples, scanned } = summary;
  if (samples === 0) return null;
  if (scanned === 0) return t('fact.never');
  return scanned === samples ? t('fact.all', { count: samples }) : t('fact.part', { scanned, samples });
}

export type Can = { readonly write: boolean; readonly change: boolean };
type ActionsProps = {
  readonly summary: Summary | undefined;
  readonly view: Scope;
  readonly jobs: PrivacyJobs;
  readonly can: Can;
  readonly onDialog: (dialog: PrivacyDialog) => void;
};

function Actions({ summary, view, jobs, can, onDialog }: ActionsProps) {
  const { t } = useTranslation('privacy');
  const { isMac } = useHost();
  const masked = summary?.kinds.reduce((sum, kind) => sum + kind.masked, 0) ?? 0;
  // What the policy keeps is not masked.
  const open = summary?.kinds.reduce((sum, kind) => sum + kind.open - kind.kept, 0) ?? 0;
  const isOff = !can.change || open === 0;
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon aria-label={t('actions.more')}>
            <IconDots size={16} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<IconRefresh size={14} aria-hidden />}
            disabled={!can.change || summary?.scanned === 0}
            onClick={() => void jobs.scan.start({ ...view.scope, again: true })}
          >
            {t('actions.scanAgain')}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconLockOpen size={14} aria-hidden />}
            disabled={!can.change || masked === 0}
            onClick={() => onDialog('unmask')}
          >
            {t('actions.unmask')}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item
            leftSection={<IconEraser size={14} aria-hidden />}
            color="var(--err)"
            disabled={!can.change}
            onClick={() => onDialog('purge')}
          >
            {t('actions.purge')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Button
        leftSection={<IconScan size={14} aria-hidden />}
        disabled={!can.change || summary === undefined || summary.samples === 0}
        onClick={() => void jobs.scan.start({ ...view.scope, again: false })}
      >
        {t('actions.scan')}
      </Button>
      <Button
        variant="filled"
        disabled={isOff}
        leftSection={<IconShieldLock size={14} aria-hidden />}
        rightSection={<Kbd keys={formatKeys('m', isMac)} isOnFill={!isOff} />}
        aria-keyshortcuts="M"
        onClick={() => onDialog('mask')}
      >
        {open === 0 ? t('actions.maskNone') : t('actions.mask', { count: open })}
      </Button>
    </>
  );
}

type PanesProps = {
  readonly summary: Summary;
  readonly view: Scope;
  readonly findings: ReturnType<typeof useFindings>;
  readonly can: Can;
  readonly side: 'before' | 'after';
  readonly onSide: (side: 'before' | 'after') => void;
};

function Panes({ summary, view, findings, can, side, onSide }: PanesProps) {
  const { t } = useTranslation('privacy');
  return (
    <PaneLayout
      {...usePaneSizes('privacy')}
      panes={[
        {
          key: 'kinds',
          label: t('panes.kinds'),
          size: '440px',
          min: '400px',
          children: <KindsPane summary={summary} view={view} canWrite={can.write} />,
        },
        {
          key: 'findings',
          label: t('panes.findings'),
          size: 1,
          min: '300px',
          children: <FindingsPane summary={summary} view={view} findings={findings} />,
        },
        {
          key: 'finding',
          label: t('panes.finding'),
          size: '400px',
          min: '300px',
          children: <FindingPane finding={findings.current} can={can} side={side} onSide={onSide} />,
        },
      ]}
    />
  );
}
