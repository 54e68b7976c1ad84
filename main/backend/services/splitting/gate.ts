import type { LeakPair } from '../../../../shared/contract/splits.ts';
import type { ExportProblem } from '../../../../shared/model/problem.ts';
import { count } from '../../../../shared/text/plural.ts';
import type { ProjectContext } from '../../context.ts';
import { isSplit } from '../../store/splits.ts';
import { leaksIn, readLeakState } from './current-leaks.ts';
import { isCheckStale } from './leak-check.ts';
import { kindCount } from './leak-words.ts';
import { describePairs, sum } from './leaks.ts';

/** What of leaks stands in the way of a package, and what a person accepted. */
export type LeakGate = {
  /** `none`: nothing is split by hand, so nothing is compared. */
  readonly checked: 'none' | 'never' | 'stale' | 'yes';
  readonly open: number;
  readonly acceptedCount: number;
  /** The first of them, with the reasons. */
  readonly accepted: readonly LeakPair[];
  readonly problems: readonly ExportProblem[];
};

/** Accepted pairs that a card lists one by one. */
const MOST_LISTED = 50;

/** Looks for open leaks among the samples of a package. */
export function leakGate(project: ProjectContext, ids: readonly number[]): LeakGate {
  if (!isSplit(project.db)) return { checked: 'none', open: 0, acceptedCount: 0, accepted: [], problems: [] };
  const stale = isCheckStale(project);
  const checked = stale === null ? 'never' : stale ? 'stale' : 'yes';
  const state = readLeakState(project, ids);
  const kinds = leaksIn(state, MOST_LISTED);
  const open = sum(kinds, 'open');
  const problems: ExportProblem[] = [];
  if (open > 0) {
    const words = kinds.filter((one) => one.open > 0).map((one) => kindCount(one.kind, one.open));
    problems.push(
      problem(
        'error',
        'leaks_open',
        `${count(open, 'pair')} of samples ${open === 1 ? 'leaks' : 'leak'} between the splits: ${words.join(', ')}. Move, drop or accept ${open === 1 ? 'it' : 'them'} with a reason under Split.`,
      ),
    );
  }
  if (checked !== 'yes')
    problems.push(
      problem(
        'warning',
        'leaks_unchecked',
        checked === 'never'
          ? 'The splits were never checked for leaks; that is done when the package is written.'
          : 'Samples or rules changed since the splits were checked for leaks; that is done again when the package is written.',
      ),
    );
  const accepted = kinds.flatMap(({ acceptedList }) => acceptedList).slice(0, MOST_LISTED);
  return {
    checked,
    open,
    acceptedCount: sum(kinds, 'accepted'),
    accepted: describePairs(project, state, accepted),
    problems,
  };
}

function problem(severity: ExportProblem['severity'], code: string, message: string): ExportProblem {
  return { severity, code, message, sampleId: null, file: null, line: null, path: null };
}
