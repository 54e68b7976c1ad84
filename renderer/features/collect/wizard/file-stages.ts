export type FileStage = 'waiting' | 'running' | 'done';

/**
 * Where each file of a running import stands: files are read in order, and the job's stage begins with the name of the
 * one under way.
 *
 * @returns null when that cannot be told: two files of one name, or no file begun
 */
export function fileStages(names: readonly string[], stage: string | null): readonly FileStage[] | null {
  if (stage === null || new Set(names).size !== names.length) return null;
  // The longest name that fits: `log.jsonl` also begins `log.jsonl, search index`.
  const current = names.findIndex((name) => stage === name || stage.startsWith(`${name}, `));
  if (current === -1) return null;
  return names.map((_, at) => (at < current ? 'done' : at === current ? 'running' : 'waiting'));
}
