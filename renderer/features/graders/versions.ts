import type { GraderSession } from './use-grader-session.ts';

/** The version a draft is compared with: its base, or the one before when there is no draft. */
export function versionBefore({ details, isDraft }: GraderSession): number | null {
  if (isDraft) return details.version;
  return details.versions.find((version) => version.version < details.version)?.version ?? null;
}
