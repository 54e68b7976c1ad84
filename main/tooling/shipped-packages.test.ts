import { describe, expect, it } from 'vitest';
import { packageFolder } from './shipped-packages.ts';

describe('the package a module lies in', () => {
  it.each([
    ['/p/node_modules/react/index.js', 'node_modules/react'],
    ['/p/node_modules/@mantine/core/esm/a.mjs', 'node_modules/@mantine/core'],
    ['/p/node_modules/a/node_modules/b/lib/c.js?v=1', 'node_modules/a/node_modules/b'],
    ['/p/node_modules/a/node_modules/@s/b/c.css', 'node_modules/a/node_modules/@s/b'],
    ['C:\\p\\node_modules\\react\\index.js', 'node_modules/react'],
    ['/p/renderer/main.tsx', undefined],
    ['\0vite/preload-helper.js', undefined],
  ])('%s is in %s', (id, folder) => {
    expect(packageFolder(id)).toBe(folder);
  });
});
