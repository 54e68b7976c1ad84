import { Button } from '@mantine/core';
import { IconHistory, IconPackageExport, IconRefresh } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ExportSpec } from '../../../shared/contract/graders.ts';
import { parse } from '../../../shared/query/parse.ts';
import type { PickedFile } from '../../host/host.ts';
import { useRpcQuery } from '../../data/use-rpc-query.ts';
import { formatCount } from '../../i18n/format.ts';
import { useCommands } from '../../state/commands.tsx';
import { ListStates, RowSkeleton } from '../../ui/ListStates.tsx';
import { Page, PageHead } from '../../ui/PageHead.tsx';
import { ActionBar } from './ActionBar.tsx';
import { EarlierExports } from './EarlierExports.tsx';
import { ExportDialog } from './ExportDialog.tsx';
import classes from './export.module.css';
import { FormatCard } from './FormatCard.tsx';
import { PackageCard } from './PackageCard.tsx';
import { isPrivacyBlock } from './personal-data.ts';
import { PersonalDataCard } from './PersonalDataCard.tsx';
import { blockingProblem } from './problem-groups.ts';
import { ReadinessCard } from './ReadinessCard.tsx';
import { useExportSpec, type ExportSettings } from './use-export-spec.ts';
import { usePackageRun } from './use-package-run.ts';
import { ValidationCard } from './ValidationCard.tsx';

/** What is ready, what will be written, and what is wrong with it, before anything is written. */
export function ExportPage() {
  const { t } = useTranslation('export');
  const settings = useExportSpec();
  const earlier = useRpcQuery('exports.list', {});
  const [isListOpen, setListOpen] = useState(false);
  const [shownId, setShownId] = useState<number | null>(null);
  const count = earlier.data?.length ?? 0;
  return (
    <Page isTinted>
      <PageHead title={t('title')} fact={<Fact settings={settings} />}>
        <Button leftSection={<IconHistory size={14} aria-hidden />} onClick={() => setListOpen(true)}>
          {t('earlier')}
          <span className={`${classes.buttonCount} num`}>{formatCount(count)}</span>
        </Button>
      </PageHead>
      {settings.spec === null ? (
        <ListStates query={settings.query} skeleton={<RowSkeleton rows={8} />}>
          {() => null}
        </ListStates>
      ) : (
        <Screen settings={settings} spec={settings.spec} onExported={setShownId} onEarlier={() => setListOpen(true)} />
      )}
      {isListOpen ? (
        <EarlierExports
          query={earlier}
          targets={settings.targets}
          onOpen={(exportId) => {
            setListOpen(false);
            setShownId(exportId);
          }}
          onClose={() => setListOpen(false)}
        />
      ) : null}
      {shownId === null ? null : (
        <ExportDialog exportId={shownId} targets={settings.targets} onClose={() => setShownId(null)} />
      )}
    </Page>
  );
}

function Fact({ settings }: { readonly settings: ExportSettings }) {
  const { t } = useTranslation(['export', 'common']);
  const { spec, graders } = settings;
  const isReadable = spec !== null && parse(spec.filter).problem === null;
  const { data } = useRpcQuery('filters.check', isReadable ? { filter: spec.filter } : null, { keepPrevious: true });
  if (spec === null || data?.total == null) return null;
  const samples = t('common:counts.samples', { count: data.total });
  const grader = graders.find((entry) => entry.id === spec.graderId);
  if (grader === undefined) return t('export:factNoGrader', { samples });
  return t('export:fact', {
    samples,
    grader: t('export:grader', { name: grader.name, version: spec.version ?? grader.headVersion }),
  });
}

type ScreenProps = {
  readonly settings: ExportSettings;
  readonly spec: ExportSpec;
  readonly onExported: (exportId: number) => void;
  readonly onEarlier: () => void;
};

function Screen({ settings, spec: chosen, onExported, onEarlier }: ScreenProps) {
  const { t } = useTranslation('export');
  // A reason is given for this one package: it is not kept for the next.
  const [reason, setReason] = useState<string | null>(null);
  const spec = useMemo(
    (): ExportSpec => (reason === null ? chosen : { ...chosen, allowPersonalData: reason }),
    [chosen, reason],
  );
  const isReadable = parse(spec.filter).problem === null;
  const preview = useRpcQuery('exports.preview', isReadable ? spec : null, { keepPrevious: true });
  const [folder, setFolder] = useState<PickedFile | null>(null);
  const run = usePackageRun({ spec, folder, remember: settings.remember, onExported });
  const { refetch } = preview;
  // A preview of other settings says nothing about what would be written now.
  const current = preview.isPlaceholderData ? undefined : preview.data;
  const linesWithErrors = current?.problemCount.linesWithErrors ?? 0;
  const isClean = current !== undefined && linesWithErrors === 0 && blockingProblem(current.problems) === null;
  const { start, isRunning } = run;
  useCommands(
    useMemo(
      () => [
        {
          id: 'export.run',
          titleKey: 'export:commands.run' as const,
          icon: IconPackageExport,
          keys: ['mod+enter'],
          when: () => isClean && !isRunning,
          run: () => start(false),
        },
        {
          id: 'export.check',
          titleKey: 'export:commands.check' as const,
          icon: IconRefresh,
          run: () => void refetch(),
        },
        {
          id: 'export.earlier',
          titleKey: 'export:commands.earlier' as const,
          icon: IconHistory,
          run: onEarlier,
        },
      ],
      [isClean, isRunning, start, refetch, onEarlier],
    ),
  );
  return (
    <>
      <div className={classes.grid}>
        <div
          className={classes.column}
          data-pane="readiness"
          tabIndex={-1}
          role="group"
          aria-label={t('panes.readiness')}
        >
          <ReadinessCard spec={spec} />
        </div>
        <div
          className={classes.column}
          data-pane="settings"
          tabIndex={-1}
          role="group"
          aria-label={t('panes.settings')}
        >
          <FormatCard settings={settings} spec={spec} />
          <PersonalDataCard
            filter={spec.filter}
            isReadable={isReadable}
            isBlocking={current?.problems.some(isPrivacyBlock) ?? false}
            reason={reason}
            onReason={setReason}
          />
          <ValidationCard query={preview} spec={spec} onFilter={(filter) => settings.choose({ filter })} />
        </div>
        <div className={classes.column} data-pane="package" tabIndex={-1} role="group" aria-label={t('panes.package')}>
          <PackageCard query={preview} spec={spec} folder={folder} onFolder={setFolder} />
        </div>
      </div>
      <ActionBar preview={preview} isReadable={isReadable} run={run} />
    </>
  );
}
