import type { KeeperReason } from '../../../../shared/model/duplicates.ts';
import { AppError } from '../../../../shared/rpc/errors.ts';
import type { MemberFacts } from '../../store/clusters.ts';

export type Kept = { readonly id: number; readonly reason: KeeperReason | 'lowest' };

/** Higher is kept. Nothing known of a sample counts as least. */
const MEASURES: Readonly<Record<KeeperReason, (facts: MemberFacts) => number>> = {
  reviews: (facts) => facts.reviews,
  attempts: (facts) => facts.attempts,
  reference: (facts) => facts.hasReference,
  score: (facts) => facts.score ?? -Infinity,
  human: (facts) => facts.humanScore ?? -Infinity,
  newest: (facts) => facts.createdAt ?? -Infinity,
  oldest: (facts) => -(facts.createdAt ?? Infinity),
};

/**
 * Which member stays: the first measure of the rule that tells two apart decides, then the lower uid, so that the same
 * samples keep the same one on any machine.
 *
 * @returns the keeper and the measure by which it is ahead of the next
 * @throws {AppError} `not_found` when no member is left
 */
export function keeperOf(
  members: readonly number[],
  facts: ReadonlyMap<number, MemberFacts>,
  rule: readonly KeeperReason[],
): Kept {
  const [first, second] = members
    .flatMap((id) => facts.get(id) ?? [])
    .sort((one, other) => {
      const decides = ahead(one, other, rule);
      return decides === undefined
        ? one.uid < other.uid
          ? -1
          : 1
        : measure(other, decides) > measure(one, decides)
          ? 1
          : -1;
    });
  if (first === undefined) throw new AppError('not_found', 'This cluster of duplicates is gone.');
  return { id: first.id, reason: (second === undefined ? undefined : ahead(first, second, rule)) ?? 'lowest' };
}

function measure(facts: MemberFacts, by: KeeperReason): number {
  return MEASURES[by](facts);
}

function ahead(one: MemberFacts, other: MemberFacts, rule: readonly KeeperReason[]): KeeperReason | undefined {
  return rule.find((by) => measure(one, by) !== measure(other, by));
}

/** Reviewed by a person, or decided to stay. */
export function isProtected(facts: MemberFacts | undefined): boolean {
  return facts !== undefined && (facts.reviews > 0 || facts.decision === 'include');
}
