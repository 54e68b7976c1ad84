import type Database from 'better-sqlite3';
import type { Outcome } from '../../../shared/model/sample.ts';
import type { PreparedAttempt, PreparedCall, PreparedSample } from './prepared.ts';

type SampleColumns = Omit<PreparedSample, 'hasReference' | 'search' | 'attempts' | 'tags' | 'flags'> & {
  hasReference: number;
};
type AttemptColumns = Omit<PreparedAttempt, 'toolCalls'> & { id: number; outcome: Outcome };

/**
 * Reads samples back as they were prepared, so that they can be written somewhere else in the project.
 *
 * @param rename gives the name under which a sample or attempt is written, since names are unique in a project
 */
export function createStagedReader(
  db: Database.Database,
  rename: (uid: string) => string,
): (sampleId: number) => PreparedSample | undefined {
  const read = db.prepare<[number], SampleColumns>(
    `SELECT s.uid, s.source_ref AS sourceRef, s.source_pos AS position, s.title, s.task_key AS taskKey, s.lang,
       s.tool_offered_count AS toolsOffered, s.prompt_chars AS promptChars, s.has_reference AS hasReference,
       s.content_hash AS contentHash, s.prompt_hash AS promptHash, s.created_at AS createdAt, b.prompt AS promptJson,
       b.tools AS toolsJson, b.reference AS referenceJson, b.extras AS extrasJson
     FROM sample s JOIN sample_body b ON b.sample_id = s.id WHERE s.id = ?`,
  );
  const attempts = db.prepare<[number], AttemptColumns>(
    `SELECT id, uid, model, outcome, reward, step_count AS steps, tool_call_count AS calls, tool_result_count AS results,
       tool_error_count AS toolErrors, max_parallel AS maxParallel, latency_ms AS latencyMs, token_count AS tokens,
       content_hash AS contentHash, body AS bodyJson, extras AS extrasJson, started_at AS startedAt
     FROM attempt WHERE sample_id = ? ORDER BY idx`,
  );
  const calls = db.prepare<[number], PreparedCall>(
    'SELECT step, idx, name, status, latency_ms AS latencyMs FROM tool_call WHERE attempt_id = ? ORDER BY step, idx',
  );
  const tags = db.prepare<[number], { name: string }>(
    'SELECT t.name FROM sample_tag st JOIN tag t ON t.id = st.tag_id WHERE st.sample_id = ? ORDER BY t.id',
  );
  return (sampleId) => {
    const row = read.get(sampleId);
    if (row === undefined) return undefined;
    return {
      ...row,
      uid: rename(row.uid),
      hasReference: row.hasReference === 1,
      search: null,
      attempts: attempts
        .all(sampleId)
        .map(({ id, ...attempt }) => ({ ...attempt, uid: rename(attempt.uid), toolCalls: calls.all(id) })),
      tags: tags.all(sampleId).map(({ name }) => name),
      flags: [],
    };
  };
}
