import type { Random } from '../prng.ts';

/** Below this mean, counting up through the probabilities is as fast as rejection. */
const FEW = 10;

/**
 * How many of `n` tries succeed: the exact distribution, in time that does not grow with `n`.
 *
 * @see W. Hörmann, "The generation of binomial random variates", 1993 (BTRS), for larger means
 */
export function binomial(random: Random, n: number, p: number): number {
  if (n <= 0 || p <= 0) return 0;
  if (p >= 1) return n;
  if (p > 0.5) return n - binomial(random, n, 1 - p);
  return n * p < FEW ? byInversion(random, n, p) : byRejection(random, n, p);
}

function byInversion(random: Random, n: number, p: number): number {
  const odds = p / (1 - p);
  let probability = (1 - p) ** n;
  let left = random();
  for (let k = 0; k < n; k += 1) {
    if (left < probability) return k;
    left -= probability;
    probability *= (odds * (n - k)) / (k + 1);
  }
  return n;
}

function byRejection(random: Random, n: number, p: number): number {
  const spread = Math.sqrt(n * p * (1 - p));
  const b = 1.15 + 2.53 * spread;
  const a = -0.0873 + 0.0248 * b + 0.01 * p;
  const centre = n * p + 0.5;
  const squeeze = 0.92 - 4.2 / b;
  const alpha = (2.83 + 5.1 / b) * spread;
  const mode = Math.floor((n + 1) * p);
  const logOdds = Math.log(p / (1 - p));
  const height = logFactorial(mode) + logFactorial(n - mode);
  for (;;) {
    const u = random() - 0.5;
    const v = random();
    const tail = 0.5 - Math.abs(u);
    const k = Math.floor(((2 * a) / tail + b) * u + centre);
    if (tail >= 0.07 && v <= squeeze) return k;
    if (k < 0 || k > n) continue;
    const bound = height - logFactorial(k) - logFactorial(n - k) + (k - mode) * logOdds;
    if (Math.log((v * alpha) / (a / (tail * tail) + b)) <= bound) return k;
  }
}

/** ln(k!), exact for small k and by Stirling's series above, to 1e-12. */
function logFactorial(k: number): number {
  if (k < 2) return 0;
  if (k < 20) {
    let product = 1;
    for (let factor = 2; factor <= k; factor += 1) product *= factor;
    return Math.log(product);
  }
  const inverse = 1 / k;
  const series = inverse * (1 / 12 - inverse * inverse * (1 / 360 - inverse * inverse * (1 / 1260)));
  return (k + 0.5) * Math.log(k) - k + 0.5 * Math.log(2 * Math.PI) + series;
}

/**
 * Draws `n` items with replacement from kinds with these counts and writes how many of each kind came into `into`.
 *
 * @param total the sum of `counts`
 */
export function multinomial(
  random: Random,
  n: number,
  counts: ArrayLike<number>,
  total: number,
  into: Float64Array,
): void {
  let left = n;
  let rest = total;
  for (let kind = 0; kind < counts.length; kind += 1) {
    const count = counts[kind] ?? 0;
    const drawn = rest <= 0 ? 0 : binomial(random, left, Math.min(1, count / rest));
    into[kind] = drawn;
    left -= drawn;
    rest -= count;
  }
}
