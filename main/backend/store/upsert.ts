import type Database from 'better-sqlite3';
import { createSampleWriter, ownOpening, withOpening } from './import-rows.ts';
import type { PreparedSample } from './prepared.ts';
import { refreshSamples } from './search-index.ts';
import { createMerger, type EditConflict } from './upsert-merge.ts';

export type UpsertResult = {
  readonly change: 'added' | 'updated' | 'unchanged';
  readonly sampleId: number;
  readonly attemptsAdded: number;
  /** Fields a person edited that the source changed too: the person's text stands, the source's is given here. */
  readonly conflicts: readonly EditConflict[];
};

export type Upserter = {
  /** Call inside a transaction. */
  readonly put: (sourceId: number, sample: PreparedSample) => UpsertResult;
  /** Adds a sample that is known to be new. */
  readonly add: (sourceId: number, sample: PreparedSample) => UpsertResult;
};

export type UpsertOptions = {
  /**
   * What is done to every incoming sample before it is compared and written, with its hashes and search text made again:
   * in a project whose texts are masked, the same masking. Without it, masked texts would be written over with plain ones.
   */
  readonly transform?: (sample: PreparedSample) => PreparedSample;
};

type Found = { readonly id: number; readonly piece: boolean };

/**
 * Writes samples of a source that may be in the project already. One is found by its uid, else its `source_ref`, else its
 * task key, within the source; else it is added. Where several samples share a `source_ref` (turns of a session), it is the
 * one with the same prompt, else one that this upserter has not put under another uid; make one for each batch, and give
 * the samples of a session in their order.
 *
 * An update keeps the ids of the sample and its attempts, and with them decisions, tags, reviews, split, notes, flags that
 * people raised, confirmed or dismissed, and scores. Prompt, tools, reference, title and extras are those of the source,
 * but for fields that a person edited since the import: these stay, and `conflicts` says what the source has instead (once
 * for each new text). An empty reference never takes away one that is there. Tags of a source are set when a sample is
 * added and belong to people from then on. The revision rises when content changed, so scores become stale, but for scores
 * of attempts that stayed as they are when nothing else changed. Attempts are matched by uid, else by their messages, else
 * by place; those that the source no longer has go only when nothing hangs on them (`createAttemptMerger`). A sample that
 * is found by its task key alone is a piece of it: its attempts are joined, as an import does, and nothing else changes. A
 * sample that a person removed or merged away stays so, untouched.
 *
 * The search index is brought up to date here; flags are not: run `scanBatch` over the ids that were added or updated.
 */
export function createUpserter(db: Database.Database, { transform }: UpsertOptions = {}): Upserter {
  /** Who was put where: another part of the same session must not land on it. */
  const claims = new Map<number, string>();
  const find = createFinder(db, (id, uid) => (claims.get(id) ?? uid) === uid);
  const merge = createMerger(db);
  const writer = createSampleWriter(db);
  const promptOf = db.prepare<[number], { prompt: string; hash: string }>(
    'SELECT b.prompt, s.prompt_hash AS hash FROM sample s JOIN sample_body b ON b.sample_id = s.id WHERE s.id = ?',
  );
  const idOf = db.prepare<[string], { id: number }>('SELECT id FROM sample WHERE uid = ?');

  function opened(sampleId: number, sample: PreparedSample): PreparedSample {
    const known = promptOf.get(sampleId);
    if (known === undefined || known.hash === sample.promptHash) return sample;
    const own = ownOpening(known.prompt, sample.promptJson);
    return { ...sample, attempts: sample.attempts.map((attempt) => withOpening(attempt, own)) };
  }

  function add(sourceId: number, sample: PreparedSample): UpsertResult {
    const { attempts } = writer.put(sourceId, sample);
    const sampleId = idOf.get(sample.uid)?.id ?? 0;
    claims.set(sampleId, sample.uid);
    if (sample.search === null) refreshSamples(db, [sampleId]);
    return { change: 'added', sampleId, attemptsAdded: attempts, conflicts: [] };
  }

  return {
    put(sourceId, raw) {
      const sample = transform === undefined ? raw : transform(raw);
      const found = find(sourceId, sample);
      if (found !== undefined) {
        claims.set(found.id, sample.uid);
        const given = found.piece ? opened(found.id, sample) : sample;
        const { change, attempts, conflicts } = merge(found.id, given, { raw, whole: !found.piece });
        return { change, sampleId: found.id, attemptsAdded: attempts.added, conflicts };
      }
      return add(sourceId, sample);
    },
    add: (sourceId, raw) => add(sourceId, transform === undefined ? raw : transform(raw)),
  };
}

/** @param isFree whether a sample may be taken for the one of this uid */
function createFinder(
  db: Database.Database,
  isFree: (sampleId: number, uid: string) => boolean,
): (sourceId: number, sample: PreparedSample) => Found | undefined {
  const byUid = db.prepare<[number, string], { id: number }>('SELECT id FROM sample WHERE source_id = ? AND uid = ?');
  const byRef = db.prepare<[number, string], { id: number; promptHash: string; taskKey: string | null }>(
    'SELECT id, prompt_hash AS promptHash, task_key AS taskKey FROM sample WHERE source_id = ? AND source_ref = ? ORDER BY id LIMIT 100',
  );
  const byTask = db.prepare<[number, string], { id: number }>(
    'SELECT id FROM sample WHERE source_id = ? AND task_key = ? ORDER BY id',
  );
  return (sourceId, sample) => {
    if (sample.taskKey !== null) {
      // The uid of a task is made of its key, so it says nothing of which piece this is.
      const task = byTask.get(sourceId, sample.taskKey);
      return task === undefined ? undefined : { id: task.id, piece: true };
    }
    const named = byUid.get(sourceId, sample.uid);
    if (named !== undefined) return { id: named.id, piece: false };
    if (sample.sourceRef === null) return undefined;
    const candidates = byRef
      .all(sourceId, sample.sourceRef)
      .filter(({ id, taskKey }) => taskKey === null && isFree(id, sample.uid));
    const found =
      candidates.find(({ promptHash }) => promptHash === sample.promptHash) ??
      // Several samples of one record or session share its name; which of them this is cannot be told then.
      (candidates.length === 1 ? candidates[0] : undefined);
    return found === undefined ? undefined : { id: found.id, piece: false };
  };
}
