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

/** What an update of a source from these samples would do, by their names and hashes. */
export function compareWith(
  db: Database.Database,
  sourceId: number,
  probes: readonly Probe[],
): { added: number; updated: number; unchanged: number } {
  const byName = db.prepare<[Omit<Probe, 'attemptHashes'> & { sourceId: number }], { id: number; contentHash: string }>(
    `SELECT s.id, s.content_hash AS contentHash FROM sample s WHERE s.source_id = @sourceId AND (
         (@taskKey IS NOT NULL AND s.task_key = @taskKey)
         OR (@taskKey IS NULL AND @sourceRef IS NOT NULL AND s.source_ref = @sourceRef)
         OR (@taskKey IS NULL AND s.prompt_hash = @promptHash))
     ORDER BY s.prompt_hash = @promptHash DESC, s.content_hash = @contentHash DESC, s.id LIMIT 1`,
  );
  const has = createAttemptTeller(db);
  const counts = { added: 0, updated: 0, unchanged: 0 };
  for (const { attemptHashes, ...probe } of probes) {
    const found = byName.get({ ...probe, sourceId });
    if (found === undefined) counts.added += 1;
    else if (found.contentHash === probe.contentHash && attemptHashes.every((hash) => has(found.id, hash)))
      counts.unchanged += 1;
    else counts.updated += 1;
  }
  return counts;
}
