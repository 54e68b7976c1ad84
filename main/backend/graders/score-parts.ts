import { performance } from 'node:perf_hooks';
import { setImmediate } from 'node:timers/promises';
import type { RenderResult } from '../../../shared/graders/template-render.ts';
import { renderTemplate } from '../../../shared/graders/template-render.ts';
import type { ParsedTemplate } from '../../../shared/graders/template.ts';
import type { ScorePart } from '../../../shared/model/score.ts';
import type { Evaluate } from './engine-types.ts';
import type { GradeInput } from './types.ts';

type Detail = ScorePart['detail'];

/** What one grade came to, before it is a part under a key. */
export type Graded =
  | { readonly state: 'scored'; readonly value: number; readonly detail: Detail }
  | { readonly state: 'errored'; readonly code: string; readonly reason: string; readonly detail: Detail };

/** How long graders of this thread may run before others get their turn, in ms. */
const TURN_MS = 20;

/**
 * Makes an evaluator of a function that grades one answer at once, with the time it took. Gives way to other work of the
 * thread every few milliseconds.
 */
export function evaluateEach(
  base: { readonly key: string; readonly type: string; readonly passThreshold: number | undefined },
  grade: (input: GradeInput) => Graded,
): Evaluate {
  return async (inputs, signal) => {
    const parts: ScorePart[] = [];
    let turnStart = performance.now();
    for (const input of inputs) {
      signal.throwIfAborted();
      const start = performance.now();
      const graded = grade(input);
      const end = performance.now();
      parts.push(toPart({ ...base, durationUs: Math.round((end - start) * 1000) }, graded));
      if (end - turnStart > TURN_MS) {
        await setImmediate();
        turnStart = performance.now();
      }
    }
    return parts;
  };
}

/** Makes a part without parts of its own. An errored part pays 0 on the platform and has no value here. */
export function toPart(
  base: {
    readonly key: string;
    readonly type: string;
    readonly durationUs: number | null;
    readonly passThreshold: number | undefined;
  },
  graded: Graded,
): ScorePart {
  const { key, type, durationUs, passThreshold } = base;
  if (graded.state === 'errored') {
    const detail = { code: graded.code, ...graded.detail };
    return {
      key,
      type,
      state: 'errored',
      value: null,
      platformValue: 0,
      reason: graded.reason,
      detail,
      durationUs,
      parts: [],
    };
  }
  const passed = passThreshold === undefined ? {} : { passed: graded.value >= passThreshold };
  const detail = { ...graded.detail, ...passed };
  return {
    key,
    type,
    state: 'scored',
    value: graded.value,
    platformValue: graded.value,
    reason: null,
    detail,
    durationUs,
    parts: [],
  };
}

/** Makes a part that was not graded, with the reason. What the platform would pay is not known then. */
export function skippedPart(key: string, type: string, reason: string): ScorePart {
  return {
    key,
    type,
    state: 'skipped',
    value: null,
    platformValue: null,
    reason,
    detail: {},
    durationUs: null,
    parts: [],
  };
}

/** Two texts to compare, or the grade that failed because a variable of one has no value. */
export type RenderedPair =
  | { readonly ok: true; readonly input: string; readonly reference: string; readonly detail: Detail }
  | { readonly ok: false; readonly graded: Graded };

/** Fills in `input` and `reference` for one answer. */
export function renderPair(input: ParsedTemplate, reference: ParsedTemplate, scope: GradeInput): RenderedPair {
  const rendered = { input: renderTemplate(input, scope), reference: renderTemplate(reference, scope) };
  const texts: Record<string, string> = {};
  for (const [name, side] of Object.entries(rendered)) if (side.ok) texts[name] = side.text;
  const failed = failureOf(rendered.input) ?? failureOf(rendered.reference);
  if (failed !== null) {
    const detail = { ...texts, variable: failed.path };
    return { ok: false, graded: { state: 'errored', code: failed.code, reason: failed.message, detail } };
  }
  const warnings = [...new Set([...warningsOf(rendered.input), ...warningsOf(rendered.reference)])];
  const detail = { ...texts, ...(warnings.length > 0 ? { warnings } : {}) };
  return { ok: true, input: texts.input ?? '', reference: texts.reference ?? '', detail };
}

function failureOf(result: RenderResult): Extract<RenderResult, { ok: false }> | null {
  return result.ok ? null : result;
}

function warningsOf(result: RenderResult): readonly string[] {
  return result.ok ? result.warnings : [];
}
