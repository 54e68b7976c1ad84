import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import type { FileOptions, Inspection } from '../../../../shared/contract/sources.ts';
import type { FileRefId } from '../../../../shared/model/ids.ts';
import type { AppError } from '../../../../shared/rpc/errors.ts';
import { useRpcQueryOptions } from '../../../data/use-rpc-query.ts';
import type { PendingFile } from '../../../state/slices/navigation.ts';
import { fileState, type FileState } from './file-state.ts';

export type InspectedFile = {
  readonly file: PendingFile;
  /** While a new choice is being tried (`reading`), what the choice before it gave. */
  readonly inspection: Inspection | undefined;
  readonly error: AppError | null;
  readonly state: FileState;
  readonly retry: () => void;
};

/** Files looked at at once: each look may read and hash tens of megabytes. */
const AT_ONCE = 3;

/** Looks at the head of every file, a few at a time. */
export function useInspections(
  files: readonly PendingFile[],
  optionsOf: (ref: FileRefId) => FileOptions,
): readonly InspectedFile[] {
  const optionsFor = useRpcQueryOptions();
  const [open, setOpen] = useState(AT_ONCE);
  const results = useQueries({
    queries: files.map((file, at) => ({
      ...optionsFor('sources.inspect', { fileRef: file.ref, options: optionsOf(file.ref) }),
      enabled: at < open,
    })),
  });
  const settled = results.filter((result) => !result.isPending).length;
  // Adjusted while rendering, as React advises for state that follows from other state.
  if (open !== settled + AT_ONCE) setOpen(settled + AT_ONCE);
  const [known, setKnown] = useState<ReadonlyMap<FileRefId, Inspection>>(new Map());
  const news = files.flatMap((file, at): [FileRefId, Inspection][] => {
    const data = results[at]?.data;
    return data === undefined || known.get(file.ref) === data ? [] : [[file.ref, data]];
  });
  if (news.length > 0) setKnown(new Map([...known, ...news]));
  return files.map((file, at) => {
    const result = results[at];
    const error = result?.error ?? null;
    return {
      file,
      inspection: result?.data ?? (error === null ? known.get(file.ref) : undefined),
      error,
      state: fileState(result?.data, error),
      retry: () => void result?.refetch(),
    };
  });
}
