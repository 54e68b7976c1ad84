import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isJsonObject } from '../../../shared/model/json.ts';
import type { JsonValue } from '../../../shared/model/json.ts';
import { Message, ToolDef } from '../../../shared/model/message.ts';
import { anthropicBatch } from './anthropic-batch.ts';
import { anthropicMessages } from './anthropic-messages.ts';
import { azureOpenai } from './azure-openai.ts';
import { bedrockConverse } from './bedrock-converse.ts';
import { gemini } from './gemini.ts';
import { litellm } from './litellm.ts';
import { openaiBatch } from './openai-batch.ts';
import { openaiEvals } from './openai-evals.ts';
import { openaiPreference } from './openai-preference.ts';
import { openaiResponses } from './openai-responses.ts';
import { fixture } from './testing/read.ts';
import type { RawRecord } from './types.ts';

const FORMS = [
  anthropicBatch,
  anthropicMessages,
  azureOpenai,
  bedrockConverse,
  gemini,
  litellm,
  openaiBatch,
  openaiEvals,
  openaiPreference,
  openaiResponses,
] as const;

const RECORDS = FORMS.flatMap(({ id }) =>
  fixture(`${id}.jsonl`)
    .toString('utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as JsonValue),
);

/** What a broken logger may put in place of any value. */
const JUNK: readonly JsonValue[] = [
  null,
  '',
  'text',
  '{"a":1}',
  '[',
  7,
  -1,
  true,
  [],
  {},
  [null],
  [[]],
  [{}],
  { type: 'text' },
];

/** Puts junk in the place of some values, and leaves others out. */
function damage(value: JsonValue, next: () => number): JsonValue {
  const dice = next();
  if (dice < 3) return JUNK[next() % JUNK.length] ?? null;
  if (Array.isArray(value)) {
    const list = (value as readonly JsonValue[]).map((item) => damage(item, next)); // isArray widens readonly lists
    return next() < 4 ? [...list, ...list] : list;
  }
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, item]) => (next() < 2 ? [] : [[key, damage(item, next)]])),
  );
}

function toRecord(value: JsonValue): RawRecord {
  const text = JSON.stringify(value);
  return { kind: 'json', position: { line: 1, offset: 0, index: 0 }, value, outer: null, notes: [], text };
}

describe('the importers of provider logs', () => {
  it('give a sample or a reason for any damaged record, never throw, and pair each result with at most one call', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...RECORDS),
        fc.array(fc.nat({ max: 99 }), { minLength: 50, maxLength: 200 }),
        fc.constantFrom('call' as const, 'turn' as const, 'conversation' as const),
        (value, rolls, per) => {
          let at = 0;
          const record = toRecord(damage(value, () => rolls[at++ % rolls.length] ?? 50));
          for (const form of FORMS) {
            form.detect(record);
            const items = form.parse(record, { per, map: {} });
            const samples = items.filter((item) => item.kind === 'sample');
            const refused = items.filter((item) => item.kind === 'issue' && item.rejected);
            if (isJsonObject(record.kind === 'json' ? record.value : null))
              expect(samples.length === 0).toBe(refused.length > 0);
            for (const { prompt, attempts, tools } of samples) {
              for (const tool of tools) ToolDef.parse(tool);
              for (const { messages } of attempts.length > 0 ? attempts : [{ messages: [] }]) {
                const all = [...prompt, ...messages];
                for (const message of all) Message.parse(message);
                const ids = all.flatMap(({ calls }) => calls ?? []).map(({ id }) => id);
                expect(new Set(ids).size).toBe(ids.length);
              }
            }
          }
        },
      ),
      { numRuns: 1500 },
    );
  });
});
