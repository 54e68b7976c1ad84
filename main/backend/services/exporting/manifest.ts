import type { ExportSpec } from '../../../../shared/contract/graders.ts';
import { sampleRef } from '../../../../shared/model/ids.ts';
import type { JsonObject } from '../../../../shared/model/json.ts';
import type { ExportProblem } from '../../../../shared/model/problem.ts';
import type { ProjectContext } from '../../context.ts';
import { canonicalJson } from '../../engine/canonical.ts';
import type { Exporter } from '../../exporters/types.ts';
import { sourceFacts } from '../../store/source-facts.ts';
import type { PrivacyGate } from '../privacy/gate.ts';
import type { LeakGate } from '../splitting/gate.ts';
import type { GraderPart } from './grader-part.ts';
import type { Split, StoredSplit } from './plan.ts';
import type { WrittenFile } from './sink.ts';

export type PackageFacts = {
  readonly project: ProjectContext;
  readonly spec: ExportSpec;
  readonly exporter: Exporter;
  readonly grader: GraderPart | null;
  readonly privacy: PrivacyGate;
  readonly leaks: LeakGate;
  readonly stored: StoredSplit | null;
  readonly counts: Readonly<Record<Split, number>>;
  readonly leftOut: number;
  readonly problems: readonly ExportProblem[];
  readonly files: readonly WrittenFile[];
};

/** Version of the manifest's own shape. */
const MANIFEST_VERSION = 1;

/** Counts, hashes, filter, seed and versions. No clock time, path, user or host: the same export gives the same bytes. */
export function renderManifest(facts: PackageFacts): string {
  const { spec, exporter, grader, counts, files } = facts;
  const manifest = {
    manifest: MANIFEST_VERSION,
    assay: facts.project.app.version,
    project: facts.project.name,
    target: { id: exporter.id, version: exporter.version },
    filter: spec.filter,
    seed: facts.stored?.rules.seed ?? spec.seed,
    split: splitFacts(facts),
    leaks: leakFacts(facts),
    counts: { ...counts, leftOut: facts.leftOut },
    grader:
      grader === null ? null : { name: grader.name, version: grader.version, definitionHash: grader.definitionHash },
    personalData: {
      open: facts.privacy.open,
      kept: facts.privacy.kept,
      unscanned: facts.privacy.unscanned,
      allowedBecause: facts.privacy.allowed,
    },
    sources: sourceFacts(facts.project.db),
    problems: summarise(facts.problems),
    files: files.map(({ path, bytes, sha256, records }) => ({ path, bytes, sha256, records })),
  };
  return `${JSON.stringify(JSON.parse(canonicalJson(manifest)), null, 2)}\n`;
}

/** How the package was split: by the rules of the project, or by its own seed. */
function splitFacts({ spec, stored }: PackageFacts): JsonObject {
  if (stored === null) {
    const { seed, validationShare } = spec;
    return { stored: false, seed, validationShare, keptTogether: ['exact'] };
  }
  const { rules, locked, unassigned } = stored;
  const { seed, shares, groupBy, stratifyBy, near, semantic, filter } = rules;
  const kept = { keptTogether: [...groupBy], mixedAlike: [...stratifyBy], near, semantic };
  return { stored: true, seed, shares: { ...shares }, ...kept, filter, locked, unassigned };
}

function leakFacts({ leaks }: PackageFacts): JsonObject | null {
  if (leaks.checked === 'none') return null;
  const pairs = leaks.accepted.map(({ kind, a, b, reason }) => ({
    kind,
    samples: [sampleRef(a.sampleId), sampleRef(b.sampleId)],
    splits: [a.split, b.split],
    reason,
  }));
  return { checked: leaks.checked, open: leaks.open, accepted: leaks.acceptedCount, listed: pairs };
}

/** Problems by code with their count, since they are listed one by one in the app only. */
export function summarise(problems: readonly ExportProblem[]): { code: string; severity: string; count: number }[] {
  const byCode = new Map<string, { code: string; severity: string; count: number }>();
  for (const { code, severity } of problems) {
    const entry = byCode.get(code) ?? { code, severity, count: 0 };
    entry.count += 1;
    byCode.set(code, entry);
  }
  return [...byCode.values()].toSorted((a, b) => (a.code < b.code ? -1 : 1));
}
