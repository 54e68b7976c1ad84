import { Button } from '@mantine/core';
import { IconClipboardText, IconDatabaseImport, IconFileImport, IconFolder, IconInfoCircle } from '@tabler/icons-react';
import { useCallback, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Output } from '../../data/methods.ts';
import { useHost } from '../../data/client.tsx';
import { useOpenSamples, useSearchParam } from '../../data/navigation.ts';
import { useProject } from '../../data/use-project.ts';
import { useRpcQuery } from '../../data/use-rpc-query.ts';
import { useTakeFiles } from '../../data/use-take-files.ts';
import { formatAgo } from '../../i18n/format.ts';
import { useAllCommands, useCommands } from '../../state/commands.tsx';
import { formatKeys } from '../../state/keys.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Kbd } from '../../ui/Kbd.tsx';
import { ListStates, RowSkeleton } from '../../ui/ListStates.tsx';
import { Page, PageHead } from '../../ui/PageHead.tsx';
import classes from './collect.module.css';
import { extensionsText } from './file-kind.ts';
import { LiveFrame, LivePaneToggle } from './live/LiveFrame.tsx';
import { useLivePane } from './live/use-live-pane.ts';
import { LossReportDialog } from './LossReportDialog.tsx';
import { PasteDialog } from './PasteDialog.tsx';
import { QuarantineCard } from './quarantine/QuarantineCard.tsx';
import { SourcesTable } from './SourcesTable.tsx';
import { StatStrip } from './StatStrip.tsx';
import { useTakeFolder } from './use-take-folder.ts';
import type { Wizard } from './wizard/use-wizard.ts';

type Sources = Output<'sources.list'>;

/** Sources with their counts, and every record that was not taken over as it stood. */
export function CollectOverview({ wizard }: { readonly wizard: Wizard }) {
  const { t } = useTranslation(['collect', 'common']);
  const query = useRpcQuery('sources.list', {});
  const canWrite = useProject()?.readOnly === false;
  const openSamples = useOpenSamples();
  const [isPasting, setPasting] = useState(false);
  const livePane = useLivePane();
  const sources = query.data ?? [];
  useCommands(
    useMemo(
      () => [
        {
          id: 'collect.paste',
          titleKey: 'collect:commands.paste' as const,
          icon: IconClipboardText,
          when: () => canWrite,
          run: () => setPasting(true),
        },
      ],
      [canWrite],
    ),
  );
  return (
    <Page isTinted>
      <PageHead title={t('collect:title')} fact={<Fact sources={sources} />}>
        <LivePaneToggle pane={livePane} />
        <Button
          leftSection={<IconClipboardText size={14} aria-hidden />}
          disabled={!canWrite}
          onClick={() => setPasting(true)}
        >
          {t('collect:paste')}
        </Button>
        <ImportButton isFilled={query.data === undefined || sources.length > 0} />
      </PageHead>
      <LiveFrame pane={livePane} canWrite={canWrite}>
        <ClosedImport wizard={wizard} canWrite={canWrite} />
        <ListStates
          // An empty list that is being asked again may just not know of the first import yet.
          query={sources.length === 0 && query.isFetching ? { ...query, data: undefined } : query}
          skeleton={<RowSkeleton rows={5} height={52} />}
          isEmpty={(rows) => rows.length === 0}
          empty={<EmptyCollect canWrite={canWrite} onPaste={() => setPasting(true)} />}
        >
          {(rows) => <Content sources={rows} canWrite={canWrite} wizard={wizard} />}
        </ListStates>
      </LiveFrame>
      {isPasting ? (
        <PasteDialog
          onClose={() => setPasting(false)}
          onDone={(first) => {
            setPasting(false);
            openSamples('', first ?? undefined);
          }}
        />
      ) : null}
    </Page>
  );
}

type ContentProps = { readonly sources: Sources; readonly canWrite: boolean; readonly wizard: Wizard };

function Content({ sources, canWrite, wizard }: ContentProps) {
  const { t } = useTranslation('collect');
  const [sourceParam, setSourceParam] = useSearchParam('source');
  const chosen = sources.find((source) => String(source.id) === sourceParam) ?? null;
  const issues = useRef<HTMLDivElement>(null);
  const [reported, setReported] = useState<Sources[number] | null>(null);
  const { pick } = useTakeFiles();
  const showIssues = useCallback(
    (sourceId: number | null) => {
      setSourceParam(sourceId === null ? null : String(sourceId), { replace: true });
      issues.current?.focus();
      issues.current?.scrollIntoView({ block: 'nearest' });
    },
    [setSourceParam],
  );
  async function update(source: Sources[number]): Promise<void> {
    const [file] = await pick({ multiple: false });
    if (file !== undefined) wizard.updateFrom(file, source.id);
  }
  return (
    <div className={classes.body} data-pane="sources" tabIndex={-1} role="group" aria-label={t('panes.sources')}>
      <StatStrip sources={sources} onIssues={() => showIssues(null)} />
      <SourcesTable
        sources={sources}
        canWrite={canWrite}
        onIssues={showIssues}
        onUpdate={(source) => void update(source)}
        onLoss={setReported}
      />
      <DropZone canWrite={canWrite} />
      <div
        ref={issues}
        tabIndex={-1}
        data-pane="issues"
        role="group"
        aria-label={t('panes.issues')}
        className={classes.pane}
      >
        <QuarantineCard sources={sources} source={chosen} canWrite={canWrite} onSource={showIssues} />
      </div>
      {reported === null ? null : <LossReportDialog source={reported} onClose={() => setReported(null)} />}
    </div>
  );
}

