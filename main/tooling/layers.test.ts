import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** A tree that keeps every rule. Each file imports what it may. */
const CLEAN: Readonly<Record<string, string>> = {
  'shared/model/a.ts': `import { z } from 'zod'; export const a = z.string();`,
  'shared/text/format.ts': `import { a } from '../model/a.ts'; export const format = a;`,
  'main/backend/engine/hash.ts': `import { createHash } from 'node:crypto'; import { a } from '../../../shared/model/a.ts'; export const hash = [createHash, a];`,
  'main/backend/platform/clock.ts': `import { readFileSync } from 'node:fs'; export const clock = readFileSync;`,
  'main/backend/store/samples.ts': `import { hash } from '../engine/hash.ts'; export const samples = hash;`,
  'main/backend/importers/chat.ts': `import { hash } from '../engine/hash.ts'; export const chat = hash;`,
  'main/backend/services/importing.ts': `import { chat } from '../importers/chat.ts'; import { samples } from '../store/samples.ts'; import { clock } from '../platform/clock.ts'; export const importing = [chat, samples, clock];`,
  'main/backend/rpc/router.ts': `import { importing } from '../services/importing.ts'; export const router = importing;`,
  'main/backend/index.ts': `export { router } from './rpc/router.ts';`,
  'main/web/entry.ts': `import { router } from '../backend/index.ts'; export const web = router;`,
  'main/cli/entry.ts': `import { router } from '../backend/index.ts'; export const cli = router;`,
  'main/electron/main.ts': `import { app } from 'electron'; import { router } from '../backend/index.ts'; export const shell = [app, router];`,
  'renderer/main.tsx': `import { one } from './features/one/One.tsx'; import { two } from './features/two/Two.tsx'; export const page = [one, two];`,
  'renderer/features/one/One.tsx': `import { table } from '../../ui/Table.tsx'; import { format } from '../../../shared/text/format.ts'; export const one = [table, format];`,
  'renderer/features/two/Two.tsx': `import { data } from '../../data/query.ts'; export const two = data;`,
  'renderer/ui/Table.tsx': `import { format } from '../../shared/text/format.ts'; export const table = format;`,
  'renderer/data/query.ts': `import { a } from '../../shared/model/a.ts'; export const data = a;`,
  'e2e/specs/journey.spec.ts': `import { a } from '../../shared/model/a.ts'; export const spec = a;`,
};

