import { SplitRules } from '../../../../shared/contract/splits.ts';
import type { ProjectContext } from '../../context.ts';
import { getSetting } from '../../store/settings.ts';
import { scanFacts } from '../../store/similar.ts';
import { storedRules } from '../../store/splits.ts';
import { countDecided } from '../../store/split-facts.ts';

type Project = Pick<ProjectContext, 'db'>;

const ACCEPTED = 'decision:include';
const NOT_EXCLUDED = '-decision:exclude';

/** @returns the rules as stored, else those of a first split: 80 to 20, duplicates and conversations together */
export function rulesOf(project: Project): SplitRules {
  const parsed = SplitRules.safeParse(storedRules(project.db));
  if (parsed.success) return parsed.data;
  const seed = getSetting(project.db, 'seed');
  return {
    filter: null,
    shares: { train: 0.8, validation: 0.2, test: 0 },
    seed: typeof seed === 'number' && Number.isInteger(seed) && seed >= 0 ? seed : 0,
    groupBy: ['conversation', 'exact', ...(scanFacts(project.db, 'near', 'prompt') === null ? [] : ['near'])],
    stratifyBy: [],
    near: 0.8,
    semantic: 0.92,
  };
}

/** @returns the filter that rules mean: their own, else the accepted samples, else all that are not excluded */
export function scopeFilter(project: Project, { filter }: Pick<SplitRules, 'filter'>): string {
  return filter ?? (countDecided(project.db, 'include') > 0 ? ACCEPTED : NOT_EXCLUDED);
}
