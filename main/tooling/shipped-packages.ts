import type { Plugin } from 'vite';

/** File beside a build's output that names the packages whose code or assets are in it. */
const SHIPPED_FILE = '.packages.json';

/**
 * Writes down which packages a build took something from, so that the third-party notices name what ships and nothing else.
 *
 * @param external packages that are not in the bundle but shipped beside it
 */
export function shippedPackages(external: readonly string[] = []): Plugin {
  return {
    name: 'assay-shipped-packages',
    generateBundle() {
      const found = new Set(external.map((name) => `node_modules/${name}`));
      for (const id of this.getModuleIds()) {
        const folder = packageFolder(id);
        if (folder !== undefined) found.add(folder);
      }
      this.emitFile({
        type: 'asset',
        fileName: SHIPPED_FILE,
        source: `${JSON.stringify([...found].sort(), null, 2)}\n`,
      });
    },
  };
}

/** The folder of the package a module lies in, from the first `node_modules` on: packages nest their own copies of others. */
export function packageFolder(id: string): string | undefined {
  const path = id.replaceAll('\\', '/').replace(/^\0/, '');
  return /\/(node_modules\/(?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1];
}
