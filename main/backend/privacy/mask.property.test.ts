import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Message } from '../../../shared/model/message.ts';
import { createFindCache } from './find-in-sample.ts';
import { changesOf, maskSpots, unmaskSpots, type Change, type TokenSource, type TokenUse } from './mask-texts.ts';
import { scanTexts } from './scan-texts.ts';
import type { SampleTexts } from '../engine/sample-texts.ts';
import { openTexts } from './texts.ts';
import { tokenOf, tokensIn, valueKey } from './tokens.ts';

const PRIVATE = [
  'mira@depot.example.org',
  'MIRA@depot.example.org',
  '4111 1111 1111 1111',
  '4111111111111111',
  '+49 30 901820',
  'Mrs Mira Keller',
  'DE89 3704 0044 0532 0130 00',
  '/home/mira/log.txt',
  'password: Hunter22x',
  '密码是Qiche2024',
  '203.0.113.42',
] as const;
const piece = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...PRIVATE) },
  fc.constantFrom('EMAIL_1', 'PERSON_2', ' PHONE_1 ', 'CARD_1', '\n', ' ', '"', '\\', '7', '🚲 ', '[', '{'),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
);
const text = fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join(''));
const json = fc
  .dictionary(
    fc.constantFrom('a', 'password', 'to', 'EMAIL_1', 'mira@depot.example.org', 'Mira@depot.example.org'),
    fc.oneof(text, fc.constantFrom(4111111111111111, 7, null, true), fc.array(text, { maxLength: 2 })),
    { maxKeys: 4 },
  )
  .chain((value) =>
    fc.constantFrom(JSON.stringify(value), JSON.stringify(value, null, 2), escaped(JSON.stringify(value))),
  );

/** The same JSON with one letter written as an escape. */
function escaped(source: string): string {
  return source.replaceAll('mira', String.raw`mi\u0072a`);
}

const sample: fc.Arbitrary<SampleTexts> = fc
  .record({ prompt: text, answer: text, args: fc.oneof(json, text), result: fc.oneof(json, text), reference: json })
  .map(({ prompt, answer, args, result, reference }) => {
    const messages: Message[] = [
      {
        role: 'assistant',
        parts: [{ type: 'text', text: answer }],
        calls: [{ id: 'c', name: 'send', argsText: args, kind: 'function' }],
      },
      { role: 'tool', parts: [{ type: 'text', text: result }], callId: 'c' },
    ];
    return {
      title: null,
      prompt: JSON.stringify([{ role: 'user', parts: [{ type: 'text', text: prompt }] }]),
      tools: '[]',
      reference,
      extras: null,
      attempts: [{ id: 1, body: JSON.stringify(messages), extras: null }],
    };
  });

/** How many members the objects of a JSON text have once it is read. */
function members(source: string): number {
  let count = 0;
  JSON.parse(source, (key, value: unknown) => {
    count += 1;
    return value;
  });
  return count;
}

const POLICY = { kinds: {}, fields: {} };
const ROUNDS = 4;

/** Masks with tokens of its own, as the job does. */
async function mask(texts: SampleTexts, use: Map<string, TokenUse>, values: Map<string, string>): Promise<SampleTexts> {
  const tokens = new Map<string, string[]>();
  const cache = createFindCache();
  let now = texts;
  for (let round = 0; round < ROUNDS; round += 1) {
    const [found] = await scanTexts([now], cache, true);
    if (found === undefined || found.hits.length === 0) return now;
    const natural = new Set(found.tokens.filter((token) => !use.has(token)));
    const give: TokenSource = (kind, value, but) => {
      const key = `${kind} ${valueKey(kind, value)}`;
      const known = (tokens.get(key) ?? []).find((token) => !natural.has(token) && but?.has(token) !== true);
      if (known !== undefined) return { token: known, value: values.get(known) ?? '' };
      let number = 1;
      while (natural.has(tokenOf(kind, number)) || values.has(tokenOf(kind, number))) number += 1;
      const token = tokenOf(kind, number);
      tokens.set(key, [...(tokens.get(key) ?? []), token]);
      values.set(token, value);
      return { token, value };
    };
    const opened = openTexts(now);
    const changes = new Map<number, Change[]>();
    for (const [at, spot] of opened.spots.entries())
      changes.set(
        at,
        changesOf(
          spot,
          found.hits.filter((hit) => hit.spot === at),
          POLICY,
          give,
        ),
      );
    maskSpots(opened.spots, changes, (token) => values.get(token) ?? '', use);
    now = opened.close();
  }
  return now;
}

describe('masking the texts of a sample', () => {
  it('is turned back exactly, leaves JSON JSON, nothing open, and does nothing the second time', async () => {
    await fc.assert(
      fc.asyncProperty(sample, async (texts) => {
        const use = new Map<string, TokenUse>();
        const values = new Map<string, string>();
        const plain = openTexts(texts).close();
        const masked = await mask(texts, use, values);
        const [left] = await scanTexts([masked], createFindCache(), true);
        expect(left?.hits).toEqual([]);
        const after = openTexts(masked).spots;
        for (const [at, { text: before, mode }] of openTexts(plain).spots.entries())
          if (mode === 'json') expect(members(after[at]?.text ?? '')).toBe(members(before));
        expect(await mask(masked, new Map(use), new Map(values))).toEqual(masked);
        const opened = openTexts(masked);
        unmaskSpots(opened.spots, use, (token) => values.get(token));
        const back = opened.close();
        // Arguments are read anew from their text, which is what is compared.
        expect(openTexts(back).spots.map((spot) => spot.text)).toEqual(openTexts(plain).spots.map((spot) => spot.text));
      }),
      { numRuns: 150 },
    );
  });

  it('gives one value one token, however it is written', async () => {
    const values = new Map<string, string>();
    const prompt = [{ role: 'user', parts: [{ type: 'text', text: PRIVATE.slice(0, 4).join(' and ') }] }];
    const texts = {
      title: null,
      prompt: JSON.stringify(prompt),
      tools: '[]',
      reference: '{}',
      extras: null,
      attempts: [],
    };
    const masked = await mask(texts, new Map(), values);
    expect(tokensIn(masked.prompt).map(({ token }) => token)).toEqual(['EMAIL_1', 'EMAIL_1', 'CARD_1', 'CARD_1']);
  });
});
