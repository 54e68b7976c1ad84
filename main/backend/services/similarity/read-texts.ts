import type Database from 'better-sqlite3';
import type { Message } from '../../../../shared/model/message.ts';
import type { Embedder, SimilarScope } from '../../../../shared/model/similar.ts';
import { comparedText, createSystemLines, isShortText } from '../../engine/compared-text.ts';
import { contentHash } from '../../engine/hash.ts';
import { createComparedReader, eachPrompt } from '../../store/compared-samples.ts';
import type { ThreadPort } from './protocol.ts';

/** Samples of one text. The text itself is not kept: of whole trajectories there may be gigabytes. */
export type TextGroup<T> = {
  readonly textHash: string;
  /** Ascending. */
  readonly ids: number[];
  readonly isShort: boolean;
  readonly embedder: Embedder;
  readonly kept: T;
};

/** How many samples between two words about progress. */
const TELL_EVERY = 500;

/**
 * Reads the compared texts of samples, equal ones together.
 *
 * @param keep what of a text is needed later
 * @returns groups by their first sample
 */
export function readGroups<T>(
  db: Database.Database,
  scope: SimilarScope,
  ids: readonly number[],
  keep: (text: string, embedder: Embedder) => T,
  port: ThreadPort,
): TextGroup<T>[] {
  const lines = createSystemLines();
  // Written by us as JSON.
  if (scope !== 'reference') for (const prompt of eachPrompt(db)) lines.add(JSON.parse(prompt) as readonly Message[]);
  const read = createComparedReader(db, scope === 'trajectory');
  const groups = new Map<string, TextGroup<T>>();
  for (const [at, id] of ids.entries()) {
    if (at % TELL_EVERY === 0) port.progress('texts', at, ids.length);
    const sample = read(id);
    const text = sample === undefined ? '' : comparedText(sample, scope, lines);
    const textHash = contentHash(text);
    const group = groups.get(textHash);
    if (group !== undefined) {
      group.ids.push(id);
      continue;
    }
    const embedder = embedderFor(sample?.lang ?? null, text);
    groups.set(textHash, { textHash, ids: [id], isShort: isShortText(text), embedder, kept: keep(text, embedder) });
  }
  return [...groups.values()];
}

/** English by its meaning, and what may be English: a text in Latin letters whose language nobody could tell. */
export function embedderFor(lang: string | null, text: string): Embedder {
  if (lang !== null) return lang === 'en' ? 'sentences' : 'word-parts';
  const start = text.slice(0, 2_000);
  const letters = start.match(/\p{L}/gu)?.length ?? 0;
  const latin = start.match(/\p{Script=Latin}/gu)?.length ?? 0;
  return latin * 2 >= letters ? 'sentences' : 'word-parts';
}
