import { isJsonObject } from '../../../shared/model/json.ts';
import { importers } from './registry.ts';
import { unreadForm } from './shared/foreign-forms.ts';
import type { Importer, RawRecord } from './types.ts';

export type Verdict = { readonly format: string; readonly confidence: number; readonly reason: string };
export type Detection = {
  readonly detected: Verdict | null;
  readonly runnerUp: Verdict | null;
  /** A form known by sight that most records have, when no importer can read them. */
  readonly foreign: string | null;
};

/** Below this a guess is no better than asking. */
const THRESHOLD = 0.3;

/** From here on a record is read as another form than the rest of its file. */
const SURE = 0.8;

type Minority = { readonly name: string; readonly count: number };
type Vote = { readonly importer: Importer; confidence: number; records: number; reason: string };

/**
 * Decides which importer fits. Each record votes for the surest one and the majority wins, since logs mix forms; the
 * minority is named in the reason.
 *
 * @param records the first records of a file; bad ones and those that are no objects do not vote
 */
export function detectForm(records: readonly RawRecord[]): Detection {
  const readable = records.filter(
    (record) => record.kind === 'row' || (record.kind === 'json' && isJsonObject(record.value)),
  );
  const ranked = readable.map(rank);
  const votes = tally(ranked, null);
  const best = votes[0];
  const foreign = mostCommon(readable.map((record) => (record.kind === 'json' ? unreadForm(record.value) : null)));
  if (best === undefined) return { detected: null, runnerUp: null, foreign: foreign?.name ?? null };
  const share = best.records / readable.length;
  const detected = {
    format: best.importer.id,
    confidence: round(best.confidence * share),
    reason: describe(best, readable.length, [...votes.slice(1).map(nameOf), ...(foreign === null ? [] : [foreign])]),
  };
  // The runner-up is the minority's form or, when all agree, the form that would have won without the first.
  const second = votes[1] ?? tally(ranked, best.importer)[0];
  const runnerUp =
    second === undefined
      ? null
      : {
          format: second.importer.id,
          confidence: round((second.confidence * second.records) / readable.length),
          reason: describe(second, readable.length, []),
        };
  const isWeak = best.confidence < THRESHOLD || (foreign !== null && foreign.count > best.records);
  return isWeak
    ? { detected: null, runnerUp: detected, foreign: foreign?.name ?? null }
    : { detected, runnerUp, foreign: null };
}

function nameOf({ importer, records }: Vote): Minority {
  return { name: importer.title, count: records };
}

/**
 * Finds the form of one record that the file's own importer refuses, since logs mix forms. One whose records only make a
 * sample together reads nothing of it.
 *
 * @returns null when no other form is sure of it
 */
export function otherFormOf(record: RawRecord, than: Importer): Importer | null {
  const vote = bestOf(rank(record), than);
  if (vote === null || vote.confidence < SURE) return null;
  return vote.importer;
}

/** What the importers say of one record, in their order. */
type Ranking = readonly Readonly<Vote>[];

function rank(record: RawRecord): Ranking {
  return importers.flatMap((importer) => {
    const found = importer.detect(record);
    return found === null ? [] : [{ importer, records: 1, ...found }];
  });
}

function tally(rankings: readonly Ranking[], without: Importer | null): readonly Vote[] {
  const votes = new Map<string, Vote>();
  for (const ranking of rankings) {
    const vote = bestOf(ranking, without);
    if (vote === null) continue;
    const known = votes.get(vote.importer.id);
    if (known === undefined) votes.set(vote.importer.id, { ...vote });
    else {
      known.confidence = (known.confidence * known.records + vote.confidence) / (known.records + 1);
      known.records += 1;
    }
  }
  return [...votes.values()].sort((a, b) => b.records - a.records || b.confidence - a.confidence);
}

function bestOf(ranking: Ranking, without: Importer | null): Readonly<Vote> | null {
  let best: Readonly<Vote> | null = null;
  for (const vote of ranking)
    if (vote.importer !== without && (best === null || vote.confidence > best.confidence)) best = vote;
  return best;
}

function describe(vote: Vote, total: number, minorities: readonly Minority[]): string {
  const share = vote.records === total ? vote.reason : `${vote.records} of ${total} records: ${vote.reason}`;
  return [
    share,
    ...minorities.map(({ name, count }) => `${count} ${count === 1 ? 'looks' : 'look'} like ${name}`),
  ].join('; ');
}

function mostCommon(names: readonly (string | null)[]): Minority | null {
  const counts = new Map<string, number>();
  for (const name of names) if (name !== null) counts.set(name, (counts.get(name) ?? 0) + 1);
  const [first] = [...counts].sort(([, a], [, b]) => b - a);
  return first === undefined ? null : { name: first[0], count: first[1] };
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