/** One violation of each rule, each in a file of its own: rule, file, what the file says. */
const VIOLATIONS: readonly (readonly [rule: string, file: string, text: string])[] = [
  ['no-circular', 'main/backend/engine/v1.ts', `import { hash } from './v1b.ts'; export const v = hash;`],
  ['no-orphans', 'main/backend/engine/v2.ts', `export const v = 1;`],
  ['not-to-unresolvable', 'main/web/v3.ts', `import { gone } from './gone.ts'; export const v = gone;`],
  ['shared-is-alone', 'shared/model/v4.ts', `import { readFileSync } from 'node:fs'; export const v = readFileSync;`],
  ['shared-is-alone', 'shared/text/v5.ts', `import { page } from '../../renderer/main.tsx'; export const v = page;`],
  [
    'engine-is-pure',
    'main/backend/engine/v6.ts',
    `import { readFileSync } from 'node:fs'; export const v = readFileSync;`,
  ],
  [
    'engine-is-pure',
    'main/backend/engine/v7.ts',
    `import { clock } from '../platform/clock.ts'; export const v = clock;`,
  ],
  ['engine-is-pure', 'main/backend/engine/v8.ts', `import Database from 'better-sqlite3'; export const v = Database;`],
  [
    'store-stays-low',
    'main/backend/store/v9.ts',
    `import { importing } from '../services/importing.ts'; export const v = importing;`,
  ],
  [
    'platform-is-lowest',
    'main/backend/platform/v10.ts',
    `import { samples } from '../store/samples.ts'; export const v = samples;`,
  ],
  [
    'services-do-not-know-rpc',
    'main/backend/services/v11.ts',
    `import { router } from '../rpc/router.ts'; export const v = router;`,
  ],
  [
    'registries-do-not-know-services',
    'main/backend/importers/v12.ts',
    `import { samples } from '../store/samples.ts'; export const v = samples;`,
  ],
  [
    'rpc-has-no-io',
    'main/backend/rpc/v13.ts',
    `import { readFileSync } from 'node:fs'; export const v = readFileSync;`,
  ],
  [
    'backend-knows-no-host',
    'main/backend/services/v14.ts',
    `import { shell } from '../../electron/main.ts'; export const v = shell;`,
  ],
  ['backend-knows-no-host', 'main/backend/platform/v15.ts', `import { app } from 'electron'; export const v = app;`],
  [
    'hosts-use-the-door',
    'main/web/v16.ts',
    `import { samples } from '../backend/store/samples.ts'; export const v = samples;`,
  ],
  ['hosts-do-not-know-each-other', 'main/cli/v17.ts', `import { web } from '../web/entry.ts'; export const v = web;`],
  ['only-the-shell-knows-electron', 'main/web/v18.ts', `import { app } from 'electron'; export const v = app;`],
  [
    'renderer-is-a-page',
    'renderer/data/v19.ts',
    `import { router } from '../../main/backend/index.ts'; export const v = router;`,
  ],
  [
    'renderer-has-no-node',
    'renderer/data/v20.ts',
    `import { readFileSync } from 'node:fs'; export const v = readFileSync;`,
  ],
  ['ui-knows-no-data', 'renderer/ui/v21.tsx', `import { data } from '../data/query.ts'; export const v = data;`],
  ['ui-knows-no-data', 'renderer/ui/v22.tsx', `import { a } from '../../shared/model/a.ts'; export const v = a;`],
  [
    'features-are-islands',
    'renderer/features/two/v23.tsx',
    `import { one } from '../one/One.tsx'; export const v = one;`,
  ],
  [
    'parts-do-not-know-features',
    'renderer/data/v24.ts',
    `import { one } from '../features/one/One.tsx'; export const v = one;`,
  ],
  [
    'e2e-knows-only-the-outside',
    'e2e/specs/v25.spec.ts',
    `import { router } from '../../main/backend/index.ts'; export const v = router;`,
  ],
  ['nothing-imports-tests', 'main/web/v26.ts', `import { t } from './entry.test.ts'; export const v = t;`],
];

let folder = '';

function write(file: string, text: string): void {
  mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
  writeFileSync(path.join(folder, file), text);
}

function check(least = 1): { status: number | null; lines: string[] } {
  const script = path.join(ROOT, 'main', 'tooling', 'layers.mjs');
  const run = spawnSync(process.execPath, [script, '--root', folder, '--least', String(least)], { encoding: 'utf8' });
  return { status: run.status, lines: run.stdout.trim().split('\n') };
}

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'assay-layers-'));
  for (const file of ['.dependency-cruiser.cjs', 'tsconfig.lint.json', 'tsconfig.base.json'])
    cpSync(path.join(ROOT, file), path.join(folder, file));
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'));
  write('package.json', readFileSync(path.join(ROOT, 'package.json'), 'utf8'));
  for (const [file, text] of Object.entries(CLEAN)) write(file, text);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('the layer rules', () => {
  it('pass on a tree that keeps them', () => {
    expect(check()).toMatchObject({ status: 0, lines: [expect.stringContaining('0 violations')] });
  });

  it('find one planted violation of each of them', () => {
    write('main/backend/engine/v1b.ts', `import { v } from './v1.ts'; export const hash = v;`);
    write('main/web/entry.test.ts', `export const t = 1;`);
    for (const [, file, text] of VIOLATIONS) write(file, text);
    const { status, lines } = check();
    expect(status).toBe(1);
    const missed = VIOLATIONS.filter(([rule, file]) => !lines.some((line) => line.startsWith(`${rule}: ${file}`)));
    expect(missed).toEqual([]);
  });

  it('have a violation planted for each of them', () => {
    const names = [
      ...readFileSync(path.join(ROOT, '.dependency-cruiser.cjs'), 'utf8').matchAll(
        /^\s+'([a-z0-9-]+)',$|rule\('([a-z-]+)'/gm,
      ),
    ];
    expect(new Set(VIOLATIONS.map(([rule]) => rule))).toEqual(new Set(names.map((match) => match[1] ?? match[2])));
  });

  it('fail when too few modules were seen, though nothing was violated', () => {
    const { status, lines } = check(150);
    expect(status).toBe(1);
    expect(lines[0]).toContain('too-few-modules');
  });
});
