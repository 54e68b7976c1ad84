import { useCallback, useMemo } from 'react';
import type { FileOptions, PassedOver } from '../../../../shared/contract/sources.ts';
import type { FileRefId, JobId, SourceId } from '../../../../shared/model/ids.ts';
import { Json } from '../../../../shared/model/json.ts';
import type { PendingFile } from '../../../state/slices/navigation.ts';
import { useAppStore } from '../../../state/store.ts';
import { NEW_WIZARD, readWizard, withChoice, type LeftOut, type StepName, type WizardState } from './wizard-state.ts';

const KEY = 'import';

/** What an import was started with. */
type StartedImport = {
  readonly refs: readonly FileRefId[];
  readonly leftOut: readonly LeftOut[];
  readonly hadMapping: boolean;
};

export type Wizard = {
  readonly state: WizardState;
  /** Files of this import; while it runs, those it was started with. */
  readonly files: readonly PendingFile[];
  /** Files picked since the import was started. */
  readonly next: readonly PendingFile[];
  /** Files of an import that was closed before it was started. */
  readonly closed: readonly PendingFile[];
  /** What was dropped or picked with the files and is not read, with the reason. */
  readonly passedOver: readonly PassedOver[];
  readonly optionsOf: (ref: FileRefId) => FileOptions;
  readonly goTo: (step: StepName) => void;
  readonly show: (ref: FileRefId) => void;
  readonly choose: (refs: readonly FileRefId[], choice: FileOptions) => void;
  readonly setPolicy: (policy: WizardState['policy']) => void;
  readonly setJoin: (join: WizardState['join']) => void;
  readonly setUpdate: (ref: FileRefId, sourceId: SourceId | null) => void;
  /** Takes a file on that brings a source up to date. */
  readonly updateFrom: (file: PendingFile, sourceId: SourceId) => void;
  readonly setPrivacy: (privacy: WizardState['privacy']) => void;
  readonly removeFile: (ref: FileRefId) => void;
  readonly started: (jobId: JobId, job: StartedImport) => void;
  /** Back to the choices, after an import that failed or was cancelled. */
  readonly again: () => void;
  /** Leaves without importing; the files wait. */
  readonly close: () => void;
  readonly reopen: () => void;
  /** Forgets the files of an import that ended; later ones begin a new one. */
  readonly finish: () => void;
  readonly forget: () => void;
};

/** The import as the person has set it up so far. It outlives a look at another screen, not the session. */
export function useWizard(): Wizard {
  const picked = useAppStore((state) => state.importFiles);
  const kept = useAppStore((state) => state.drafts[KEY]);
  const draftChanged = useAppStore((state) => state.draftChanged);
  const passedOver = useAppStore((state) => state.importPassedOver);
  const importFilesPicked = useAppStore((state) => state.importFilesPicked);
  const importFilesTaken = useAppStore((state) => state.importFilesTaken);
  const state = useMemo(() => readWizard(kept), [kept]);

  const change = useCallback(
    (make: (before: WizardState) => Partial<WizardState>) => {
      const before = readWizard(useAppStore.getState().drafts[KEY]);
      draftChanged(KEY, Json.parse({ ...before, ...make(before) }));
    },
    [draftChanged],
  );
  const keepOnly = useCallback(
    (isKept: (file: PendingFile) => boolean) => {
      const { importFiles, importPassedOver } = useAppStore.getState();
      importFilesTaken();
      importFilesPicked(importFiles.filter(isKept), importPassedOver);
    },
    [importFilesPicked, importFilesTaken],
  );

  const actions = useMemo(
    () => ({
      goTo: (step: StepName) => change(() => ({ step })),
      show: (current: FileRefId) => change(() => ({ current })),
      choose: (refs: readonly FileRefId[], choice: FileOptions) =>
        change(({ options }) => ({
          options: {
            ...options,
            ...Object.fromEntries(refs.map((ref) => [ref, withChoice(options[ref] ?? {}, choice)])),
          },
        })),
      setPolicy: (policy: WizardState['policy']) => change(() => ({ policy })),
      setJoin: (join: WizardState['join']) => change(() => ({ join })),
      setUpdate: (ref: FileRefId, sourceId: SourceId | null) =>
        change(({ updates }) => ({ updates: { ...updates, [ref]: sourceId } })),
      updateFrom: (file: PendingFile, sourceId: SourceId) => {
        change(({ updates }) => ({ updates: { ...updates, [file.ref]: sourceId }, step: 'files' as const }));
        importFilesPicked([file]);
      },
      setPrivacy: (privacy: WizardState['privacy']) => change(() => ({ privacy })),
      removeFile: (ref: FileRefId) => keepOnly((file) => file.ref !== ref),
      started: (jobId: JobId, { refs, leftOut, hadMapping }: StartedImport) =>
        change(() => ({ jobId, inJob: [...refs], leftOut: [...leftOut], hadMapping, step: 'import' as const })),
      again: () => change(() => ({ jobId: null, inJob: [], leftOut: [], step: 'check' as const })),
      close: () =>
        change((before) => ({
          closed: [...before.closed, ...visible(useAppStore.getState().importFiles, before).map((file) => file.ref)],
          step: 'files' as const,
        })),
      reopen: () => change(() => ({ closed: [] })),
      finish: () => {
        const { inJob, closed } = readWizard(useAppStore.getState().drafts[KEY]);
        const left = useAppStore.getState().importFiles.filter((file) => !inJob.includes(file.ref));
        importFilesTaken();
        importFilesPicked(left);
        draftChanged(KEY, Json.parse({ ...NEW_WIZARD, closed }));
      },
      forget: () => {
        importFilesTaken();
        draftChanged(KEY, Json.parse(NEW_WIZARD));
      },
    }),
    [change, draftChanged, importFilesPicked, importFilesTaken, keepOnly],
  );

  const isStarted = state.jobId !== null;
  return {
    ...actions,
    state,
    files: isStarted ? picked.filter((file) => state.inJob.includes(file.ref)) : visible(picked, state),
    next: isStarted ? visible(picked, state).filter((file) => !state.inJob.includes(file.ref)) : [],
    passedOver,
    closed: picked.filter((file) => state.closed.includes(file.ref)),
    optionsOf: (ref) => state.options[ref] ?? {},
  };
}

function visible(files: readonly PendingFile[], state: WizardState): readonly PendingFile[] {
  return files.filter((file) => !state.closed.includes(file.ref));
}
