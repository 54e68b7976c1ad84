import { z } from 'zod';
import { LeakSettings } from '../../../../shared/contract/splits.ts';
import type { ProjectContext } from '../../context.ts';
import { canonicalJson } from '../../engine/canonical.ts';
import type { JobIo, JobKind } from '../../jobs/types.ts';
import { leakCheck, leakStamp, storeLeakCheck } from '../../store/leaks.ts';
import { countRows } from '../../store/counts.ts';
import { scanSimilar } from '../similarity/scan.ts';
import { compareContent } from './compare-content.ts';
import { leaksIn, readLeakState } from './current-leaks.ts';
import { leakSettings, setLeakSettings } from './leak-settings.ts';
import { remember } from './remember.ts';
import { rulesOf } from './rules.ts';

const Params = z.object({ settings: LeakSettings.partial() });

/** Compares every sample with every other and keeps what they share. */
export const leakCheckJob: JobKind = {
  kind: 'leaks.check',
  resumable: false,
  async run(project, rawParams, io) {
    setLeakSettings(project, Params.parse(rawParams).settings);
    await checkLeaks(project, io);
    const kinds = leaksIn(readLeakState(project), 0);
    return {
      samples: countRows(project.db).samples,
      open: kinds.reduce((sum, { open }) => sum + open, 0),
      accepted: kinds.reduce((sum, { accepted }) => sum + accepted, 0),
    };
  },
};

/**
 * Brings the links of prompts and what samples share up to date.
 *
 * @throws {AppError} `cancelled`: the check before stays
 */
export async function checkLeaks(
  project: ProjectContext,
  io: Pick<JobIo, 'signal' | 'report' | 'breathe'>,
): Promise<void> {
  await scanSimilar(project, io, { scopes: ['prompt'], kinds: ['near', 'semantic'] });
  const seen = checkStamp(project);
  const found = await compareContent(project, leakSettings(project), rulesOf(project).groupBy, io);
  project.write(['split'], () =>
    storeLeakCheck(
      project.db,
      { checkedAt: project.app.clock.now(), samples: countRows(project.db).samples, seen, facts: found.facts },
      found,
    ),
  );
}

/** @returns null when there was no check, else whether something changed since */
export function isCheckStale(project: ProjectContext): boolean | null {
  const check = leakCheck(project.db);
  return check === undefined ? null : check.seen !== checkStamp(project);
}

/** Thresholds count at once, since links are kept below them; the rest is what a check went by. */
function checkStamp(project: ProjectContext): string {
  const { resultChars, referenceChars, commonShare } = leakSettings(project);
  const groupBy = rulesOf(project).groupBy.toSorted();
  return canonicalJson([
    remember(project, 'stamp', () => leakStamp(project.db)),
    resultChars,
    referenceChars,
    commonShare,
    groupBy,
  ]);
}
