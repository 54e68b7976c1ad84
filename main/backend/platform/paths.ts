import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import envPaths from 'env-paths';

/**
 * Where recents, settings, backups and logs live, the same for every host so that they share them: `ASSAY_DATA_DIR` if set,
 * else the system's place for an application's data.
 */
export function defaultDataDir(env: Readonly<Record<string, string | undefined>>): string {
  const named = env.ASSAY_DATA_DIR;
  return named === undefined || named === '' ? envPaths('assay', { suffix: '' }).data : resolve(named);
}

/**
 * The app's version, from its package.json.
 *
 * @param root the app's folder: the checkout, or the folder that holds `dist` in a package
 */
export function appVersion(root: string): string {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  return version;
}
