import type { Compared, PatternTable } from '../../engine/likeness/resample.ts';
import type { LabelledVector, TwoSample } from '../../engine/likeness/two-sample.ts';

/** What the thread is given, one task in its life. */
export type LikenessTask =
  | { readonly t: 'mixes'; readonly tables: readonly PatternTable[]; readonly resamples: number; readonly seed: number }
  | { readonly t: 'texts'; readonly parts: readonly (readonly LabelledVector[])[]; readonly seed: number };

export type LikenessMessage =
  | { readonly t: 'progress'; readonly done: number }
  | { readonly t: 'mixes'; readonly compared: readonly (Compared | null)[] }
  | { readonly t: 'texts'; readonly told: readonly (TwoSample | null)[] }
  | { readonly t: 'failed'; readonly message: string };

export type LikenessAnswer = Extract<LikenessMessage, { readonly t: 'mixes' | 'texts' }>;
