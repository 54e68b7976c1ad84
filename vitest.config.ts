import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

// Vitest leaves one core free, which is half of a small machine. Each project has to be told.
const WORKERS = availableParallelism();

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'node',
          environment: 'node',
          maxWorkers: WORKERS,
          // Modules hold no state, so one worker can run file after file.
          isolate: false,
          include: ['shared/**/*.test.ts', 'main/**/*.test.ts'],
          exclude: ['**/*.long.test.ts', 'main/electron/**', '**/node_modules/**'],
          testTimeout: 30_000,
          hookTimeout: 30_000,
        },
      },
      {
        test: {
          // These run against a fake `electron`, each file with its own.
          name: 'shell',
          environment: 'node',
          maxWorkers: WORKERS,
          include: ['main/electron/**/*.test.ts'],
        },
      },
      {
        extends: './vite.renderer.config.ts',
        root: '.',
        test: {
          name: 'renderer',
          environment: 'happy-dom',
          maxWorkers: WORKERS,
          include: ['renderer/**/*.test.{ts,tsx}'],
          testTimeout: 30_000,
          hookTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'long',
          environment: 'node',
          include: ['main/**/*.long.test.ts'],
          testTimeout: 1_800_000,
          hookTimeout: 600_000,
        },
      },
    ],
  },
});
