import type Database from 'better-sqlite3';
import { flagSeverity } from '../../../shared/model/flag-rules.ts';
import type { JsonObject } from '../../../shared/model/json.ts';
import type { PopulationCheck } from '../engine/checks.ts';
import { VISIBLE } from '../engine/query/compile.ts';
import type { ScanCounts } from './flags.ts';
import { findStaleSchemas } from './stale-schemas.ts';

/** A finding of a rule that compares all samples; at most one a sample and attempt. */
export type PopulationFinding = {
  readonly sampleId: number;
  readonly attemptId: number | null;
  readonly detail: JsonObject;
};

/** Findings while they are compared with the flags that are there. */
const FOUND = 'temp.found_flag';

/**
 * Runs a check over the facts of all samples that show and brings its flags up to date, by the rules of `scanBatch`. What is
 * found stands in a temp table, so memory does not grow with the project. Call it inside a transaction.
 */
export function scanPopulation(db: Database.Database, check: PopulationCheck): ScanCounts {
  db.exec(
    `CREATE TEMP TABLE IF NOT EXISTS found_flag (sample_id INTEGER NOT NULL, attempt_id INTEGER, detail TEXT NOT NULL,
       UNIQUE (sample_id, attempt_id)); DELETE FROM ${FOUND}`,
  );
  try {
    const insert = db.prepare(`INSERT INTO ${FOUND} (sample_id, attempt_id, detail) VALUES (?, ?, ?)`);
    eachPopulationFinding(db, check, ({ sampleId, attemptId, detail }) =>
      insert.run(sampleId, attemptId, JSON.stringify(detail)),
    );
    return applyFound(db, check);
  } finally {
    db.exec(`DELETE FROM ${FOUND}`);
  }
}

/** Hands every finding of a check to `use`, and writes nothing. */
export function eachPopulationFinding(
  db: Database.Database,
  check: PopulationCheck,
  use: (finding: PopulationFinding) => void,
): void {
  if (check.by === 'tool-schema') findStaleSchemas(db, use);
  else findOutliers(db, check.by, use);
}

const SAME = 'f.sample_id = flag.sample_id AND f.attempt_id IS flag.attempt_id';

function applyFound(db: Database.Database, check: PopulationCheck): ScanCounts {
  const cleared = db
    .prepare(
      `DELETE FROM flag WHERE rule_id = ? AND state = 'open' AND NOT EXISTS (SELECT 1 FROM ${FOUND} f WHERE ${SAME})`,
    )
    .run(check.id).changes;
  db.prepare(
    `UPDATE flag SET rule_version = ?, detail = (SELECT f.detail FROM ${FOUND} f WHERE ${SAME})
     WHERE rule_id = ? AND EXISTS (SELECT 1 FROM ${FOUND} f WHERE ${SAME} AND (f.detail <> flag.detail OR flag.rule_version <> ?))`,
  ).run(check.version, check.id, check.version);
  const raised = db
    .prepare(
      `INSERT INTO flag (sample_id, attempt_id, rule_id, rule_version, severity, detail)
       SELECT f.sample_id, f.attempt_id, ?, ?, ?, f.detail FROM ${FOUND} f
       WHERE NOT EXISTS (SELECT 1 FROM flag WHERE flag.rule_id = ? AND ${SAME}) ORDER BY f.sample_id, f.attempt_id`,
    )
    .run(check.id, check.version, flagSeverity(check.id), check.id).changes;
  return { raised, cleared };
}

const COLUMN = { steps: 'step_count', latency: 'latency_ms', tokens: 'token_count' } as const;
/** Of fewer attempts the highest twentieth is less than one. */
const MIN_GROUP = 20;

type OutlierRow = {
  sampleId: number;
  attemptId: number;
  value: number;
  p95: number;
  size: number;
  source: string;
  model: string | null;
};

/**
 * Attempts above the 95th percentile of their group: same source and same model. The quantile is interpolated between the
 * order statistics around (n - 1) * 0.95, definition 7 of Hyndman and Fan, Sample Quantiles in Statistical Packages, The
 * American Statistician 50 (1996), which spreadsheets and NumPy use too. Groups of fewer than 20 are passed over.
 */
function findOutliers(db: Database.Database, by: keyof typeof COLUMN, use: (finding: PopulationFinding) => void): void {
  const rows = db
    .prepare<[number], OutlierRow>(
      `WITH fact AS (
         SELECT a.id AS attempt_id, a.sample_id, s.source_id, a.model, a.${COLUMN[by]} AS value
         FROM attempt a JOIN sample s ON s.id = a.sample_id WHERE a.${COLUMN[by]} IS NOT NULL AND ${VISIBLE}),
       ranked AS (
         SELECT source_id, model, value, row_number() OVER w - 1 AS place, count(*) OVER (PARTITION BY source_id, model) AS size
         FROM fact WINDOW w AS (PARTITION BY source_id, model ORDER BY value)),
       limits AS (
         SELECT source_id, model, size, min(value) AS low, max(value) AS high,
           (size - 1) * 0.95 - CAST((size - 1) * 0.95 AS INTEGER) AS share
         FROM ranked WHERE size >= ? AND place BETWEEN CAST((size - 1) * 0.95 AS INTEGER) AND CAST((size - 1) * 0.95 AS INTEGER) + 1
         GROUP BY source_id, model)
       SELECT f.sample_id AS sampleId, f.attempt_id AS attemptId, f.value, l.low + l.share * (l.high - l.low) AS p95, l.size,
         o.name AS source, f.model
       FROM fact f JOIN limits l ON l.source_id = f.source_id AND l.model IS f.model JOIN source o ON o.id = f.source_id
       WHERE f.value > l.low + l.share * (l.high - l.low)`,
    )
    .all(MIN_GROUP);
  for (const { sampleId, attemptId, value, p95, size, source, model } of rows)
    use({ sampleId, attemptId, detail: { value, p95: Math.round(p95 * 10) / 10, size, source, model } });
}
