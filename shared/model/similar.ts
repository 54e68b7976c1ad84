import { z } from 'zod';

/** Which text of a sample is compared: what the user asks, the whole first attempt, or the reference. */
export const SimilarScope = z.enum(['prompt', 'trajectory', 'reference']);
export type SimilarScope = z.infer<typeof SimilarScope>;

/** `near`: mostly the same words (Jaccard of word shingles). `semantic`: the same meaning (cosine of vectors). */
export const LinkKind = z.enum(['near', 'semantic']);
export type LinkKind = z.infer<typeof LinkKind>;

/** `sentences`: the Universal Sentence Encoder, for English. `word-parts`: TF-IDF of character n-grams, for other languages. */
export const Embedder = z.enum(['sentences', 'word-parts']);
export type Embedder = z.infer<typeof Embedder>;

/** How a scan looked. Vectors are only compared with those of the same embedder. */
export const ScanMethod = z.object({
  /** `lsh` may miss a pair: near texts are always sought so, vectors above 20,000 samples */
  search: z.enum(['exact', 'lsh']),
  /** `strongest`: more than a million pairs, so only a spanning forest and each sample's 20 best are kept */
  kept: z.enum(['all', 'strongest']),
  /** Empty for near texts. */
  embedders: z.array(z.object({ embedder: Embedder, count: z.int().nonnegative() })).readonly(),
});
export type ScanMethod = z.infer<typeof ScanMethod>;

/** Pairs below are not kept. */
export const LINK_FLOORS = { near: 0.5, semantic: 0.7 } as const satisfies Readonly<Record<LinkKind, number>>;
