import type { z } from 'zod';
import type { privacy } from '../../../../shared/contract/privacy.ts';
import { actionOf, KIND_WORDS, PARTIAL_KINDS, PRIVATE_KINDS } from '../../../../shared/model/privacy.ts';
import type { ProjectContext } from '../../context.ts';
import {
  countFindings,
  countSamplesWith,
  countScope,
  countToScan,
  type PrivacyScope,
} from '../../store/private-scans.ts';
import { countMasked } from '../../store/private-values.ts';
import { policyOf } from './policy.ts';

type Summary = z.output<(typeof privacy)['summary']['output']>;

/** How things stand, from what scans found before. */
export function summarisePrivacy(project: ProjectContext, scope: PrivacyScope): Summary {
  const policy = policyOf(project);
  const found = countFindings(project.db, scope);
  const masked = new Map(countMasked(project.db, scope).map(({ kind, n }) => [kind, n]));
  const samples = countSamplesWith(project.db, scope);
  const kinds = PRIVATE_KINDS.map((kind) => {
    const own = found.filter((row) => row.kind === kind);
    const open = own.filter(({ state }) => state === 'open');
    const sum = (rows: readonly { n: number }[]): number => rows.reduce((all, { n }) => all + n, 0);
    const dismissed = sum(own) - sum(open);
    return {
      kind,
      partial: PARTIAL_KINDS.includes(kind),
      action: policy.kinds[kind] ?? ('mask' as const),
      shownAs: `${KIND_WORDS[kind].token}_1`,
      found: sum(own) + (masked.get(kind) ?? 0),
      open: sum(open),
      dismissed,
      masked: masked.get(kind) ?? 0,
      kept: sum(open.filter(({ field }) => actionOf(policy, kind, field) === 'keep')),
      samples: samples.found.get(kind) ?? 0,
    };
  }).toSorted((a, b) => b.found - a.found);
  const all = countScope(project.db, scope);
  const unscanned = countToScan(project.db, scope, false);
  return {
    samples: all,
    scanned: all - unscanned,
    unscanned,
    kinds,
    found: kinds.reduce((sum, kind) => sum + kind.found, 0),
    open: kinds.reduce((sum, kind) => sum + kind.open, 0),
    openSamples: samples.open,
    foundSamples: samples.found.get('') ?? 0,
  };
}
