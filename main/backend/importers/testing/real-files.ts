import { createReadStream, existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import type { Per } from '../../../../shared/model/sample.ts';
import { countTrajectory } from '../../../../shared/model/steps.ts';
import { inspectInput } from '../inspect.ts';
import { importerById } from '../registry.ts';
import { parseAll } from './read.ts';
import type { Parsed } from './read.ts';

// Other people's data, beside the repository and never in it: checked against its own ground truth where it is there.
export const REAL_FILES = fileURLToPath(new URL('../../../../../shared/samples/', import.meta.url));

/** @returns whether the real files are there; says so when they are not */
export function haveRealFiles(): boolean {
  const isThere = existsSync(`${REAL_FILES}truth.json`);
  if (!isThere) console.warn('Skipped: the real samples are not beside the repository (../shared/samples).');
  return isThere;
}

export type Truth = { readonly records: number | null; readonly counts: { readonly [name: string]: number } };

/** @returns what is known of a file beforehand, counted by other means than ours */
export function truthOf(file: string): Truth {
  const all = JSON.parse(readFileSync(`${REAL_FILES}truth.json`, 'utf8')) as { readonly [file: string]: Truth };
  return all[file] ?? expect.unreachable(`no truth for ${file}`);
}

/** Imports a file as the product does: looks at it first, then reads it with what was found. */
export async function importReal(file: string, per?: Per): Promise<Parsed & { readonly format: string }> {
  const { format, map, refusal } = await inspectInput(createReadStream(REAL_FILES + file));
  expect([file, refusal]).toEqual([file, null]);
  const importer = importerById(format ?? '') ?? expect.unreachable(`${file} has no form`);
  const parsed = await parseAll(createReadStream(REAL_FILES + file), importer, {
    map,
    ...(per === undefined ? {} : { per }),
  });
  return { ...parsed, format: importer.id };
}

/** What a file gave, summed over prompts and attempts. */
export function totals({ samples }: Parsed) {
  const all = samples.flatMap(({ prompt, attempts }) => [prompt, ...attempts.map(({ messages }) => messages)]);
  const counts = all.map((messages) => countTrajectory(messages));
  const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);
  return {
    samples: samples.length,
    attempts: sum(samples.map(({ attempts }) => attempts.length)),
    messages: sum(all.map(({ length }) => length)),
    calls: sum(counts.map(({ calls }) => calls)),
    results: sum(counts.map(({ results }) => results)),
    toolErrors: sum(all.map((messages) => messages.filter(({ isError }) => isError === true).length)),
    toolsCalled: new Set(all.flat().flatMap(({ calls }) => calls?.map(({ name }) => name) ?? [])).size,
    toolsOffered: new Set(samples.flatMap(({ tools }) => tools.map(({ name }) => name))).size,
  };
}
