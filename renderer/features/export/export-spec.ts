import { z } from 'zod';
import type { ExportSpec } from '../../../shared/contract/graders.ts';
import { GraderId } from '../../../shared/model/ids.ts';
import type { JsonValue } from '../../../shared/model/json.ts';
import { group } from '../../../shared/query/ast.ts';
import { parse } from '../../../shared/query/parse.ts';
import { print } from '../../../shared/query/print.ts';

export const MAX_SEED = 2_147_483_647;
export const SHARE_RANGE = { min: 0.01, max: 0.9 } as const;
const ACCEPTED = 'decision:include';
const DEFAULT_SHARE = 0.2;

/** What the person chose; what is missing follows from the project. */
export const ExportChoices = z.object({
  target: z.string().optional(),
  filter: z.string().max(4_000).optional(),
  /** null: no grader, chosen on purpose. */
  graderId: GraderId.nullable().optional(),
  version: z.int().optional(),
  seed: z.int().min(0).max(MAX_SEED).optional(),
  validationShare: z.number().min(SHARE_RANGE.min).max(SHARE_RANGE.max).optional(),
});
export type ExportChoices = z.infer<typeof ExportChoices>;

/** @returns choices as they were kept; none when they cannot be read */
export function readChoices(kept: JsonValue | undefined): ExportChoices {
  const parsed = ExportChoices.safeParse(kept ?? {});
  return parsed.success ? parsed.data : {};
}

type Facts = {
  readonly targets: readonly { readonly id: string }[];
  readonly graders: readonly { readonly id: GraderId; readonly headVersion: number; readonly mean: number | null }[];
  /** The project's own seed. */
  readonly seed: JsonValue | undefined;
};

/**
 * Completes the choices: accepted samples, the grader that scored last, its latest version, the project's seed.
 *
 * @returns null when there is no format to export to
 */
export function resolveSpec(choices: ExportChoices, facts: Facts): ExportSpec | null {
  const target = facts.targets.find((entry) => entry.id === choices.target) ?? facts.targets[0];
  if (target === undefined) return null;
  return {
    target: target.id,
    filter: choices.filter ?? ACCEPTED,
    ...graderOf(choices, facts.graders),
    seed: choices.seed ?? (typeof facts.seed === 'number' ? facts.seed : 0),
    validationShare: choices.validationShare ?? DEFAULT_SHARE,
    leaveOutErrors: false,
  };
}

/** The chosen grader and version where they still exist; else the standard one in its latest version. */
function graderOf(choices: ExportChoices, graders: Facts['graders']): Pick<ExportSpec, 'graderId' | 'version'> {
  const saved = graders.filter((grader) => grader.headVersion > 0);
  const chosen = saved.find((grader) => grader.id === choices.graderId);
  const grader = chosen ?? saved.find(({ mean }) => mean !== null) ?? saved[0];
  if (choices.graderId === null || grader === undefined) return { graderId: null, version: null };
  const { id: graderId, headVersion } = grader;
  const isOwnVersion = grader === chosen && choices.version !== undefined && choices.version <= headVersion;
  return { graderId, version: isOwnVersion ? (choices.version ?? headVersion) : headVersion };
}

/** @returns the filter narrowed by one more term; the term alone when the filter cannot be read */
export function narrowed(filter: string, term: string): string {
  const [all, one] = [parse(filter).ast, parse(term).ast];
  if (all === null || one === null || all.kind === 'all') return term;
  return print(group('and', [all, one]));
}
