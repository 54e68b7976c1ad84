import type Database from 'better-sqlite3';
import { ScanMethod, type LinkKind, type SimilarScope } from '../../../shared/model/similar.ts';
import { VISIBLE_SAMPLE } from './counts.ts';

export type SimilarLink = { readonly a: number; readonly b: number; readonly similarity: number };

/** What a scan was and whether samples came, went or changed since. */
export type ScanFacts = {
  readonly scannedAt: number;
  readonly samples: number;
  readonly pairs: number;
  readonly floor: number;
  readonly method: ScanMethod;
  readonly stale: boolean;
  /** Samples that came, went or changed since. */
  readonly changed: number;
};

export type TemplateFamily = { readonly key: string; readonly template: string; readonly members: readonly number[] };

/** Changes whenever the text that a scope compares may have. `s` is the alias of `sample`. */
const CONTENT_KEY: Readonly<Record<SimilarScope, string>> = {
  prompt: 's.prompt_hash',
  trajectory: `s.prompt_hash || coalesce((SELECT at.content_hash FROM attempt at WHERE at.sample_id = s.id
    ORDER BY at.idx LIMIT 1), '')`,
  reference: "'r' || s.revision",
};

/** Samples that have the text: without an attempt or a reference there is nothing to compare. */
const HAS_TEXT: Readonly<Record<SimilarScope, string>> = {
  prompt: VISIBLE_SAMPLE,
  trajectory: `${VISIBLE_SAMPLE} AND s.attempt_count > 0`,
  reference: `${VISIBLE_SAMPLE} AND s.has_reference = 1`,
};

/** @returns the samples a scan of the scope covers by id, each with what its text is known by */
export function samplesToCompare(db: Database.Database, scope: SimilarScope): { id: number; contentKey: string }[] {
  return db
    .prepare<[], { id: number; contentKey: string }>(
      `SELECT s.id, ${CONTENT_KEY[scope]} AS contentKey FROM sample s WHERE ${HAS_TEXT[scope]} ORDER BY s.id`,
    )
    .all();
}

function currentScan(db: Database.Database, kind: LinkKind, scope: SimilarScope): number | undefined {
  return db
    .prepare<[string, string], { id: number }>(
      'SELECT id FROM similar_scan WHERE kind = ? AND scope = ? AND is_current = 1',
    )
    .get(kind, scope)?.id;
}

/** Samples a scan saw that are still there, seen, and of the text that was compared. */
function liveMembers(db: Database.Database, scan: number, scope: SimilarScope): Set<number> {
  return new Set(
    db
      .prepare<[number], number>(
        `SELECT t.sample_id FROM similar_text t JOIN sample s ON s.id = t.sample_id
         WHERE t.scan_id = ? AND ${VISIBLE_SAMPLE} AND t.content_key = ${CONTENT_KEY[scope]}`,
      )
      .pluck()
      .all(scan),
  );
}

/**
 * Links of the last whole scan, by their first and then their second sample; none before the first scan. Samples that are
 * gone, out of sight or changed since are left out.
 */
export function similarLinks(
  db: Database.Database,
  { kind, scope, atLeast }: { readonly kind: LinkKind; readonly scope: SimilarScope; readonly atLeast: number },
): SimilarLink[] {
  const scan = currentScan(db, kind, scope);
  if (scan === undefined) return [];
  const live = liveMembers(db, scan, scope);
  return db
    .prepare<[number, number], SimilarLink>(
      'SELECT a, b, similarity FROM similar_link WHERE scan_id = ? AND similarity >= ? ORDER BY a, b',
    )
    .all(scan, atLeast)
    .filter(({ a, b }) => live.has(a) && live.has(b));
}

/**
 * The samples linked with one. Copies of a text are linked with the first of them only, which is compared with the rest
 * for all of them: what is linked with that one is linked with its copies.
 *
 * @returns the most similar first
 */
export function linksOf(
  db: Database.Database,
  by: { readonly kind: LinkKind; readonly scope: SimilarScope; readonly sampleId: number },
): { sampleId: number; similarity: number }[] {
  const scan = currentScan(db, by.kind, by.scope);
  if (scan === undefined) return [];
  const direct = db.prepare<{ scan: number; id: number }, { sampleId: number; similarity: number }>(
    `SELECT b AS sampleId, similarity FROM similar_link WHERE scan_id = @scan AND a = @id
     UNION ALL SELECT a, similarity FROM similar_link WHERE scan_id = @scan AND b = @id`,
  );
  const found = new Map<number, number>();
  const put = (id: number, similarity: number): void => {
    if (id !== by.sampleId) found.set(id, Math.max(similarity, found.get(id) ?? 0));
  };
  const own = direct.all({ scan, id: by.sampleId });
  for (const { sampleId, similarity } of own) {
    put(sampleId, similarity);
    for (const next of direct.all({ scan, id: sampleId })) {
      if (similarity === 1 && sampleId < by.sampleId) put(next.sampleId, next.similarity);
      else if (next.similarity === 1 && next.sampleId > sampleId) put(next.sampleId, similarity);
    }
  }
  const live = liveMembers(db, scan, by.scope);
  return [...found]
    .map(([sampleId, similarity]) => ({ sampleId, similarity }))
    .filter(({ sampleId }) => live.has(sampleId))
    .sort((one, other) => other.similarity - one.similarity || one.sampleId - other.sampleId);
}

