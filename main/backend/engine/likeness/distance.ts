/**
 * The Jensen-Shannon distance of two mixes: the square root of their divergence in bits, so 0 for the same mix and 1 for mixes
 * that share nothing.
 *
 * @param a counts or shares, at least 0, of the same values in the same order as `b`
 * @returns null when either has nothing
 * @see D. M. Endres and J. E. Schindelin, "A new metric for probability distributions", 2003; scipy.spatial.distance.jensenshannon
 */
export function jensenShannon(a: ArrayLike<number>, b: ArrayLike<number>): number | null {
  const divergence = jensenShannonDivergence(a, b);
  return divergence === null ? null : Math.sqrt(divergence);
}

/** The square of `jensenShannon`, in [0, 1]. */
export function jensenShannonDivergence(a: ArrayLike<number>, b: ArrayLike<number>): number | null {
  const sumA = sumOf(a);
  const sumB = sumOf(b);
  if (sumA === 0 || sumB === 0) return null;
  let sum = 0;
  for (let at = 0; at < a.length; at += 1) {
    const p = (a[at] ?? 0) / sumA;
    const q = (b[at] ?? 0) / sumB;
    // Equal shares add nothing; rounding must not say otherwise.
    if (p === q) continue;
    const middle = (p + q) / 2;
    if (p > 0) sum += p * Math.log2(p / middle);
    if (q > 0) sum += q * Math.log2(q / middle);
  }
  return Math.min(1, Math.max(0, sum / 2));
}

function sumOf(counts: ArrayLike<number>): number {
  let sum = 0;
  for (let at = 0; at < counts.length; at += 1) sum += counts[at] ?? 0;
  return sum;
}
