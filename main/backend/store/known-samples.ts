import type Database from 'better-sqlite3';

/** A sample as an import would make it, told by its hashes. */
export type Probe = {
  readonly sourceRef: string | null;
  readonly taskKey: string | null;
  readonly promptHash: string;
  readonly contentHash: string;
  readonly attemptHashes: readonly string[];
};

export type Known = { readonly samples: number; readonly attemptsToJoin: number };

const SHOWN = `s.removed_at IS NULL AND EXISTS (SELECT 1 FROM source o WHERE o.id = s.source_id AND o.removed_at IS NULL
  AND o.state = 'ready')`;

/** Counts the samples that are in the project with all their attempts, and the attempts that could join one with the same prompt. */
export function countKnown(db: Database.Database, probes: readonly Probe[]): Known {
  const host = db.prepare<[string, string | null], { id: number }>(
    `SELECT s.id FROM sample s WHERE s.prompt_hash = ? AND s.task_key IS ? AND ${SHOWN} ORDER BY s.id LIMIT 1`,
  );
  const has = createAttemptTeller(db);
  let samples = 0;
  let attemptsToJoin = 0;
  for (const probe of probes) {
    const found = host.get(probe.promptHash, probe.taskKey);
    if (found === undefined) continue;
    const fresh = probe.attemptHashes.filter((hash) => !has(found.id, hash)).length;
    if (fresh === 0) samples += 1;
    attemptsToJoin += fresh;
  }
  return { samples, attemptsToJoin };
}

function createAttemptTeller(db: Database.Database): (sampleId: number, hash: string) => boolean {
  const find = db.prepare<[number, string]>('SELECT 1 FROM attempt WHERE sample_id = ? AND content_hash = ?');
  return (sampleId, hash) => find.get(sampleId, hash) !== undefined;
}

/** The newest shown source of the same name, form and splitting: what a file of that name seems to be a newer state of. */
export function findFeed(
  db: Database.Database,
  feed: { readonly name: string; readonly format: string; readonly per: string },
): { id: number; name: string; importedAt: number; samples: number } | undefined {
  return db
    .prepare<[typeof feed], { id: number; name: string; importedAt: number; samples: number }>(
      `SELECT id, name, imported_at AS importedAt,
         (SELECT count(*) FROM sample WHERE source_id = source.id AND removed_at IS NULL) AS samples
       FROM source WHERE name = @name AND importer_id = @format AND per = @per AND state = 'ready' AND removed_at IS NULL
       ORDER BY imported_at DESC, id DESC LIMIT 1`,
    )
    .get(feed);
}

type Found = { id: number; contentHash: string };

function lookup(condition: string): string {
  return `SELECT s.id, s.content_hash AS contentHash FROM sample s WHERE s.source_id = ? AND ${condition}
    ORDER BY s.content_hash = ? DESC, s.id LIMIT 1`;
}

/** What an update of a source from these samples would do, by their names and hashes. */
export function compareWith(
  db: Database.Database,
  sourceId: number,
  probes: readonly Probe[],
): { added: number; updated: number; unchanged: number } {
  // One statement a key, each with its index.
  const find = {
    task: db.prepare<[number, string | null, string], Found>(lookup('s.task_key = ?')),
    ref: db.prepare<[number, string | null, string], Found>(lookup('s.source_ref = ?')),
    prompt: db.prepare<[number, string | null, string], Found>(lookup('s.prompt_hash = ?')),
  };
  const foundBy = (probe: Probe): Found | undefined => {
    const { taskKey, sourceRef, promptHash, contentHash } = probe;
    if (taskKey !== null) return find.task.get(sourceId, taskKey, contentHash);
    const named = sourceRef === null ? undefined : find.ref.get(sourceId, sourceRef, contentHash);
    return named ?? find.prompt.get(sourceId, promptHash, contentHash);
  };
  const has = createAttemptTeller(db);
  const counts = { added: 0, updated: 0, unchanged: 0 };
  for (const probe of probes) {
    const found = foundBy(probe);
    if (found === undefined) counts.added += 1;
    else if (found.contentHash === probe.contentHash && probe.attemptHashes.every((hash) => has(found.id, hash)))
      counts.unchanged += 1;
    else counts.updated += 1;
  }
  return counts;
}