function Fact({ sources }: { readonly sources: Sources }) {
  const { t } = useTranslation(['collect', 'common']);
  if (sources.length === 0) return null;
  const last = Math.max(...sources.map((source) => source.importedAt));
  return t('collect:fact', { sources: t('common:counts.sources', { count: sources.length }), ago: formatAgo(last) });
}

/** The same as Ctrl I, with the key on it. */
function ImportButton({ isFilled }: { readonly isFilled: boolean }) {
  const { t } = useTranslation('collect');
  const { isMac } = useHost();
  const command = useImportCommand();
  return (
    <Button
      variant={isFilled ? 'filled' : 'default'}
      disabled={command.isOff}
      title={command.isOff ? t('readOnly') : undefined}
      leftSection={<IconFileImport size={14} aria-hidden />}
      rightSection={<Kbd keys={formatKeys('mod+i', isMac)} isOnFill={isFilled} />}
      aria-keyshortcuts="Control+I"
      onClick={command.run}
    >
      {t('importFiles')}
    </Button>
  );
}

function useImportCommand(): { readonly isOff: boolean; readonly run: () => void } {
  const command = useAllCommands().find((item) => item.id === 'sources.import');
  return { isOff: command === undefined || command.when?.() === false, run: () => command?.run() };
}

/** Files may be dropped anywhere in the window; this is where one looks for it. */
function DropZone({ canWrite }: { readonly canWrite: boolean }) {
  const { t } = useTranslation('collect');
  const command = useImportCommand();
  const takeFolder = useTakeFolder();
  return (
    <div className={classes.dropRow}>
      <button type="button" className={classes.drop} disabled={!canWrite} onClick={command.run}>
        <IconFileImport size={16} aria-hidden />
        <span>{t('drop.label')}</span>
        <span className="t3">{t('drop.forms')}</span>
      </button>
      <Button
        className={classes.dropFolder ?? ''}
        size="xs"
        variant="subtle"
        leftSection={<IconFolder size={14} aria-hidden />}
        disabled={!canWrite}
        onClick={() => void takeFolder()}
      >
        {t('drop.folder')}
      </Button>
    </div>
  );
}

/** An import that was closed before it was started. */
function ClosedImport({ wizard, canWrite }: { readonly wizard: Wizard; readonly canWrite: boolean }) {
  const { t } = useTranslation('collect');
  const count = wizard.closed.length;
  if (count === 0) return null;
  return (
    <div className={classes.waiting} role="status">
      <IconInfoCircle size={14} aria-hidden />
      <span>{t('waiting.text', { count })}</span>
      <Button size="xs" disabled={!canWrite} onClick={wizard.reopen}>
        {t('waiting.goOn')}
      </Button>
      <Button size="xs" variant="subtle" onClick={wizard.forget}>
        {count === 1 ? t('waiting.drop') : t('waiting.dropMany')}
      </Button>
    </div>
  );
}

function EmptyCollect({ canWrite, onPaste }: { readonly canWrite: boolean; readonly onPaste: () => void }) {
  const { t } = useTranslation('collect');
  const { data: formats } = useRpcQuery('sources.formats', {});
  return (
    <div className={classes.empty}>
      <EmptyState
        icon={<IconDatabaseImport size={20} aria-hidden />}
        title={t('empty.title')}
        text={canWrite ? t('empty.text') : t('readOnly')}
      >
        <ImportButton isFilled />
        <Button disabled={!canWrite} leftSection={<IconClipboardText size={14} aria-hidden />} onClick={onPaste}>
          {t('paste')}
        </Button>
      </EmptyState>
      <DropZone canWrite={canWrite} />
      <section className={classes.forms} aria-label={t('empty.forms')}>
        <h3>{t('empty.forms')}</h3>
        <ul>
          {(formats ?? []).map((format) => (
            <li key={format.id}>
              <b>{format.title}</b>
              <span className="mono11 t3">{extensionsText(format.extensions)}</span>
              <p>{format.sample}</p>
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}
