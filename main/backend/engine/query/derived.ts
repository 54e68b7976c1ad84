/** Queries of `sample_id` and `value` for what is derived from several rows; samples without a value are not in them. */

/** How many of a sample's attempts are solved, of those whose outcome is known. */
export const DIFFICULTY = `SELECT a.sample_id, CASE WHEN sum(a.outcome = 'success') = 0 THEN 'never'
    WHEN sum(a.outcome = 'success') = count(*) THEN 'always' ELSE 'sometimes' END AS value
  FROM attempt a INDEXED BY attempt_facts WHERE a.outcome <> 'unknown' GROUP BY a.sample_id`;

/** @param called a table of `sample_id` and `name`, no pair twice */
export function toolSets(called: string): string {
  return `SELECT n.sample_id, group_concat(n.name, ' + ' ORDER BY n.name) AS value FROM ${called} n GROUP BY n.sample_id`;
}

/** All tools that a sample's attempts called. */
export const TOOL_SETS = toolSets(`(SELECT DISTINCT a.sample_id, t.name
  FROM attempt a INDEXED BY attempt_facts CROSS JOIN tool_call t ON t.attempt_id = a.id)`);

/** Clusters of prompts as the map last drew them. */
export const CLUSTERED = `SELECT p.sample_id, CAST(p.cluster AS TEXT) AS value FROM map_point p WHERE p.scope = 'prompt'`;
