import { Button } from '@mantine/core';
import { IconAlertTriangle, IconArrowLeft } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Inspection } from '../../../../shared/contract/sources.ts';
import type { SourceId } from '../../../../shared/model/ids.ts';
import { useHost } from '../../../data/client.tsx';
import { useRpcCommand } from '../../../data/use-rpc-command.tsx';
import { useRpcQuery } from '../../../data/use-rpc-query.ts';
import { useTakeFiles } from '../../../data/use-take-files.ts';
import { useAppStore } from '../../../state/store.ts';
import { formatKeys } from '../../../state/keys.ts';
import { Kbd } from '../../../ui/Kbd.tsx';
import { useTakeFolder } from '../use-take-folder.ts';
import { CheckStep } from './CheckStep.tsx';
import { isImportable, updateTarget } from './file-state.ts';
import { FilesStep } from './FilesStep.tsx';
import { FormStep } from './FormStep.tsx';
import { MappingStep } from './MappingStep.tsx';
import { nextAction } from './next-action.ts';
import { UpdateChoice } from './UpdateOffer.tsx';
import { useInspections, type InspectedFile } from './use-inspections.ts';
import type { Wizard } from './use-wizard.ts';
import { useWizardCommands } from './use-wizard-commands.ts';
import { WizardFrame } from './WizardFrame.tsx';
import { stepBeside, stepsOf, type StepName } from './wizard-state.ts';
import classes from './wizard.module.css';

/** Everything before the import itself: nothing here writes. */
export function SetupSteps({ wizard }: { readonly wizard: Wizard }) {
  const { data: formats = [] } = useRpcQuery('sources.formats', {});
  const { files, state } = wizard;
  const inspected = useInspections(files, wizard.optionsOf);
  const mappable = new Set(formats.filter((format) => format.mappable).map((format) => format.id));
  const mapped = inspected.filter(({ inspection }) => mappable.has(inspection?.format ?? ''));
  const steps = stepsOf(mapped.length > 0);
  const step: StepName = steps.includes(state.step) && state.step !== 'import' ? state.step : 'form';
  const importRun = useImport(wizard, inspected, mapped.length > 0);
  const action = nextAction(step, steps, inspected, state.updates);
  const before = stepBeside(steps, step, -1);

  function goOn(): void {
    if (action.isOff || importRun.isPending) return;
    if (step === 'check') importRun.start();
    else wizard.goTo(stepBeside(steps, step, 1) ?? 'check');
  }
  function goBack(): void {
    if (before !== null) wizard.goTo(before);
  }
  useWizardCommands({ goOn, goBack: before === null ? null : goBack, close: wizard.close });

  const shown = step === 'mapping' ? mapped : inspected;
  const current = shown.find(({ file }) => file.ref === state.current) ?? shown[0];
  const stepProps = { wizard, formats, inspected: shown, current };
  return (
    <WizardFrame
      files={files}
      steps={steps}
      step={step}
      onStep={wizard.goTo}
      onClose={wizard.close}
      footer={
        <Footer
          step={step}
          inspected={inspected}
          label={<NextLabel action={action} />}
          isOff={action.isOff}
          isPending={importRun.isPending}
          onBack={before === null ? null : goBack}
          onNext={goOn}
        />
      }
    >
      {step === 'files' ? <Files wizard={wizard} inspected={inspected} /> : null}
      {step === 'form' && current !== undefined ? <FormStep {...stepProps} current={current} /> : null}
      {step === 'mapping' && current !== undefined ? <MappingStep {...stepProps} current={current} /> : null}
      {step === 'check' && current !== undefined ? <CheckStep {...stepProps} current={current} /> : null}
    </WizardFrame>
  );
}

function Files({ wizard, inspected }: { readonly wizard: Wizard; readonly inspected: readonly InspectedFile[] }) {
  const { data: formats = [] } = useRpcQuery('sources.formats', {});
  const { pick } = useTakeFiles();
  const takeFolder = useTakeFolder();
  const importFilesPicked = useAppStore((state) => state.importFilesPicked);
  async function add(): Promise<void> {
    importFilesPicked(await pick({ multiple: true }));
  }
  return (
    <FilesStep
      inspected={inspected}
      formats={formats}
      optionsOf={wizard.optionsOf}
      passedOver={wizard.passedOver}
      updateFor={({ file, inspection }) =>
        inspection === undefined ? null : <UpdateChoice wizard={wizard} fileRef={file.ref} inspection={inspection} />
      }
      onAdd={() => void add()}
      onAddFolder={() => void takeFolder()}
      onChoose={(ref, choice) => wizard.choose([ref], choice)}
      onRemove={wizard.removeFile}
      onOpen={(ref) => {
        wizard.show(ref);
        wizard.goTo('form');
      }}
    />
  );
}

