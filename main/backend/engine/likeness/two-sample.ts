import { createRandom, shuffled } from '../prng.ts';
import { areaUnderCurve } from './auc.ts';
import { fitLogistic, logOdds } from './logistic.ts';

/** A text of either set. Texts of one group, such as the same text in both sets, are never learnt from and asked about. */
export type LabelledVector = { readonly group: number; readonly isCurated: boolean; readonly vector: Float32Array };

export type TwoSample = { readonly auc: number; readonly low: number; readonly high: number };

/** Texts of each set below which nothing is told. */
const FEWEST_TEXTS = 20;
const FOLDS = 5;
/** Half the width of a 95 % interval in standard errors. */
const Z = 1.959963984540054;
const FIT = { c: 1, tolerance: 1e-6, maxIterations: 200 };

/**
 * A classifier two-sample test: logistic regression learns on four fifths of the texts to tell the sets apart and is asked
 * about the rest, five times round. Areas are of the pairs within a fold, the more pairs the more they count.
 *
 * @returns the area under the curve with a 95 % interval (DeLong's variance of each fold); null with too few texts
 * @see D. Lopez-Paz and M. Oquab, "Revisiting classifier two-sample tests", 2017
 */
export function tellApart(texts: readonly LabelledVector[], seed: number): TwoSample | null {
  const curated = texts.filter((text) => text.isCurated).length;
  if (curated < FEWEST_TEXTS || texts.length - curated < FEWEST_TEXTS) return null;
  const foldOf = assignFolds(texts, seed);
  let pairs = 0;
  let area = 0;
  let variance = 0;
  for (let fold = 0; fold < FOLDS; fold += 1) {
    const learnt = texts.filter((text) => foldOf.get(text.group) !== fold);
    const asked = texts.filter((text) => foldOf.get(text.group) === fold);
    const model = fitLogistic(
      learnt.map((text) => text.vector),
      learnt.map((text) => Number(text.isCurated)),
      FIT,
    );
    const labels = asked.map((text) => Number(text.isCurated));
    const found = areaUnderCurve(
      asked.map((text) => logOdds(model, text.vector)),
      labels,
    );
    if (found?.variance == null) continue;
    const positives = labels.filter((label) => label === 1).length;
    const weight = positives * (labels.length - positives);
    pairs += weight;
    area += weight * found.auc;
    variance += weight * weight * found.variance;
  }
  if (pairs === 0) return null;
  const auc = area / pairs;
  const margin = (Z * Math.sqrt(variance)) / pairs;
  return { auc, low: Math.max(0, auc - margin), high: Math.min(1, auc + margin) };
}

/** Deals groups to folds by seed, those of each kind (one set, the other, both) round in turn so that folds are alike. */
function assignFolds(texts: readonly LabelledVector[], seed: number): ReadonlyMap<number, number> {
  const kinds = new Map<number, number>();
  for (const { group, isCurated } of texts) kinds.set(group, (kinds.get(group) ?? 0) | (isCurated ? 2 : 1));
  const random = createRandom(seed);
  const folds = new Map<number, number>();
  let next = 0;
  for (const kind of [1, 2, 3]) {
    const groups = [...kinds].filter(([, one]) => one === kind).map(([group]) => group);
    for (const group of shuffled(groups, random)) folds.set(group, next++ % FOLDS);
  }
  return folds;
}
