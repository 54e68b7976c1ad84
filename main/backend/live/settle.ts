import type { Outcome } from '../../../shared/model/sample.ts';
import type { ProjectContext } from '../context.ts';
import { createParser } from '../importers/parse-file.ts';
import { importerById } from '../importers/registry.ts';
import type { LossCollector } from '../importers/shared/loss.ts';
import { jsonRecord } from '../importers/shared/record.ts';
import type { Importer, ParsedIssue, ParsedSample } from '../importers/types.ts';
import { scanBatch } from '../services/checking.ts';
import { incomingOptions } from '../services/importing/incoming.ts';
import { prepareSample } from '../services/importing/prepare-sample.ts';
import { createThreadStore, type LiveRecord, type LiveThread } from '../store/live.ts';
import { addCounts, insertIssue } from '../store/sources.ts';
import { createUpserter } from '../store/upsert.ts';
import { FEEDS } from './buffer.ts';

export type SettledSample = {
  readonly sampleId: number;
  readonly change: 'added' | 'updated' | 'unchanged';
  readonly name: string;
  readonly calls: number;
  readonly durationMs: number | null;
  readonly outcome: Outcome;
};
export type Settled = {
  readonly samples: readonly SettledSample[];
  readonly records: number;
  readonly bytes: number;
  /** Records that could not be read, and traces that hold no conversation. */
  readonly issues: number;
};

/** Makes samples of whole threads. Statements are prepared here once. */
export type Settler = {
  /** Reads all records of a thread again and brings its samples up to date. Call it inside a transaction. */
  readonly settle: (thread: LiveThread) => Settled;
  /** Checks the samples; call it in the same transaction. */
  readonly check: (sampleIds: readonly number[]) => void;
};

/**
 * @returns a settler: the records of a thread go through the importer of their form, as if they stood in one file whose
 *   record numbers are theirs, so that the same thread gives the same samples each time
 */
export function createSettler(project: ProjectContext): Settler {
  const { db } = project;
  const store = createThreadStore(db);
  const upserter = createUpserter(db, incomingOptions(project));
  return {
    settle(thread) {
      const { records, isRest, isAgain } = store.records(thread);
      const importer = importerById(FEEDS[thread.kind].importer);
      const { samples, issues } = importer === undefined ? NOTHING : readThread(records, importer);
      const uid = store.sourceUid(thread.sourceId);
      const done = named(samples, isRest ? (records[0]?.id ?? null) : null).map((parsed): SettledSample => {
        const prepared = prepareSample(parsed, uid);
        const { sampleId, change } = upserter.put(thread.sourceId, prepared);
        const [attempt] = prepared.attempts;
        return {
          sampleId,
          change,
          name: prepared.title,
          calls: prepared.attempts.reduce((sum, { calls }) => sum + calls, 0),
          durationMs: attempt?.latencyMs ?? null,
          outcome: attempt?.outcome ?? 'unknown',
        };
      });
      const ids = records.map(({ id }) => id);
      // What was found in them before is looked for only where they were read before.
      const before = isAgain ? store.clearIssues(thread.sourceId, ids) : 0;
      tellIssues(project, thread.sourceId, issues, before);
      const kept = done.map(({ sampleId }) => sampleId);
      if (isAgain) store.hideStale(thread.sourceId, ids, kept, project.app.clock.now());
      return { samples: done, issues: issues.length, ...store.markSettled(thread) };
    },
    check: (sampleIds) => void scanBatch(db, sampleIds),
  };
}

const NOTHING = { samples: [], issues: [] };

/**
 * Reads the records of a thread as if they stood in one file.
 *
 * @param loss told of what was read, where somebody asks what became of it
 */
export function readThread(
  records: readonly LiveRecord[],
  importer: Importer,
  loss?: LossCollector,
): { readonly samples: readonly ParsedSample[]; readonly issues: readonly ParsedIssue[] } {
  const parser = createParser(importer, { per: 'conversation', map: {} });
  const samples: ParsedSample[] = [];
  const issues: ParsedIssue[] = [];
  const take = (items: ReturnType<typeof parser.end>): void => {
    for (const item of items) {
      if (item.kind === 'sample') {
        samples.push(item);
        loss?.sample(item);
      } else if (item.kind === 'issue') issues.push(item);
    }
  };
  for (const { id, body } of records) {
    const record = jsonRecord({ line: id, offset: null, index: id }, body);
    loss?.record(record);
    take(parser.item(record));
  }
  take(parser.end());
  return { samples, issues };
}

/**
 * Several conversations of one trace need names of their own, and so does what comes of a trace whose beginning was dropped:
 * it must not take the place of the sample that was made of the whole.
 */
function named(samples: readonly ParsedSample[], restFrom: number | null): readonly ParsedSample[] {
  const seen = new Map<string, number>();
  return samples.map((sample) => {
    if (sample.sourceRef === null) return sample;
    const nth = (seen.get(sample.sourceRef) ?? 0) + 1;
    seen.set(sample.sourceRef, nth);
    const rest = restFrom === null ? '' : ` from record ${restFrom}`;
    return { ...sample, sourceRef: `${sample.sourceRef}${nth === 1 ? '' : ` (${nth})`}${rest}` };
  });
}

/**
 * Lists what this reading found, and counts refused records anew.
 *
 * @param before records that an earlier reading had refused, and that were counted as such
 */
function tellIssues(project: ProjectContext, sourceId: number, issues: readonly ParsedIssue[], before: number): void {
  if (before === 0 && issues.length === 0) return;
  const put = insertIssue(project.db, sourceId);
  const refused = new Set<number>();
  for (const { position, code, message, raw, rejected } of issues) {
    put({ line: position.index, offset: null, code, message, raw, rejected, index: position.index });
    if (rejected) refused.add(position.index);
  }
  if (refused.size !== before) addCounts(project.db, sourceId, 0, before - refused.size);
}
