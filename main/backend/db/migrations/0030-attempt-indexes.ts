import type { Migration } from '../migrate.ts';

/**
 * What hangs on an attempt is found by it: without these, deleting attempts reads all flags and scores for each of them.
 * Most rows are about no attempt, and stay out.
 */
export const attemptIndexes: Migration = {
  version: 30,
  name: 'attempt-indexes',
  sql: `
CREATE INDEX flag_attempt ON flag (attempt_id) WHERE attempt_id IS NOT NULL;
CREATE INDEX score_attempt ON score (attempt_id) WHERE attempt_id IS NOT NULL;
CREATE INDEX review_score_attempt ON review_score (attempt_id) WHERE attempt_id IS NOT NULL;
`,
};
