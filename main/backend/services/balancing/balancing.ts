import { setImmediate as nextTurn } from 'node:timers/promises';
import type { z } from 'zod';
import {
  SET_ASIDE,
  LeftOutReason,
  type balance,
  type BalancePreview,
  type BalanceSpec,
} from '../../../../shared/contract/balance.ts';
import { AppError } from '../../../../shared/rpc/errors.ts';
import { count } from '../../../../shared/text/plural.ts';
import type { ProjectContext } from '../../context.ts';
import { setDecision } from '../../store/decision-rows.ts';
import { facetsNamed } from './cells.ts';
import { idFilter } from './id-filter.ts';
import { CHOSEN, planNow, planSteps, type LeftOut, type Plan } from './plan.ts';

/** Tells what sampling would do and writes nothing; other work gets a turn in between. */
export async function previewBalance(
  project: ProjectContext,
  spec: BalanceSpec,
  signal: AbortSignal,
): Promise<BalancePreview> {
  const steps = planSteps(project, spec);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return describe(step.value, spec);
    await nextTurn();
    if (signal.aborted) throw new AppError('cancelled', 'Cancelled.');
  }
}

type Applied = z.output<typeof balance.apply.output>;

/** Includes what the quotas choose and excludes what leaves the current set, each with its reason, as one action. */
export function applyBalance(project: ProjectContext, spec: BalanceSpec): Applied {
  const plan = planNow(project, spec);
  const added = plan.pool.filter((row) => plan.chosen.has(row.id) && row.state !== 'include');
  const aside = plan.leftOut.filter(({ row }) => plan.now.has(row.id));
  const titles = facetsNamed(spec.facets).map((facet) => facet.title);
  const label = `Sample by ${titles.join(' and ')}: include ${count(added.length, 'sample')}, set aside ${aside.length}`;
  project.act({ kind: 'balance.apply', label, tables: ['decision'] }, () => {
    const base = { at: project.app.clock.now(), reviewer: project.actor() };
    for (const { id } of added)
      setDecision(project.db, { ...base, sampleId: id, state: 'include', reason: `${CHOSEN}, seed ${spec.seed}` });
    for (const one of aside)
      setDecision(project.db, { ...base, sampleId: one.row.id, state: 'exclude', reason: reasonOf(one, titles) });
  });
  return {
    included: plan.chosen.size,
    added: added.length,
    excluded: aside.length,
    short: sum(plan.sampled.cells.map((cell) => cell.short)),
  };
}

const MOST_REASON_CHARS = 200;

function reasonOf({ reason, cells }: LeftOut, titles: readonly string[]): string {
  const names = cells.map((cell) => cell.label).join(', ');
  const why = {
    over_quota: `the quota of ${names} is full`,
    no_quota: `there is no quota for ${names}`,
    no_value: `it has no value of ${titles.join(' and ')}`,
  }[reason];
  return `${SET_ASIDE}: ${why}`.slice(0, MOST_REASON_CHARS);
}

function describe(plan: Plan, spec: BalanceSpec): BalancePreview {
  const { wanted, sampled, chosen, leftOut, now } = plan;
  const ids = [...chosen];
  return {
    cells: wanted.cells.map((cell, at) => {
      const filled = sampled.cells[at];
      const { available = 0, kept = 0, short = 0, over = 0 } = filled ?? {};
      const amount = wanted.quotas[at] ?? 0;
      return {
        ...cell,
        values: [...cell.values],
        now: plan.nowCounts[at] ?? 0,
        after: plan.afterCounts[at] ?? 0,
        available,
        wanted: amount,
        kept,
        short,
        over,
      };
    }),
    pool: plan.pool.length,
    filter: plan.filter,
    now: now.size,
    isShared: plan.isShared,
    isIncluded: plan.isIncluded,
    basis: wanted.basis,
    wanted: sum(wanted.quotas),
    kept: sum(sampled.cells.map((cell) => cell.kept)),
    short: sum(sampled.cells.map((cell) => cell.short)),
    over: sampled.chosen.filter((one) => one.isOver).length,
    chosen: group(ids),
    stay: group(ids.filter((id) => now.has(id))),
    added: group(ids.filter((id) => !now.has(id))),
    setAside: group(leftOut.map(({ row }) => row.id).filter((id) => now.has(id))),
    leftOut: LeftOutReason.options.flatMap((reason) => {
      const own = leftOut.filter((one) => one.reason === reason).map(({ row }) => row.id);
      return own.length === 0 ? [] : [{ reason, ...group(own) }];
    }),
    belowFloor: plan.floors.flatMap(({ facet, value }, at) => {
      const { available = 0, kept = 0 } = sampled.floors[at] ?? {};
      const atLeast = spec.floor.atLeast;
      return kept >= atLeast
        ? []
        : [{ facet: facet.key, title: facet.title, ...value, available, wanted: atLeast, kept }];
    }),
  };
}

function group(ids: readonly number[]): BalancePreview['stay'] {
  return { count: ids.length, filter: idFilter(ids) };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, one) => all + one, 0);
}
