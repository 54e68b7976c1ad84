import { createReadStream, readFileSync, writeFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { nearPairs } from '../../backend/engine/similar/near-pairs.ts';
import { shingleSet } from '../../backend/engine/similar/shingles.ts';

type Figures = Record<string, number>;
type Log = { request: { messages: { content: string | null }[] } };

const FLOOR = 0.8;
const PYTHON = '/usr/bin/python3';
const REFERENCE = fileURLToPath(new URL('../oracles/near_duplicates.py', import.meta.url));

function textsPath(folder: string): string {
  return join(folder, 'texts.jsonl');
}

/** Writes the traces' prompts, one JSON string a line; every tenth is the one five before it with its third last word changed. */
export async function writeTexts(traces: string, folder: string): Promise<Figures> {
  const texts: string[] = [];
  for await (const line of createInterface({ input: createReadStream(traces), crlfDelay: Infinity })) {
    // Written by the generator beside this folder.
    const log = JSON.parse(line) as Log;
    const earlier = texts.at(-5);
    const isCopy = texts.length % 10 === 9 && earlier !== undefined;
    const text = log.request.messages
      .slice(0, 2)
      .map((turn) => turn.content ?? '')
      .join('\n');
    texts.push(isCopy ? earlier.replace(/\w+( \w+ \w+\.)$/u, 'changed$1') : text);
  }
  writeFileSync(textsPath(folder), `${texts.map((text) => JSON.stringify(text)).join('\n')}\n`);
  return { texts: texts.length };
}

/** Seconds from texts in memory to verified pairs at 0.8. */
export async function runNear(_traces: string, folder: string): Promise<Figures> {
  const lines = readFileSync(textsPath(folder), 'utf8').trim().split('\n');
  // Written above: one JSON string a line.
  const texts = lines.map((line) => JSON.parse(line) as string);
  const started = performance.now();
  const { count } = nearPairs(texts.map(shingleSet), FLOOR);
  const seconds = (performance.now() - started) / 1_000;
  return Promise.resolve({ seconds, pairs: count });
}

/** The same by Debian's Python and numpy. @returns why not, where either is missing */
export function runNearReference(folder: string): Figures | string {
  const run = spawnSync(PYTHON, [REFERENCE, textsPath(folder), String(FLOOR)], { encoding: 'utf8' });
  if (run.error !== undefined) return `${PYTHON} is not there`;
  if (run.status === 3) return run.stderr.trim();
  if (run.status !== 0) throw new Error(`The reference failed: ${run.stderr}`);
  // Written by the script: one JSON object of numbers.
  return JSON.parse(run.stdout) as Figures;
}
