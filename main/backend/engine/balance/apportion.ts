/**
 * Shares a whole number out in proportion to weights: each gets its exact part rounded down, and the largest remainders one
 * more each (Hamilton's method). Equal remainders go to the larger weight, then to the first.
 *
 * @param weights none negative; all 0 gives nothing to anybody
 * @returns whole numbers that add up to `total`, each within 1 of its exact part
 */
export function apportion(weights: readonly number[], total: number): number[] {
  const sum = weights.reduce((all, weight) => all + weight, 0);
  if (sum <= 0) return weights.map(() => 0);
  const exact = weights.map((weight) => (weight / sum) * total);
  // 0.1 * 30 is a little more than 3, and 0.3 * 10 / 1 may be a little less.
  const whole = exact.map((part) => Math.floor(part + 1e-9));
  const missing = total - whole.reduce((all, part) => all + part, 0);
  const order = [...weights.keys()].toSorted(
    (a, b) => rest(exact, whole, b) - rest(exact, whole, a) || (weights[b] ?? 0) - (weights[a] ?? 0) || a - b,
  );
  for (const at of order.slice(0, Math.max(0, missing))) whole[at] = (whole[at] ?? 0) + 1;
  return whole;
}

/** In steps of 1e-9, so that what is equal but for rounding is equal. */
function rest(exact: readonly number[], whole: readonly number[], at: number): number {
  return Math.round(((exact[at] ?? 0) - (whole[at] ?? 0)) * 1e9);
}
