import { z } from 'zod';
import { LINK_FLOORS, SimilarScope } from './similar.ts';

/** Kinds of clusters that are duplicates, from the strictest to the loosest link that holds one together. */
export const DuplicateKind = z.enum(['exact', 'near', 'semantic']);
export type DuplicateKind = z.infer<typeof DuplicateKind>;

/** `template`: texts that differ only in numbers, names, ids; shown for decision, never part of what is done to all. */
export const ClusterKind = z.enum(['exact', 'near', 'semantic', 'template']);
export type ClusterKind = z.infer<typeof ClusterKind>;

/** What decides which sample of a cluster stays. `score`: the highest mean of its last score run. */
export const KeeperReason = z.enum(['reviews', 'attempts', 'reference', 'score', 'human', 'newest', 'oldest']);
export type KeeperReason = z.infer<typeof KeeperReason>;

/** The rule where nobody chose another. What it leaves level is decided by the sample's uid. */
export const DEFAULT_KEEPER: readonly KeeperReason[] = ['reviews', 'attempts', 'reference', 'oldest'];

/** What counts as a duplicate, and what is done about it. */
export const DuplicateSetup = z.object({
  scope: SimilarScope.default('prompt'),
  /** Jaccard similarity from which two texts are near-duplicates; null leaves the kind out */
  near: z.number().min(LINK_FLOORS.near).max(1).nullable().default(0.8),
  /** cosine from which two texts mean the same; null leaves the kind out */
  semantic: z.number().min(LINK_FLOORS.semantic).max(1).nullable().default(0.9),
  keeper: z
    .array(KeeperReason)
    .max(7)
    .default([...DEFAULT_KEEPER]),
  /** A sample with a submitted review or a decision to include is never excluded, though it may be the keeper. */
  neverRemoveReviewed: z.boolean().default(true),
});
export type DuplicateSetup = z.infer<typeof DuplicateSetup>;
