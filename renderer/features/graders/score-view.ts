import type { GraderFiles } from '../../../shared/contract/graders.ts';
import { linearWeights } from '../../../shared/graders/formula-analysis.ts';
import { parseFormula } from '../../../shared/graders/formula.ts';
import type { JsonValue } from '../../../shared/model/json.ts';
import { isJsonObject } from '../../../shared/model/json.ts';
import type { ScorePart } from '../../../shared/model/score.ts';
import { GRADER_FILE, textOf } from './grader-files.ts';

/** @returns the definition as it is written, or null while it is no JSON object */
export function definitionOf(files: GraderFiles): { readonly [key: string]: JsonValue } | null {
  try {
    const value: unknown = JSON.parse(textOf(files, GRADER_FILE) ?? '');
    return isJsonObject(value) ? value : null;
  } catch {
    return null;
  }
}

/** @returns the type written in `grader.json`, '' while there is none */
export function typeOf(files: GraderFiles): string {
  const type = definitionOf(files)?.['type'];
  return typeof type === 'string' ? type : '';
}

/** @returns keys of the parts as they are written, none for a grader without parts */
export function partKeys(files: GraderFiles): readonly string[] {
  const graders = definitionOf(files)?.['graders'];
  return isJsonObject(graders) ? Object.keys(graders) : [];
}

/** @returns weight by key of a multi grader whose formula is a weighted sum, else null */
export function weightsOf(files: GraderFiles): ReadonlyMap<string, number> | null {
  const formula = definitionOf(files)?.['calculate_output'];
  if (typeof formula !== 'string') return null;
  const parsed = parseFormula(formula);
  return parsed.ok ? linearWeights(parsed.node) : null;
}

export type BarSegment = { readonly key: string; readonly share: number };

/**
 * Cuts the bar of a score into what each part adds to it. The whole bar stands for a score of 1, or for the sum of the weights
 * when that is more.
 *
 * @returns one segment for the whole value when the formula is not a weighted sum or takes something away; none when not scored
 */
export function barSegments(
  part: Pick<ScorePart, 'key' | 'value' | 'parts'>,
  weights: ReadonlyMap<string, number> | null,
): readonly BarSegment[] {
  if (part.value === null) return [];
  const whole = [{ key: part.key, share: clamped(part.value) }];
  if (weights === null || part.parts.length === 0) return whole;
  const all = [...weights.values()];
  if (all.some((weight) => weight < 0)) return whole;
  const scale = Math.max(
    1,
    all.reduce((sum, weight) => sum + weight, 0),
  );
  return part.parts
    .filter((one) => weights.has(one.key))
    .map((one) => ({ key: one.key, share: clamped(((weights.get(one.key) ?? 0) * (one.value ?? 0)) / scale) }));
}

function clamped(value: number): number {
  return Math.min(1, Math.max(0, value));
}

/** What the preview shows, decided in one place. */
export type PreviewState =
  | { readonly kind: 'noSample' }
  | { readonly kind: 'untrusted' }
  | { readonly kind: 'invalid'; readonly errors: number }
  | { readonly kind: 'waiting' }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'shown'; readonly isStale: boolean };

export type PreviewFacts = {
  readonly hasSample: boolean;
  /** The text that is checked last holds Python that may not run here. */
  readonly isUntrusted: boolean;
  /** Errors of the text that was checked last. */
  readonly errors: number;
  /** A version without errors was seen since the grader was opened. */
  readonly hasValid: boolean;
  readonly hasScore: boolean;
  /** The score was made of an earlier text or another answer. */
  readonly isOld: boolean;
  readonly failure: string | null;
};

/** Trust comes before everything that would run; a text with errors keeps the score of the last one without. */
export function previewState(facts: PreviewFacts): PreviewState {
  if (!facts.hasSample) return { kind: 'noSample' };
  if (facts.isUntrusted) return { kind: 'untrusted' };
  if (facts.errors > 0 && !facts.hasValid) return { kind: 'invalid', errors: facts.errors };
  if (facts.hasScore) return { kind: 'shown', isStale: facts.errors > 0 || facts.isOld };
  if (facts.failure !== null) return { kind: 'failed', message: facts.failure };
  return { kind: 'waiting' };
}

/** What a part says of itself in one line: its summary, what it printed, why it has no value. */
export function partSummary(part: ScorePart): string | null {
  if (part.reason !== null) return part.reason;
  const summary = text(part, 'summary') ?? text(part, 'note');
  if (summary !== null) return summary;
  const printed = text(part, 'output')
    ?.split('\n')
    .find((line) => line.trim() !== '');
  return printed?.trim() ?? null;
}

/** @returns a text of a part's detail, null when there is none */
export function text(part: ScorePart, key: string): string | null {
  const value = part.detail[key];
  return typeof value === 'string' && value !== '' ? value : null;
}

/** @returns the value a trainer would use when it is not the one shown, else null */
export function platformDiffers(part: Pick<ScorePart, 'value' | 'platformValue'>): number | null {
  const { value, platformValue } = part;
  if (platformValue === null) return null;
  return value === null || Math.abs(value - platformValue) > 1e-9 ? platformValue : null;
}

export type OutlineLine = {
  readonly key: string | null;
  readonly value: string;
  readonly kind: 'text' | 'number' | 'word';
};

const SHOWN_TEXT = 200;

/**
 * A value as it is compared at a glance: its first level as lines, lists and objects below it folded to their size. An object
 * that only wraps another one is opened.
 */
export function outline(value: JsonValue): readonly OutlineLine[] {
  if (!isJsonObject(value)) return [outlineLine(null, value)];
  const members = Object.values(value);
  const [only] = members;
  if (members.length === 1 && isJsonObject(only) && Object.keys(only).length > 0) return outline(only);
  return Object.entries(value).map(([key, member]) => outlineLine(key, member));
}

function outlineLine(key: string | null, value: JsonValue): OutlineLine {
  if (typeof value === 'string') {
    const shown = value.length > SHOWN_TEXT ? `${value.slice(0, SHOWN_TEXT)}…` : value;
    return { key, value: key === null ? shown : JSON.stringify(shown), kind: 'text' };
  }
  if (typeof value === 'number') return { key, value: String(value), kind: 'number' };
  if (Array.isArray(value)) return { key, value: value.length === 0 ? '[]' : `[…${value.length}]`, kind: 'word' };
  if (isJsonObject(value)) return { key, value: `{…${Object.keys(value).length}}`, kind: 'word' };
  return { key, value: JSON.stringify(value), kind: 'word' };
}

/** @returns the value of a text that is JSON, else the text itself */
export function readAnswer(answer: string): JsonValue {
  try {
    // JSON.parse gives JSON values only.
    return JSON.parse(answer) as JsonValue;
  } catch {
    return answer;
  }
}

/** Petrol, paler from part to part: a score is a quantity, so its parts differ in strength and not in hue. */
const SHADES = [
  'var(--c-1)',
  'color-mix(in srgb, var(--c-1) 72%, var(--bg-surface))',
  'color-mix(in srgb, var(--c-1) 50%, var(--bg-surface))',
  'color-mix(in srgb, var(--c-1) 30%, var(--bg-surface))',
] as const;

/** @returns the colour of the part at an index, the same in the bar and in the list */
export function shadeOf(index: number): string {
  return SHADES[Math.max(0, index) % SHADES.length] ?? SHADES[0];
}