function useImport(wizard: Wizard, inspected: readonly InspectedFile[], hadMapping: boolean) {
  const { run, isPending } = useRpcCommand('sources.import');
  async function start(): Promise<void> {
    const taken = inspected.filter(({ state }) => isImportable(state));
    const left = inspected.filter(({ state }) => !isImportable(state));
    const started = await run({
      files: taken.map(({ file, inspection }) => ({
        fileRef: file.ref,
        ...updatesOf(inspection, wizard.state.updates[file.ref]),
        options: {
          ...wizard.optionsOf(file.ref),
          ...(inspection?.format == null ? {} : { format: inspection.format }),
          // What was recalled here is not asked for again when the import starts.
          ...(inspection?.mapFrom === 'remembered' ? { map: inspection.map } : {}),
        },
      })),
      policy: wizard.state.policy,
      join: wizard.state.join,
      ...wizard.state.privacy,
    });
    if (started === undefined) return;
    wizard.started(started.jobId, {
      refs: inspected.map(({ file }) => file.ref),
      leftOut: left.map(({ file, inspection, error }) => ({
        name: file.name,
        reason: inspection?.refusal ?? error?.message ?? '',
      })),
      hadMapping,
    });
  }
  return { start: () => void start(), isPending };
}

function updatesOf(inspection: Inspection | undefined, chosen: SourceId | null | undefined): { updates?: SourceId } {
  const sourceId = updateTarget(inspection, chosen);
  return sourceId === null ? {} : { updates: sourceId };
}

function NextLabel({ action }: { readonly action: ReturnType<typeof nextAction> }) {
  const { t } = useTranslation('collect');
  const { kind, count } = action;
  if (kind === 'toForm') return t('wizard.toForm', { count });
  if (kind === 'toMapping') return t('wizard.toMapping');
  if (kind === 'importSamples') return t('wizard.importSamples', { count });
  if (kind === 'update') return t('wizard.updateSources', { count });
  if (kind === 'importFiles') return t('wizard.importFiles', { count });
  if (count === 0) return t('wizard.toCheckNone');
  return kind === 'toCheck' ? t('wizard.toCheck', { count }) : t('wizard.toCheckHead', { count });
}

type FooterProps = {
  readonly step: StepName;
  readonly inspected: readonly InspectedFile[];
  readonly label: React.ReactNode;
  readonly isOff: boolean;
  readonly isPending: boolean;
  readonly onBack: (() => void) | null;
  readonly onNext: () => void;
};

function Footer({ step, inspected, label, isOff, isPending, onBack, onNext }: FooterProps) {
  const { t } = useTranslation('collect');
  const { isMac } = useHost();
  const reading = inspected.some(({ state }) => state === 'reading');
  const ready = inspected.filter(({ state }) => isImportable(state)).length;
  const out = inspected.length - ready;
  const isLast = step === 'check';
  return (
    <>
      {onBack === null ? null : (
        <Button
          variant="subtle"
          leftSection={<IconArrowLeft size={14} aria-hidden />}
          aria-keyshortcuts="Alt+ArrowLeft"
          title={formatKeys('alt+arrowleft', isMac)}
          onClick={onBack}
        >
          {t('wizard.back')}
        </Button>
      )}
      <span className={classes.grow} />
      <span className={classes.footNote} aria-live="polite">
        {isLast && reading ? t('wizard.stillReading') : null}
        {isLast && !reading && ready === 0 ? t('wizard.nothingReady') : null}
        {isLast && !reading && ready > 0 && out > 0 ? (
          <span className={classes.warnText}>
            <IconAlertTriangle size={14} aria-hidden />
            {t('wizard.leftOut', { count: out })}
          </span>
        ) : null}
        {isLast && ready > 0 ? t('wizard.undoHint') : null}
        {isLast ? null : t('wizard.nothingWritten')}
      </span>
      <Button
        variant="filled"
        disabled={isOff}
        loading={isPending}
        rightSection={<Kbd keys="Enter" isOnFill={!isOff} />}
        aria-keyshortcuts="Enter"
        onClick={onNext}
      >
        {label}
      </Button>
    </>
  );
}
