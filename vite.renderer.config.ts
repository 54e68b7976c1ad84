import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import postcssMantine from 'postcss-preset-mantine';
import { createLogger, defineConfig } from 'vite';
import { shippedPackages } from './main/tooling/shipped-packages.ts';

const root = fileURLToPath(new URL('.', import.meta.url));

const logger = createLogger();
const warnOnce = logger.warnOnce.bind(logger);
// Mantine's preset parses its mixins without naming a file; they import no assets, which is what Vite worries about.
logger.warnOnce = (message, options) => {
  if (!message.includes('did not pass the `from` option')) warnOnce(message, options);
};

export default defineConfig({
  customLogger: logger,
  root: `${root}renderer`,
  // The page is always served from the root of its own origin: app://assay/ or http://127.0.0.1:PORT/.
  base: '/',
  cacheDir: `${root}node_modules/.cache/vite-renderer`,
  plugins: [react(), shippedPackages()],
  css: { postcss: { plugins: [postcssMantine()] } },
  // The page's CSP has no data: for fonts, scripts and workers, so nothing may be inlined into a URL.
  worker: { format: 'es' },
  build: {
    outDir: `${root}dist/renderer`,
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Monaco's core is one chunk of 3 MB by nature.
    chunkSizeWarningLimit: 4_000,
    rolldownOptions: {
      output: {
        // In one chunk, so that the configuration runs before any chunk that builds a schema, wherever those end up.
        codeSplitting: { groups: [{ name: 'zod', test: /node_modules[\\/]zod[\\/]|renderer[\\/]zod-config/ }] },
      },
    },
  },
});
