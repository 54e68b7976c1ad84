import type Database from 'better-sqlite3';
import type { SimilarScope } from '../../../shared/model/similar.ts';
import { LATEST_RUN } from '../engine/query/score-conditions.ts';
import { VISIBLE_SAMPLE } from './counts.ts';

/** Samples that take part: visible and not excluded. */
const OPEN = `${VISIBLE_SAMPLE} AND NOT EXISTS
  (SELECT 1 FROM decision d WHERE d.sample_id = s.id AND d.state = 'exclude')`;

export function openSamples(db: Database.Database): Set<number> {
  return new Set(db.prepare<[], number>(`SELECT s.id FROM sample s WHERE ${OPEN}`).pluck().all());
}

/** One row a sample and what its copies share; the same trajectory twice within a sample counts once. */
const COPIES: Readonly<Record<SimilarScope, string>> = {
  prompt: `SELECT s.prompt_hash AS hash, s.id FROM sample s WHERE ${OPEN}
    AND s.prompt_hash IN (SELECT prompt_hash FROM sample GROUP BY prompt_hash HAVING count(*) > 1)`,
  trajectory: `SELECT DISTINCT a.content_hash AS hash, s.id FROM attempt a JOIN sample s ON s.id = a.sample_id
    WHERE ${OPEN} AND a.content_hash IN (SELECT content_hash FROM attempt GROUP BY content_hash HAVING count(*) > 1)`,
  reference: `SELECT body.reference AS hash, s.id FROM sample s JOIN sample_body body ON body.sample_id = s.id
    WHERE ${OPEN} AND s.has_reference = 1`,
};

/** @returns samples with the same canonical content, two or more in each group, ascending */
export function copyGroups(db: Database.Database, scope: SimilarScope): { hash: string; ids: number[] }[] {
  const groups = new Map<string, number[]>();
  for (const { hash, id } of db.prepare<[], { hash: string; id: number }>(`${COPIES[scope]} ORDER BY 2`).all()) {
    const group = groups.get(hash);
    if (group === undefined) groups.set(hash, [id]);
    else group.push(id);
  }
  return [...groups].filter(([, ids]) => ids.length > 1).map(([hash, ids]) => ({ hash, ids }));
}

export type MemberFacts = {
  readonly id: number;
  readonly uid: string;
  readonly title: string;
  readonly sourceName: string;
  readonly lang: string | null;
  readonly attempts: number;
  readonly solved: number;
  readonly hasReference: number;
  readonly decision: string;
  readonly reviews: number;
  readonly humanScore: number | null;
  readonly score: number | null;
  readonly createdAt: number | null;
};

/** What a keeper is chosen by and a cluster shows, by id. */
export function memberFacts(db: Database.Database, ids: readonly number[]): Map<number, MemberFacts> {
  const rows = db
    .prepare<[string], MemberFacts>(
      `SELECT s.id, s.uid, s.title, src.name AS sourceName, s.lang, s.attempt_count AS attempts,
         (SELECT count(*) FROM attempt a WHERE a.sample_id = s.id AND a.outcome = 'success') AS solved,
         s.has_reference AS hasReference, coalesce(d.state, 'undecided') AS decision,
         (SELECT count(*) FROM review r WHERE r.sample_id = s.id AND r.state <> 'draft') AS reviews,
         (SELECT avg(rs.value) FROM review r JOIN review_score rs ON rs.review_id = r.id
           WHERE r.sample_id = s.id AND r.state <> 'draft' AND rs.item_key = '') AS humanScore,
         (SELECT avg(c.value) FROM score c WHERE c.sample_id = s.id AND c.run_id = ${LATEST_RUN}
           AND c.state = 'scored') AS score,
         s.created_at AS createdAt
       FROM json_each(?) j CROSS JOIN sample s ON s.id = j.value JOIN source src ON src.id = s.source_id
         LEFT JOIN decision d ON d.sample_id = s.id`,
    )
    .all(JSON.stringify(ids));
  return new Map(rows.map((row) => [row.id, row]));
}

export function sampleUids(db: Database.Database, ids: readonly number[]): Map<number, string> {
  return new Map(
    db
      .prepare<[string], [number, string]>(
        'SELECT s.id, s.uid FROM json_each(?) j CROSS JOIN sample s ON s.id = j.value',
      )
      .raw()
      .all(JSON.stringify(ids)),
  );
}

/** @returns whether the samples have different references; one without is different from one with */
export function referencesDiffer(db: Database.Database, ids: readonly number[]): boolean {
  const row = db
    .prepare<[string], { n: number }>(
      `SELECT count(DISTINCT body.reference) AS n FROM json_each(?) j CROSS JOIN sample_body body ON body.sample_id = j.value`,
    )
    .get(JSON.stringify(ids));
  return (row?.n ?? 0) > 1;
}

const MARK_KIND = 'cluster';

/** @returns keys of clusters that people left as they are; a key changes with its members */
export function markedClusters(db: Database.Database): Set<string> {
  return new Set(
    db.prepare<[string], string>('SELECT group_key FROM duplicate_mark WHERE kind = ?').pluck().all(MARK_KIND),
  );
}

export function markCluster(db: Database.Database, key: string): void {
  markAs(db, MARK_KIND, key);
}

/** So that checks raise no flag for these copies, until there are more or fewer of them. */
export function markCopies(db: Database.Database, kind: 'prompt' | 'trajectory', hash: string, copies: number): void {
  markAs(db, kind, `${hash}#${copies}`);
}

function markAs(db: Database.Database, kind: string, key: string): void {
  db.prepare("INSERT INTO duplicate_mark (kind, group_key, state) VALUES (?, ?, 'both') ON CONFLICT DO NOTHING").run(
    kind,
    key,
  );
}

/** How a pair is named in a set of pairs. */
export function pairName(one: number, other: number): string {
  return `${Math.min(one, other)}-${Math.max(one, other)}`;
}

/** @returns the names of pairs that are never to be linked */
export function apartPairs(db: Database.Database): Set<string> {
  return new Set(db.prepare<[], string>("SELECT a || '-' || b FROM duplicate_apart").pluck().all());
}

export function keepApart(db: Database.Database, pairs: Iterable<readonly [number, number]>): void {
  const add = db.prepare('INSERT INTO duplicate_apart (a, b) VALUES (?, ?) ON CONFLICT DO NOTHING');
  for (const [one, other] of pairs) add.run(Math.min(one, other), Math.max(one, other));
}
