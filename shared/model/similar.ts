import { z } from 'zod';
import { SampleId } from './ids.ts';

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

/** What the last whole scan of one kind and scope was, and whether samples came, went or changed since. */
export const SimilarScan = z.object({
  scannedAt: z.number(),
  samples: z.int(),
  pairs: z.int(),
  floor: z.number(),
  method: ScanMethod,
  stale: z.boolean(),
  changed: z.int(),
});
export type SimilarScan = z.infer<typeof SimilarScan>;

/** A sample like another: `exact` has the same prompt and tools, or the same trajectory. */
export const SimilarRow = z.object({
  sampleId: SampleId,
  title: z.string(),
  sourceName: z.string(),
  decision: z.string(),
  kind: z.enum(['exact', 'near', 'semantic']),
  /** 0 … 1: Jaccard similarity of near ones, cosine of semantic ones */
  similarity: z.number(),
});
export type SimilarRow = z.infer<typeof SimilarRow>;
