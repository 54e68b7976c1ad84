import { LeakSettings } from '../../../../shared/contract/splits.ts';
import type { ProjectContext } from '../../context.ts';
import { getSetting, setSetting } from '../../store/settings.ts';

const KEY = 'leaks';
const USUAL: LeakSettings = { near: 0.8, semantic: 0.92, resultChars: 80, referenceChars: 16, commonShare: 0.05 };

export function leakSettings(project: Pick<ProjectContext, 'db'>): LeakSettings {
  const parsed = LeakSettings.safeParse(getSetting(project.db, KEY));
  return parsed.success ? parsed.data : USUAL;
}

/** Keeps what is given and leaves the rest as it is. */
export function setLeakSettings(
  project: ProjectContext,
  change: { readonly [K in keyof LeakSettings]?: LeakSettings[K] | undefined },
): void {
  if (Object.keys(change).length === 0) return;
  const settings = LeakSettings.parse({ ...leakSettings(project), ...change });
  project.write(['setting'], () => setSetting(project.db, KEY, settings));
}
