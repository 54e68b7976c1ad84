import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { LINK_FLOORS } from '../../../../shared/model/similar.ts';
import { jaccard } from '../../engine/similar/jaccard.ts';
import { shingleSet } from '../../engine/similar/shingles.ts';
import { dot } from '../../engine/vectors/unit.ts';
import { VECTOR_SIZE } from '../../engine/vectors/tfidf.ts';
import { chunksOf, createEncoder, meanVector, type Encoder } from './encoder.ts';

const SAMPLES = fileURLToPath(new URL('../../../../../shared/samples/', import.meta.url));
const isThere = existsSync(SAMPLES);
if (!isThere) process.stdout.write('Skipped: the sample files of other people are not beside this checkout.\n');

type Turn = { readonly role: string; readonly content: string };

/** Pairs read by hand: one request in two wordings, so that words alone do not tell. */
const BFCL_PAIRS = [
  ['251-133-0', '252-134-0'],
  ['215-117-7', '223-117-15'],
  ['143-95-0', '172-99-6'],
  ['242-126-0', '244-126-2'],
  ['183-108-0', '184-109-0'],
  ['30-8-0', '31-8-1'],
] as const;
/** Tasks of the first trial. */
const TAU_PAIRS = [
  ['8', '9'],
  ['16', '37'],
  ['31', '39'],
] as const;

/** @returns the user's text by the number in `live_simple_…` */
function bfclTexts(): Map<string, string> {
  const lines = readFileSync(`${SAMPLES}bfcl/BFCL_v4_live_simple.json`, 'utf8').trim().split('\n');
  return new Map(
    lines.map((line) => {
      // The file's own shape: turns of messages.
      const { id, question } = JSON.parse(line) as { id: string; question: Turn[][] };
      return [id.replace('live_simple_', ''), userText(question.flat())];
    }),
  );
}

/** @returns what the user begins with, by task */
function tauTexts(): Map<string, string> {
  const text = gunzipSync(readFileSync(`${SAMPLES}tau-bench/gpt-4o-airline.json.gz`)).toString();
  // The file's own shape: a list of runs.
  const runs = JSON.parse(text) as { task_id: number; trial: number; traj: Turn[] }[];
  return new Map(
    runs
      .filter(({ trial }) => trial === 0)
      .map(({ task_id: id, traj }) => [
        String(id),
        userText(
          traj.slice(
            0,
            traj.findIndex(({ role }) => role === 'assistant'),
          ),
        ),
      ]),
  );
}

function userText(turns: readonly Turn[]): string {
  return turns.flatMap(({ role, content }) => (role === 'user' ? [content] : [])).join('\n');
}

describe.runIf(isThere)('meanings of prompts in the sample files', () => {
  let encoder: Encoder;
  beforeAll(async () => {
    encoder = await createEncoder();
  });

  it.each([
    ['the BFCL live set', bfclTexts, BFCL_PAIRS],
    ['tau-bench', tauTexts, TAU_PAIRS],
  ] as const)(
    'pair the wordings of one request in %s, which words do not, and nothing else',
    async (_, read, pairs) => {
      const texts = read();
      const ids = pairs.flat();
      const own = ids.map((id) => texts.get(id) ?? '');
      expect(own.filter((text) => text === '')).toEqual([]);
      const pieces = own.map(chunksOf);
      const vectors = await encoder.encode(pieces.flat());
      let at = 0;
      const means = pieces.map((chunks) => meanVector(vectors.slice(at, (at += chunks.length)), VECTOR_SIZE));
      const found = ids.flatMap((a, one) =>
        ids.flatMap((b, other) =>
          other > one && dot(means[one]!, means[other]!) >= LINK_FLOORS.semantic ? [`${a}+${b}`] : [],
        ),
      );
      expect(found).toEqual(pairs.map((pair) => pair.join('+')));
      for (const [a, b] of pairs)
        expect(jaccard(shingleSet(texts.get(a) ?? ''), shingleSet(texts.get(b) ?? ''))).toBeLessThan(LINK_FLOORS.near);
    },
  );
});