/** @returns visible samples of the same prompt and tools, or of the same trajectory; references are not compared so */
export function exactCopies(db: Database.Database, scope: SimilarScope, sampleId: number): number[] {
  if (scope === 'reference') return [];
  const same =
    scope === 'prompt'
      ? 's.prompt_hash = (SELECT prompt_hash FROM sample WHERE id = @id)'
      : `s.id IN (SELECT other.sample_id FROM attempt other WHERE other.content_hash IN
          (SELECT own.content_hash FROM attempt own WHERE own.sample_id = @id))`;
  return db
    .prepare<{ id: number }, { id: number }>(
      `SELECT s.id FROM sample s WHERE ${same} AND s.id <> @id AND ${VISIBLE_SAMPLE} ORDER BY s.id`,
    )
    .all({ id: sampleId })
    .map(({ id }) => id);
}

/** What a list of samples shows of each, by id. */
export function similarTitles(
  db: Database.Database,
  ids: readonly number[],
): Map<number, { title: string; sourceName: string; decision: string }> {
  const read = db.prepare<[number], { title: string; sourceName: string; decision: string }>(
    `SELECT s.title, src.name AS sourceName, coalesce(d.state, 'undecided') AS decision
     FROM sample s JOIN source src ON src.id = s.source_id LEFT JOIN decision d ON d.sample_id = s.id WHERE s.id = ?`,
  );
  return new Map(
    ids.flatMap((id) => {
      const row = read.get(id);
      return row === undefined ? [] : [[id, row] as const];
    }),
  );
}

/** @returns null before the first whole scan */
export function scanFacts(db: Database.Database, kind: LinkKind, scope: SimilarScope): ScanFacts | null {
  const row = db
    .prepare<
      [string, string],
      { id: number; scannedAt: number; pairs: number; floor: number; method: string; samples: number }
    >(
      `SELECT id, scanned_at AS scannedAt, pairs, floor, method,
         (SELECT count(*) FROM similar_text t WHERE t.scan_id = similar_scan.id) AS samples
       FROM similar_scan WHERE kind = ? AND scope = ? AND is_current = 1`,
    )
    .get(kind, scope);
  if (row === undefined) return null;
  const { id, method, ...facts } = row;
  const changed = changedSince(db, id, scope);
  return { ...facts, method: ScanMethod.parse(JSON.parse(method)), stale: changed > 0, changed };
}

function changedSince(db: Database.Database, scan: number, scope: SimilarScope): number {
  const seen = new Map(
    db
      .prepare<[number], [number, string]>('SELECT sample_id, content_key FROM similar_text WHERE scan_id = ?')
      .raw()
      .all(scan),
  );
  return changesSince(db, scope, seen, seen.size);
}

/**
 * How many samples came, went or changed since some of them were looked at.
 *
 * @param seen what their texts were known by
 * @param total how many there were: more than were looked at when only a part was
 */
export function changesSince(
  db: Database.Database,
  scope: SimilarScope,
  seen: ReadonlyMap<number, string>,
  total: number,
): number {
  const now = samplesToCompare(db, scope);
  const stayed = now.filter(({ id }) => seen.has(id));
  const changed = stayed.filter(({ id, contentKey }) => seen.get(id) !== contentKey).length;
  const gone = seen.size - stayed.length;
  // Without those that were seen and went, what is more or less than before came or went unseen.
  return changed + gone + Math.abs(now.length - (total - gone));
}

/**
 * How many links lie in each of equally wide steps of similarity from the floor to 1, which belongs to the last step.
 *
 * @param bins 1 to 200
 */
export function similarityHistogram(
  db: Database.Database,
  by: { readonly kind: LinkKind; readonly scope: SimilarScope; readonly bins: number },
): { from: number; to: number; pairs: number }[] {
  const scan = currentScan(db, by.kind, by.scope);
  const floor = scanFloor(db, scan);
  if (scan === undefined || floor === undefined) return [];
  const width = (1 - floor) / by.bins;
  const counts = new Map(
    db
      .prepare<{ scan: number; floor: number; width: number; last: number }, [number, number]>(
        `SELECT min(@last, max(0, CAST((similarity - @floor) / @width AS INTEGER))) AS bin, count(*) FROM similar_link
         WHERE scan_id = @scan GROUP BY bin`,
      )
      .raw()
      .all({ scan, floor, width, last: by.bins - 1 }),
  );
  return Array.from({ length: by.bins }, (_, bin) => ({
    from: floor + bin * width,
    to: bin === by.bins - 1 ? 1 : floor + (bin + 1) * width,
    pairs: counts.get(bin) ?? 0,
  }));
}

function scanFloor(db: Database.Database, scan: number | undefined): number | undefined {
  if (scan === undefined) return undefined;
  return db.prepare<[number], { floor: number }>('SELECT floor FROM similar_scan WHERE id = ?').get(scan)?.floor;
}

/** Families of the last scan of near texts: texts that differ only in numbers, names, ids; two or more members, ascending. */
export function templateFamilies(db: Database.Database, scope: SimilarScope): TemplateFamily[] {
  const scan = currentScan(db, 'near', scope);
  if (scan === undefined) return [];
  const rows = db
    .prepare<{ scan: number }, { key: string; template: string; id: number }>(
      `SELECT f.key, f.template, m.sample_id AS id FROM template_family f
       JOIN template_member m ON m.scan_id = f.scan_id AND m.key = f.key
       JOIN sample s ON s.id = m.sample_id
       JOIN similar_text t ON t.scan_id = m.scan_id AND t.sample_id = m.sample_id AND t.content_key = ${CONTENT_KEY[scope]}
       WHERE f.scan_id = @scan AND ${VISIBLE_SAMPLE} ORDER BY m.sample_id`,
    )
    .all({ scan });
  const families = new Map<string, { key: string; template: string; members: number[] }>();
  for (const { key, template, id } of rows) {
    const family = families.get(key);
    if (family === undefined) families.set(key, { key, template, members: [id] });
    else family.members.push(id);
  }
  return [...families.values()].filter(({ members }) => members.length > 1);
}
