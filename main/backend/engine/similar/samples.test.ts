import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { families } from './families.ts';
import { nearPairs } from './near-pairs.ts';
import { shingleSet } from './shingles.ts';

const SAMPLES = fileURLToPath(new URL('../../../../../shared/samples/', import.meta.url));
const isThere = existsSync(SAMPLES);
if (!isThere) process.stdout.write('Skipped: the sample files of other people are not beside this checkout.\n');

type Turn = { readonly role: string; readonly content: string };

/** @returns the prompts' user texts, in the file's order */
function bfclPrompts(): string[] {
  const lines = gunzipSync(readFileSync(`${SAMPLES}bfcl/BFCL_v4_live_multiple.jsonl.gz`))
    .toString()
    .trim()
    .split('\n');
  return lines.map((line) => {
    // The file's own shape: turns of messages.
    const { question } = JSON.parse(line) as { question: Turn[][] };
    return userTexts(question.flat());
  });
}

function tauPrompts(): string[] {
  const text = gunzipSync(readFileSync(`${SAMPLES}tau-bench/gpt-4o-airline.json.gz`)).toString();
  // The file's own shape: a list of runs.
  const runs = JSON.parse(text) as { traj: Turn[] }[];
  return runs.map(({ traj }) =>
    userTexts(
      traj.slice(
        0,
        traj.findIndex(({ role }) => role === 'assistant'),
      ),
    ),
  );
}

function userTexts(turns: readonly Turn[]): string {
  return turns.flatMap(({ role, content }) => (role === 'user' ? [content] : [])).join('\n');
}

/** Line numbers from 1: of equal texts, of near pairs of different texts at 0.8, of template families. */
function found(texts: readonly string[]): { equal: string[]; near: string[]; families: string[] } {
  const line = (at: number): number => at + 1;
  const { count, a, b } = nearPairs(texts.map(shingleSet), 0.8);
  const pairs = Array.from({ length: count }, (_, at) => [a[at]!, b[at]!] as const);
  return {
    equal: [...Map.groupBy(texts.keys(), (at) => texts[at]).values()]
      .filter((group) => group.length > 1)
      .map((group) => group.map(line).join()),
    near: pairs.filter(([x, y]) => texts[x] !== texts[y]).map((pair) => pair.map(line).join()),
    families: families(texts).map(({ members }) => members.map(line).join()),
  };
}

describe.runIf(isThere)('families established by reading the sample files', () => {
  const bfcl = isThere ? found(bfclPrompts()) : null;
  const tau = isThere ? found(tauPrompts()) : null;

  it('finds the equal prompts of the BFCL live set, by line', () => {
    expect(bfcl?.equal).toEqual([
      ...['28,33', '199,207', '245,252', '246,952', '953,956', '989,1018'],
      ...['991,1020', '993,1021', '1000,1024', '1001,1026', '1004,1037', '1011,1032'],
    ]);
  });

  it('finds the prompt that lacks one full stop, and the three that differ in the last word', () => {
    expect(bfcl?.near).toEqual(['1003,1027', '1003,1036', '1004,1028', '1027,1036']);
  });

  it('offers the two counsellors and the two user numbers as template families', () => {
    expect(bfcl?.families).toEqual(['445,779', '1027,1036']);
  });

  it('finds the equal first turns of the tau-bench runs, by run', () => {
    expect(tau?.equal).toEqual(['1,101,151', '40,140', '44,94', '86,186', '129,179', '148,150']);
  });

  it('finds the first turns that differ in one word, a "please" or a comma, by run', () => {
    expect(tau?.near).toEqual(['12,112', '17,117', '25,71', '25,177', '57,121', '92,193', '108,158', '110,160']);
    expect(tau?.families).toEqual([]);
  });
});
