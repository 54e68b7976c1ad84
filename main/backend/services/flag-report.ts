import { setImmediate as nextTurn } from 'node:timers/promises';
import type { z } from 'zod';
import type { flags } from '../../../shared/contract/samples.ts';
import { flagSeverity, type FlagRuleId } from '../../../shared/model/flag-rules.ts';
import { AttemptId, SampleId } from '../../../shared/model/ids.ts';
import { AppError } from '../../../shared/rpc/errors.ts';
import { HASH_CHECKS, POPULATION_CHECKS } from '../checks/registry.ts';
import type { ProjectContext } from '../context.ts';
import type { Finding } from '../engine/checks.ts';
import { findDuplicates } from '../store/duplicate-flags.ts';
import { createCheckReader } from '../store/flags.ts';
import { eachPopulationFinding } from '../store/population-flags.ts';
import { listFlags } from '../store/samples.ts';
import { filterIds } from '../store/targets.ts';
import { checksFor } from './checking.ts';

type Report = z.infer<(typeof flags)['findings']['output']>;
type Reported = Report['findings'][number];

const BATCH = 200;

/** Lists the flags of the samples of a filter; of a project that can only be read, what checks find now. */
export async function reportFlags(
  project: ProjectContext,
  { filter, limit }: { readonly filter: string; readonly limit: number },
  signal: AbortSignal,
): Promise<Report> {
  const ids = filterIds(project.db, filter);
  const read = project.readOnlyReason === null ? createStored(project) : createFinder(project, new Set(ids));
  const byRule: Record<string, number> = {};
  const findings: Reported[] = [];
  let total = 0;
  for (let at = 0; at < ids.length; at += BATCH) {
    if (signal.aborted) throw new AppError('cancelled', 'Cancelled.');
    for (const flag of read(ids.slice(at, at + BATCH))) {
      total += 1;
      byRule[flag.ruleId] = (byRule[flag.ruleId] ?? 0) + 1;
      if (findings.length < limit) findings.push(flag);
    }
    await nextTurn();
  }
  return { samples: ids.length, total, byRule, findings };
}

type Read = (ids: readonly SampleId[]) => readonly Reported[];

function createStored({ db }: ProjectContext): Read {
  return (ids) =>
    ids
      .flatMap((id) => listFlags(db, id))
      .filter((flag) => flag.state !== 'dismissed')
      .map(({ id: _id, ...flag }) => flag);
}

function createFinder({ db }: ProjectContext, wanted: ReadonlySet<number>): Read {
  const checks = checksFor(db);
  const reader = createCheckReader(db);
  const population = new Map<number, Reported[]>();
  for (const check of POPULATION_CHECKS)
    eachPopulationFinding(db, check, ({ sampleId, attemptId, detail }) => {
      if (!wanted.has(sampleId)) return;
      const found = toReported(sampleId, check.id, { attemptId, messageIdx: null, detail });
      population.set(sampleId, [...(population.get(sampleId) ?? []), found]);
    });
  return (ids) => {
    const copies = HASH_CHECKS.map((check) => ({ check, found: findDuplicates(db, check, ids) }));
    return ids.flatMap((id) => {
      const sample = reader.sample(id);
      return [
        ...(sample === undefined
          ? []
          : checks.flatMap((check) => check.scan(sample).map((one) => toReported(id, check.id, one)))),
        ...copies.flatMap(({ check, found }) => (found.get(id) ?? []).map((one) => toReported(id, check.id, one))),
        ...(population.get(id) ?? []),
      ];
    });
  };
}

function toReported(sampleId: number, ruleId: FlagRuleId, finding: Finding): Reported {
  return {
    sampleId: SampleId.parse(sampleId),
    attemptId: finding.attemptId === null ? null : AttemptId.parse(finding.attemptId),
    messageIdx: finding.messageIdx,
    span: finding.span ?? null,
    ruleId,
    severity: flagSeverity(ruleId),
    detail: finding.detail,
    state: 'open',
  };
}
