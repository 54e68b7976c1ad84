import { useDebouncedCallback } from '@mantine/hooks';
import { useCallback, useMemo, useReducer } from 'react';
import type { GraderFiles } from '../../../shared/contract/graders.ts';
import type { GraderId } from '../../../shared/model/ids.ts';
import type { Output } from '../../data/methods.ts';
import { useRpcCommand } from '../../data/use-rpc-command.tsx';
import { changedFiles, fileOrder, GRADER_FILE, withFile, withoutFile, withRenamed } from './grader-files.ts';

export type GraderDetails = Output<'graders.get'>;

/** A grader being edited. */
export type GraderSession = {
  readonly graderId: GraderId;
  readonly details: GraderDetails;
  readonly files: GraderFiles;
  /** Names in the order of the tabs. */
  readonly names: readonly string[];
  readonly active: string;
  /** Rises when the editor must take the texts anew. */
  readonly generation: number;
  /** Rises when texts came from the project and not from the person's own hands. */
  readonly origin: number;
  /** Files that differ from the version the draft is based on. */
  readonly changed: ReadonlySet<string>;
  readonly isDraft: boolean;
  /** The version that the next save makes. */
  readonly nextVersion: number;
  readonly edit: (name: string, text: string) => void;
  readonly open: (name: string) => void;
  readonly addFile: (name: string) => void;
  readonly renameFile: (from: string, to: string) => void;
  readonly removeFile: (name: string) => void;
  /** Goes on from the files of another version. */
  readonly load: (files: GraderFiles) => void;
  readonly discard: () => void;
  /** Saves what is there as a version. Undefined when that failed, which has been shown by then. */
  readonly save: (note?: string) => Promise<number | undefined>;
  readonly isSaving: boolean;
};

type State = {
  readonly files: GraderFiles;
  readonly active: string;
  readonly generation: number;
  readonly origin: number;
};
type Step =
  | { readonly kind: 'edit'; readonly name: string; readonly text: string }
  | { readonly kind: 'open'; readonly name: string }
  | { readonly kind: 'files'; readonly files: GraderFiles; readonly active?: string }
  | { readonly kind: 'load'; readonly files: GraderFiles };

export function sessionStep(state: State, step: Step): State {
  switch (step.kind) {
    case 'edit':
      if (state.files[step.name] === step.text) return state;
      return { ...state, files: { ...state.files, [step.name]: step.text } };
    case 'open':
      return { ...state, active: step.name };
    case 'files':
      return {
        ...state,
        files: step.files,
        active: step.active ?? openable(state.active, step.files),
        generation: state.generation + 1,
      };
    case 'load':
      return {
        files: step.files,
        active: openable(state.active, step.files),
        generation: state.generation + 1,
        origin: state.origin + 1,
      };
  }
}

function openable(name: string, files: GraderFiles): string {
  return Object.hasOwn(files, name) ? name : GRADER_FILE;
}

const SAVE_DRAFT_AFTER_MS = 600;

/** Starts from the draft when there is one. Mount it anew for another grader. */
export function useGraderSession(details: GraderDetails): GraderSession {
  const graderId = details.row.id;
  const [state, dispatch] = useReducer(sessionStep, {
    files: details.draft ?? details.files,
    active: GRADER_FILE,
    generation: 0,
    origin: 0,
  });
  const { run: runSaveDraft } = useRpcCommand('graders.saveDraft');
  const { run: runSaveVersion, isPending: isSaving } = useRpcCommand('graders.saveVersion');
  const saveDraft = useDebouncedCallback((files: GraderFiles | null) => void runSaveDraft({ graderId, files }), {
    delay: SAVE_DRAFT_AFTER_MS,
    flushOnUnmount: true,
  });
  const base = details.files;
  const { files } = state;
  const changed = useMemo(() => changedFiles(base, files), [base, files]);

  const change = useCallback(
    (step: Step) => {
      dispatch(step);
      const next = sessionStep(state, step).files;
      if (next !== state.files) saveDraft(changedFiles(base, next).size === 0 ? null : next);
    },
    [state, base, saveDraft],
  );
  const save = useCallback(
    async (note?: string) => {
      saveDraft.cancel();
      const saved = await runSaveVersion({ graderId, files, ...(note === undefined ? {} : { note }) });
      if (saved === undefined) return undefined;
      await runSaveDraft({ graderId, files: null });
      return saved.version;
    },
    [graderId, files, saveDraft, runSaveVersion, runSaveDraft],
  );
  return {
    graderId,
    details,
    ...state,
    names: useMemo(() => fileOrder(files), [files]),
    changed,
    isDraft: changed.size > 0,
    nextVersion: Math.max(0, ...details.versions.map((version) => version.version)) + 1,
    edit: (name, text) => change({ kind: 'edit', name, text }),
    open: (name) => change({ kind: 'open', name }),
    addFile: (name) => change({ kind: 'files', files: withFile(files, name), active: name }),
    renameFile: (from, to) => change({ kind: 'files', files: withRenamed(files, from, to), active: to }),
    removeFile: (name) => change({ kind: 'files', files: withoutFile(files, name) }),
    load: (next) => change({ kind: 'load', files: next }),
    discard: () => change({ kind: 'load', files: base }),
    save,
    isSaving,
  };
}
