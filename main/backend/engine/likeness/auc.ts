type Auc = {
  readonly auc: number;
  /** Of the area, by DeLong; null with fewer than two of a kind. */
  readonly variance: number | null;
};

/**
 * The area under the ROC curve by ranks: how often one of the positives scores above one of the negatives, ties counting half
 * (the Mann-Whitney statistic over the number of pairs).
 *
 * @returns null when there are no positives or no negatives
 * @see E. R. DeLong, D. M. DeLong and D. L. Clarke-Pearson, "Comparing the areas under two or more correlated ROC curves", 1988
 */
export function areaUnderCurve(scores: ArrayLike<number>, isPositive: ArrayLike<number>): Auc | null {
  const ranks = midRanks(Array.from(scores));
  const positives: number[] = [];
  const negatives: number[] = [];
  for (let at = 0; at < scores.length; at += 1) (isPositive[at] === 1 ? positives : negatives).push(at);
  const m = positives.length;
  const n = negatives.length;
  if (m === 0 || n === 0) return null;
  // How often each positive beats the negatives, and each negative is beaten.
  const wins = beaten(positives, scores, ranks, n);
  const losses = beaten(negatives, scores, ranks, m).map((share) => 1 - share);
  const rankSum = positives.reduce((sum, at) => sum + (ranks[at] ?? 0), 0);
  const auc = (rankSum - (m * (m + 1)) / 2) / (m * n);
  return { auc, variance: m < 2 || n < 2 ? null : varianceOf(wins) / m + varianceOf(losses) / n };
}

/** For each of a kind, the share of the other kind that ranks below it. */
function beaten(
  kind: readonly number[],
  scores: ArrayLike<number>,
  ranks: readonly number[],
  others: number,
): number[] {
  const own = midRanks(kind.map((at) => scores[at] ?? 0));
  return kind.map((at, position) => ((ranks[at] ?? 0) - (own[position] ?? 0)) / others);
}

/** Ranks from 1; equal numbers share the mean of theirs. */
function midRanks(numbers: readonly number[]): number[] {
  const order = numbers.map((_, at) => at).toSorted((a, b) => (numbers[a] ?? 0) - (numbers[b] ?? 0));
  const ranks = Array.from({ length: numbers.length }, () => 0);
  for (let from = 0; from < order.length;) {
    let to = from + 1;
    while (to < order.length && numbers[order[to] ?? 0] === numbers[order[from] ?? 0]) to += 1;
    for (let at = from; at < to; at += 1) ranks[order[at] ?? 0] = (from + to + 1) / 2;
    from = to;
  }
  return ranks;
}

function varianceOf(numbers: readonly number[]): number {
  const mean = numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
  return numbers.reduce((sum, number) => sum + (number - mean) ** 2, 0) / (numbers.length - 1);
}
