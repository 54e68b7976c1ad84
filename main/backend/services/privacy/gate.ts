import { actionOf, KIND_WORDS, PRIVATE_KINDS, type PrivateKind } from '../../../../shared/model/privacy.ts';
import type { ExportProblem } from '../../../../shared/model/problem.ts';
import { count } from '../../../../shared/text/plural.ts';
import type { ProjectContext } from '../../context.ts';
import { countFindingsOf } from '../../store/private-scans.ts';
import { policyOf } from './policy.ts';

type Counts = Partial<Record<PrivateKind, number>>;

/** What stands in the way of letting samples out, and what a person has decided about it. */
export type PrivacyGate = {
  readonly open: Counts;
  readonly unscanned: number;
  /** Left as they are by the project's policy. */
  readonly kept: Counts;
  /** The reason a person gave for letting them out all the same; null when none was needed or given. */
  readonly allowed: string | null;
  readonly problems: readonly ExportProblem[];
};

/** Looks whether samples hold open findings or were not looked through as they are now. */
export function privacyGate(
  project: Pick<ProjectContext, 'db'>,
  ids: readonly number[],
  allow: string | undefined,
): PrivacyGate {
  const policy = policyOf(project);
  const { found, unscanned } = countFindingsOf(project.db, ids);
  const open: Counts = {};
  const kept: Counts = {};
  for (const { kind, field, n } of found) {
    const counts = actionOf(policy, kind, field) === 'keep' ? kept : open;
    counts[kind] = (counts[kind] ?? 0) + n;
  }
  const isOpen = Object.keys(open).length > 0;
  const allowed = (isOpen || unscanned > 0) && allow !== undefined ? allow : null;
  const problems: ExportProblem[] = [];
  const report = (code: string, message: string): void =>
    void problems.push({
      severity: allowed === null ? 'error' : 'warning',
      code,
      message,
      sampleId: null,
      file: null,
      line: null,
      path: null,
    });
  if (isOpen)
    report(
      'personal_data_open',
      `Personal data is open in these samples: ${inWords(open)}. Mask it, dismiss what is none, or give a reason to let it out.`,
    );
  if (unscanned > 0)
    report(
      'personal_data_unscanned',
      `${count(unscanned, 'sample')} ${unscanned === 1 ? 'was' : 'were'} not looked through for personal data as they are now. Scan first, or give a reason to go without.`,
    );
  return { open, unscanned, kept, allowed, problems };
}

/** `3 e-mail addresses, 1 phone number` */
export function inWords(counts: Counts): string {
  return PRIVATE_KINDS.flatMap((kind) => {
    const n = counts[kind];
    return n === undefined ? [] : [`${n} ${n === 1 ? KIND_WORDS[kind].one : KIND_WORDS[kind].many}`];
  }).join(', ');
}
