import type { GraderFiles } from '../../../shared/contract/graders.ts';
import type { Output } from '../../data/methods.ts';
import { countProblems } from './grader-files.ts';

/** Files with what the check said of exactly them. */
export type Checked = {
  readonly files: GraderFiles;
  /** Rises when the files came from the project and not from the person's own hands. */
  readonly origin: number;
  readonly result: Output<'graders.check'>;
};

/** What is known of a grader's text since it was opened. */
export type Known = {
  readonly checked: Checked | null;
  /** The latest without errors. */
  readonly valid: Checked | null;
  /** The origin from which on the person's edits count as their own. */
  readonly ownOrigin: number | null;
};

export const NOTHING_KNOWN: Known = { checked: null, valid: null, ownOrigin: null };

type PythonFiles = Checked['result']['python'];

/** @returns whether no Python of the files waits to be allowed */
export function mayRun({ result }: Checked): boolean {
  return result.python.every((entry) => entry.trusted);
}

/** @returns whether the Python of these files is the person's own, so that it is allowed without asking */
export function isOwn(known: Known): boolean {
  return known.checked !== null && known.checked.origin === known.ownOrigin;
}

/** Takes in what the check said of a text. */
export function learn(known: Known, checked: Checked): Known {
  const isValid = countProblems(checked.result.problems).errors === 0;
  return {
    checked,
    valid: isValid ? checked : known.valid,
    ownOrigin: isOwnGround(checked.files, checked.result.python) ? checked.origin : known.ownOrigin,
  };
}

/**
 * Whether what a person goes on to write counts as that person's own code. It does when all code there is to start from may run
 * already. A Python file that nothing names yet came with the project and was never allowed, so it does not.
 */
function isOwnGround(files: GraderFiles, python: PythonFiles): boolean {
  const used = new Set(python.map((entry) => entry.file));
  const isUnseen = Object.keys(files).some((name) => name.endsWith('.py') && !used.has(name));
  return python.every((entry) => entry.trusted) && !isUnseen;
}
