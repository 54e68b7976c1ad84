import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useMemo, useState } from 'react';
import type { GraderFiles } from '../../../shared/contract/graders.ts';
import type { GraderProblem } from '../../../shared/model/problem.ts';
import { useRpcCommand } from '../../data/use-rpc-command.tsx';
import { useRpcQuery } from '../../data/use-rpc-query.ts';
import { isOwn, learn, mayRun, NOTHING_KNOWN, type Checked, type Known } from './trust.ts';

const CHECK_AFTER_MS = 300;

export type GraderCheck = {
  /** The latest answer; of an earlier text while a new one is on its way. */
  readonly checked: Checked | null;
  /** The latest files without errors. */
  readonly valid: Checked | null;
  /** Python of the latest checked files may not run here. */
  readonly isUntrusted: boolean;
  /** A person has read the code and lets it run. */
  readonly allow: () => void;
  readonly isAllowing: boolean;
  readonly byFile: ReadonlyMap<string, readonly GraderProblem[]>;
};

/**
 * Checks the text while it is typed, and decides whether its Python may run. What stands in a project when it is opened is asked
 * about once. From then on the edits that a person makes here are that person's own, so each is allowed as it is made.
 *
 * @param origin rises when the files came from the project, such as an earlier version
 */
export function useGraderCheck(files: GraderFiles, origin: number): GraderCheck {
  const typed = useMemo(() => ({ files, origin }), [files, origin]);
  const [debounced] = useDebouncedValue(typed, CHECK_AFTER_MS);
  const { data } = useRpcQuery('graders.check', { files: debounced.files }, { gcTimeMs: 60_000 });
  const [known, setKnown] = useState<Known>(NOTHING_KNOWN);
  const { checked } = known;
  if (data !== undefined && !isOf(checked, debounced, data)) setKnown(learn(known, { ...debounced, result: data }));

  const { run, isPending } = useRpcCommand('graders.trust');
  const isBlocked = checked !== null && !mayRun(checked);
  const allowedHash = isBlocked && isOwn(known) ? checked.result.definitionHash : null;
  useEffect(() => {
    if (allowedHash !== null) void run({ definitionHash: allowedHash });
  }, [allowedHash, run]);

  return {
    checked,
    valid: known.valid,
    isUntrusted: isBlocked && !isOwn(known),
    // What is shown as code is what is allowed: the effect above does it.
    allow: () => setKnown({ ...known, ownOrigin: checked?.origin ?? null }),
    isAllowing: isPending,
    byFile: useMemo(() => Map.groupBy(checked?.result.problems ?? [], (problem) => problem.file), [checked]),
  };
}

/** @returns whether an answer about these files has been taken in already */
function isOf(checked: Checked | null, typed: Pick<Checked, 'files' | 'origin'>, result: Checked['result']): boolean {
  return checked?.result === result && checked.files === typed.files && checked.origin === typed.origin;
}
