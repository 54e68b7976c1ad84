import { PrivacyPolicy } from '../../../../shared/model/privacy.ts';
import type { ProjectContext } from '../../context.ts';
import { getSetting, setSetting } from '../../store/settings.ts';
import { Json } from '../../../../shared/model/json.ts';

const KEY = 'privacy.policy';

/** @returns the project's policy; everything is masked until a person says otherwise */
export function policyOf(project: Pick<ProjectContext, 'db'>): PrivacyPolicy {
  const stored = PrivacyPolicy.safeParse(getSetting(project.db, KEY) ?? {});
  return stored.success ? stored.data : { kinds: {}, fields: {} };
}

export function setPolicy(project: ProjectContext, policy: PrivacyPolicy): void {
  project.write(['setting'], () => setSetting(project.db, KEY, Json.parse(policy)));
}
