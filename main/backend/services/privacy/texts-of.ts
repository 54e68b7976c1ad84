import type { ParsedSample } from '../../importers/types.ts';
import type { JsonObject } from '../../../../shared/model/json.ts';
import type { Message, ToolDef } from '../../../../shared/model/message.ts';
import type { PreparedSample } from '../../store/prepared.ts';
import type { StoredTexts } from '../../store/private-texts.ts';
import type { ScannedSample } from '../../store/private-scans.ts';
import type { ScannedTexts } from '../../privacy/scan-texts.ts';
import type { SampleTexts } from '../../engine/sample-texts.ts';
import { prepareSample } from '../importing/prepare-sample.ts';
import { titleOf } from '../importing/prepare.ts';

/** @returns the texts with the title left out where it is only the head of the prompt */
export function withoutDerivedTitle(stored: StoredTexts): SampleTexts & { readonly id: number } {
  const derived = titleOf(JSON.parse(stored.prompt) as Message[]).slice(0, 200);
  return derived === stored.title ? { ...stored, title: null } : stored;
}

/** @returns hashes, counts and title of a sample's texts, as importing and editing compute them */
export function prepareTexts(texts: SampleTexts): PreparedSample {
  // All of these texts were written by importing and editing from these very types.
  const parsed: ParsedSample = {
    kind: 'sample',
    position: { line: null, offset: null, index: 0 },
    sub: 0,
    taskKey: null,
    title: texts.title,
    prompt: JSON.parse(texts.prompt) as Message[],
    tools: JSON.parse(texts.tools) as ToolDef[],
    reference: JSON.parse(texts.reference) as JsonObject,
    attempts: texts.attempts.map(({ body }) => ({
      messages: JSON.parse(body) as Message[],
      model: null,
      outcome: 'unknown',
      reward: null,
      latencyMs: null,
      tokens: null,
      startedAt: null,
      extras: null,
    })),
    extras: texts.extras === null ? null : (JSON.parse(texts.extras) as JsonObject),
    sourceRef: null,
    tags: [],
  };
  return prepareSample(parsed, 'privacy');
}

/** @returns what a scan found, as flags of the sample */
export function toScanned(
  texts: SampleTexts & { readonly id: number },
  found: ScannedTexts,
  own: ReadonlySet<string>,
): ScannedSample {
  return {
    id: texts.id,
    flags: found.findings.map(({ attempt, messageIdx, start, end, detail }) => ({
      attemptId: attempt === null ? null : (texts.attempts[attempt]?.id ?? null),
      messageIdx,
      kind: detail.kind,
      start,
      end,
      detail,
    })),
    tokens: found.tokens.filter((token) => !own.has(token)),
  };
}
