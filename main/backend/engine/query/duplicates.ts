/** Samples that take part in duplicate groups: those in sight that were not excluded. */
const TAKES_PART = `d.removed_at IS NULL AND d.source_id NOT IN (SELECT o.id FROM source o WHERE o.removed_at IS NOT NULL)
  AND d.id NOT IN (SELECT x.sample_id FROM decision x WHERE x.state = 'exclude')`;

/**
 * Samples with a hash that another sample has too. Hashes that come twice are found on an index alone, and only their
 * samples are looked at.
 */
function twins(candidates: string): string {
  return `s.id IN (WITH twin AS MATERIALIZED (${candidates} AND ${TAKES_PART})
    SELECT w.id FROM twin w WHERE w.hash IN (SELECT hash FROM twin GROUP BY hash HAVING count(DISTINCT id) > 1))`;
}

/** A condition over `sample s`: another sample that was not excluded has the same prompt and tools. */
export const DUPLICATE_PROMPT = twins(`SELECT d.id, d.prompt_hash AS hash FROM sample d
  WHERE d.prompt_hash IN (SELECT prompt_hash FROM sample GROUP BY prompt_hash HAVING count(*) > 1)`);

/** A condition over `sample s`: so does another one's attempt as a whole; the hash of an attempt covers its prompt. */
export const DUPLICATE_TRAJECTORY =
  twins(`SELECT d.id, a.content_hash AS hash FROM attempt a JOIN sample d ON d.id = a.sample_id
  WHERE a.content_hash IN (SELECT content_hash FROM attempt GROUP BY content_hash HAVING count(*) > 1)`);
