import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ClusterRow } from '../../../../shared/contract/duplicates.ts';
import type { ClusterKind } from '../../../../shared/model/duplicates.ts';
import { createTestBackend, type TestBackend } from '../../testing/backend.ts';

const DEMO = fileURLToPath(new URL('../../../../resources/demo/demo.assay', import.meta.url));
let folder: string;
let t: TestBackend;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'assay-demo-test-'));
  copyFileSync(DEMO, join(folder, 'test.assay'));
  t = await createTestBackend({ folder });
});
afterAll(async () => {
  await t.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Claims by their numbers, as planted. */
async function claimsIn(rows: readonly ClusterRow[]): Promise<string[][]> {
  const found = await Promise.all(
    rows.map(async ({ memberIds }) =>
      Promise.all(
        memberIds.map(async (sampleId) => {
          const { prompt } = await t.client.samples.get({ sampleId });
          return /MC-\d+/u.exec(JSON.stringify(prompt))?.[0] ?? '';
        }),
      ),
    ),
  );
  return found
    .filter((claims) => claims.every((claim) => claim !== ''))
    .map((claims) => claims.toSorted())
    .toSorted();
}

async function planted(kind: ClusterKind, semantic: number | null): Promise<string[][]> {
  const setup = { near: 0.8, semantic };
  return claimsIn((await t.client.duplicates.clusters({ setup, kind, from: 0, limit: 100 })).rows);
}

describe('what is planted among the claims of the sample project', () => {
  it('was looked for when the project was made', async () => {
    const { near, semantic } = await t.client.duplicates.overview({ setup: {} });
    expect([near?.stale, semantic?.stale]).toEqual([false, false]);
  });

  it('is found: two exact pairs, three near texts, one pair of the same meaning, four of one form', async () => {
    expect(await planted('exact', null)).toEqual([
      ['MC-48213', 'MC-48213'],
      ['MC-48407', 'MC-48407'],
    ]);
    expect(await planted('near', null)).toEqual([['MC-55973', 'MC-55973', 'MC-55973']]);
    expect(await planted('semantic', 0.84)).toContainEqual(['MC-56070', 'MC-56167']);
    expect(await planted('template', null)).toEqual([['MC-56264', 'MC-56361', 'MC-56458', 'MC-56555']]);
  });

  it('is dropped by no one but a person: nothing done to all takes one of the four forms', async () => {
    const setup = { near: 0.5, semantic: 0.7, neverRemoveReviewed: false };
    await t.client.duplicates.resolve({ setup, key: null, action: 'keep' });
    const [family] = (await t.client.duplicates.clusters({ setup, kind: 'template', from: 0, limit: 9 })).rows;
    expect(family?.size).toBe(4);
    await t.client.history.undo({});
  });
});
