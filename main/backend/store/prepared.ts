import type { Outcome } from '../../../shared/model/sample.ts';
import type { LanguageTexts } from '../engine/checks.ts';
import type { SearchText } from '../engine/search-text.ts';

export type PreparedCall = {
  step: number;
  idx: number;
  name: string;
  status: 'ok' | 'error' | 'missing';
  latencyMs: number | null;
};

/** A check's finding before its sample and attempts have ids. */
export type PreparedFlag = {
  readonly ruleId: string;
  readonly version: number;
  readonly severity: 'info' | 'warn' | 'error';
  /** Position of the attempt in the sample; null when it is about the whole. */
  readonly attempt: number | null;
  readonly messageIdx: number | null;
  readonly span: { readonly start: number; readonly end: number } | null;
  readonly detailJson: string;
};

/** An attempt as it is stored: counts and JSON texts, ready to be bound. */
export type PreparedAttempt = {
  readonly uid: string;
  readonly model: string | null;
  readonly outcome: Outcome;
  readonly reward: number | null;
  readonly steps: number;
  readonly calls: number;
  readonly results: number;
  readonly toolErrors: number;
  readonly maxParallel: number;
  readonly latencyMs: number | null;
  readonly tokens: number | null;
  readonly contentHash: string;
  readonly bodyJson: string;
  readonly extrasJson: string | null;
  readonly startedAt: number | null;
  readonly toolCalls: readonly PreparedCall[];
};

/** A sample as it is stored. `search` is null when its attempts come in pieces and it is indexed at the end. */
export type PreparedSample = {
  readonly uid: string;
  readonly sourceRef: string | null;
  readonly position: number;
  readonly title: string;
  readonly taskKey: string | null;
  readonly lang: string | null;
  readonly toolsOffered: number;
  readonly promptChars: number;
  readonly hasReference: boolean;
  readonly contentHash: string;
  readonly promptHash: string;
  readonly promptJson: string;
  readonly toolsJson: string;
  readonly referenceJson: string;
  readonly extrasJson: string | null;
  readonly createdAt: number | null;
  readonly search: SearchText | null;
  readonly attempts: readonly PreparedAttempt[];
  readonly tags: readonly string[];
  /** Empty when its attempts come in pieces: then it is checked at the end. */
  readonly flags: readonly PreparedFlag[];
};

/** A sample whose languages have not been told yet. `languages` is null when its attempts come in pieces. */
export type UntoldSample = Omit<PreparedSample, 'lang'> & {
  readonly opening: string;
  readonly languages: LanguageTexts | null;
};
