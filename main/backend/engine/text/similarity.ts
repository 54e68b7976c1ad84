import {
  BLEU_DEFINITIONS,
  FUZZY_DEFINITIONS,
  GLEU_DEFINITIONS,
  METEOR_DEFINITIONS,
  rougeDefinitions,
  type Definition,
} from './definitions.ts';
import type { WordnetTable } from './wordnet.ts';

/** The evaluation metrics of a text_similarity grader that can be computed offline: all but "cosine". */
export const SIMILARITY_METRICS = [
  'fuzzy_match',
  'bleu',
  'gleu',
  'meteor',
  'rouge_1',
  'rouge_2',
  'rouge_3',
  'rouge_4',
  'rouge_5',
  'rouge_l',
] as const;
export type SimilarityMetric = (typeof SIMILARITY_METRICS)[number];

const DEFINITIONS = {
  fuzzy_match: FUZZY_DEFINITIONS,
  bleu: BLEU_DEFINITIONS,
  gleu: GLEU_DEFINITIONS,
  meteor: METEOR_DEFINITIONS,
  rouge_1: rougeDefinitions(1),
  rouge_2: rougeDefinitions(2),
  rouge_3: rougeDefinitions(3),
  rouge_4: rougeDefinitions(4),
  rouge_5: rougeDefinitions(5),
  rouge_l: rougeDefinitions('l'),
} as const satisfies Readonly<Record<SimilarityMetric, readonly Definition[]>>;

/** A definition as the UI names it. `estimate` is always true: no service has published which one it uses. */
export type MetricDefinition = {
  readonly id: string;
  readonly title: string;
  readonly note: string;
  readonly estimate: true;
};

/** The definitions offered for each metric, the default first. Plain data. */
export const METRICS: Readonly<Record<SimilarityMetric, readonly MetricDefinition[]>> = {
  fuzzy_match: described('fuzzy_match'),
  bleu: described('bleu'),
  gleu: described('gleu'),
  meteor: described('meteor'),
  rouge_1: described('rouge_1'),
  rouge_2: described('rouge_2'),
  rouge_3: described('rouge_3'),
  rouge_4: described('rouge_4'),
  rouge_5: described('rouge_5'),
  rouge_l: described('rouge_l'),
};

export type SimilarityOptions = {
  /** The id of one of the metric's definitions; the first one when left out. */
  readonly definition?: string;
  /** The synonyms for "meteor"; without them the result says that they were missing. */
  readonly wordnet?: WordnetTable;
};

export type SimilarityResult = {
  /** 0 (nothing in common) to 1. */
  readonly value: number;
  /** How the value was computed: the definition's title and any departure from it. */
  readonly definition: string;
};

/**
 * How alike a candidate and a reference are by a metric, computed offline after a named published definition.
 * Any two texts have a value, empty ones too. Throws a RangeError when the metric has no definition of that id.
 */
export function similarity(
  metric: SimilarityMetric,
  candidate: string,
  reference: string,
  options: SimilarityOptions = {},
): SimilarityResult {
  const definitions: readonly Definition[] = DEFINITIONS[metric];
  const chosen =
    options.definition === undefined ? definitions[0] : definitions.find(({ id }) => id === options.definition);
  if (chosen === undefined) {
    const known = definitions.map(({ id }) => id).join(', ');
    throw new RangeError(`The metric "${metric}" has no definition "${options.definition}". Choose one of: ${known}.`);
  }
  const { value, departure } = chosen.score(candidate, reference, options.wordnet);
  return {
    // Logarithms and exponents can leave a perfect score a rounding error above 1.
    value: Math.min(1, Math.max(0, value)),
    definition: departure === undefined ? chosen.title : `${chosen.title} (${departure})`,
  };
}

function described(metric: SimilarityMetric): readonly MetricDefinition[] {
  return DEFINITIONS[metric].map(({ id, title, note }) => ({ id, title, note, estimate: true }));
}
