import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { BalancePreview, BalanceSpec } from '../../../../shared/contract/balance.ts';
import { createTestBackend, jsonLines, type TestBackend } from '../../testing/backend.ts';

let t: TestBackend;
beforeEach(async () => {
  t = await createTestBackend();
});
afterEach(() => t.close());

const WORDS =
  'rain hail glass door tyre chain brake light wheel saddle pump frame fork spoke bell lock rack pedal'.split(' ');
const ask = (topic: string, at: number): unknown => ({
  messages: [
    {
      role: 'user',
      content: `${topic} ${WORDS[at % 18]} and ${WORDS[(at * 7 + 3) % 18]}, number ${at}, needs a ${WORDS[(at * 5) % 18]}`,
    },
  ],
  kind: topic,
});
const kinds = (counts: Record<string, number>): unknown[] =>
  Object.entries(counts).flatMap(([kind, count]) => Array.from({ length: count }, (_, at) => ask(kind, at)));
const spec = (part: Partial<BalanceSpec>): Parameters<TestBackend['client']['balance']['preview']>[0] => ({
  facets: ['tag'],
  aim: 'custom',
  seed: 7,
  ...part,
});
const quotas = (counts: Record<string, number>): BalanceSpec['quotas'] =>
  Object.entries(counts).map(([value, amount]) => ({ values: [value], amount }));
const brief = (preview: BalancePreview): unknown[] =>
  preview.cells.map((cell) => [cell.label, cell.wanted, cell.kept, cell.short]);

async function fill(counts: Record<string, number>): Promise<void> {
  await t.importFile(t.file('a.jsonl', jsonLines(kinds(counts))));
  for (const kind of Object.keys(counts))
    await t.client.tags.set({ target: { by: 'filter', filter: `reference.kind:${kind}` }, add: [kind], remove: [] });
}
const decisions = async (): Promise<Record<string, number>> => (await t.client.stats.get({})).decisions;

describe('balance', () => {
  it('T42: tags a:900, b:50 with quotas 50/50 keep exactly 50/50, and one undo takes it back', async () => {
    await fill({ a: 900, b: 50 });
    const asked = spec({ quotas: quotas({ a: 50, b: 50 }) });
    const preview = await t.client.balance.preview(asked);
    expect(brief(preview)).toEqual([
      ['a', 50, 50, 0],
      ['b', 50, 50, 0],
    ]);
    expect((await t.client.balance.preview(asked)).chosen).toEqual(preview.chosen);
    expect((await t.client.balance.preview({ ...asked, seed: 8 })).chosen).not.toEqual(preview.chosen);
    expect(preview).toMatchObject({ short: 0, stay: { count: 100 }, added: { count: 0 }, setAside: { count: 850 } });
    expect(await t.client.balance.apply(asked)).toEqual({ included: 100, added: 100, excluded: 850, short: 0 });
    expect(await decisions()).toMatchObject({ include: 100, exclude: 850 });
    // What sampling decided can be drawn anew, and the same seed draws the same.
    expect((await t.client.balance.preview(asked)).chosen).toEqual(preview.chosen);
    await t.client.history.undo({});
    expect(await decisions()).toMatchObject({ undecided: 950 });
    const short = await t.client.balance.preview({ ...asked, quotas: quotas({ a: 50, b: 60 }) });
    expect(brief(short)).toContainEqual(['b', 60, 50, 10]);
  });

  it('says why each sample is left out, also those outside of any quota, and the reason is kept', async () => {
    await fill({ a: 6, b: 4 });
    await t.importFile(t.file('b.jsonl', jsonLines(kinds({ none: 3 }))));
    const asked = spec({ quotas: quotas({ a: 2 }) });
    const preview = await t.client.balance.preview(asked);
    expect(preview.leftOut.map(({ reason, count }) => [reason, count])).toEqual([
      ['over_quota', 4],
      ['no_quota', 4],
      ['no_value', 3],
    ]);
    for (const { filter, count } of preview.leftOut)
      expect((await t.client.filters.check({ filter: filter ?? '' })).total).toBe(count);
    await t.client.balance.apply(asked);
    const found = await t.client.filters.check({ filter: 'reason:"the quota of a is full" decision:exclude' });
    expect(found.total).toBe(4);
  });

  it('leaves undecided samples alone once there is an included set', async () => {
    await fill({ a: 10, b: 10 });
    await t.client.decisions.set({ target: { by: 'filter', filter: 'id:1..8' }, state: 'include' });
    const preview = await t.client.balance.preview(spec({ aim: 'equal' }));
    expect(preview).toMatchObject({
      now: 8,
      isIncluded: true,
      stay: { count: 4 },
      added: { count: 4 },
      setAside: { count: 4 },
    });
    await t.client.balance.apply(spec({ aim: 'equal' }));
    expect(await decisions()).toEqual({ include: 8, exclude: 4, undecided: 8 });
  });

  it('keeps reviewed samples beyond the quota when asked to, and prefers them always', async () => {
    await fill({ a: 12 });
    for (const sampleId of [3, 5, 9])
      await t.client.reviews.submit({
        sampleId: sampleId as never,
        reviewer: 'r',
        verdict: 'accept',
        state: 'submitted',
      } as never);
    await t.client.decisions.set({ target: { by: 'filter', filter: '' }, state: 'include' });
    const one = await t.client.balance.preview(spec({ quotas: quotas({ a: 2 }) }));
    expect((await t.client.filters.check({ filter: `${one.chosen.filter ?? ''} reviewed:yes` })).total).toBe(2);
    const kept = await t.client.balance.preview(spec({ quotas: quotas({ a: 2 }), keepReviewed: true }));
    expect(kept).toMatchObject({ kept: 2, over: 1, chosen: { count: 3, filter: 'id:3,5,9' } });
  });

  it('is like production where a source is marked, and shares of a target are shared out', async () => {
    await fill({ a: 40, b: 40 });
    const set = await t.client.balance.preview(spec({ aim: 'production', target: 10 }));
    expect([set.basis, brief(set)]).toEqual([
      'set',
      [
        ['a', 5, 5, 0],
        ['b', 5, 5, 0],
      ],
    ]);
    await t.importFile(t.file('prod.jsonl', jsonLines(kinds({ p: 9, q: 1 }))));
    await t.client.tags.set({ target: { by: 'filter', filter: 'reference.kind:p' }, add: ['a'], remove: [] });
    await t.client.tags.set({ target: { by: 'filter', filter: 'reference.kind:q' }, add: ['b'], remove: [] });
    const source = (await t.client.sources.list({})).find((one) => one.name === 'prod.jsonl');
    await t.client.likeness.setProduction({ sourceId: source?.id as never, isProduction: true });
    const like = await t.client.balance.preview(spec({ aim: 'production', target: 10 }));
    expect([like.basis, brief(like)]).toEqual([
      'production',
      [
        ['a', 9, 9, 0],
        ['b', 1, 1, 0],
      ],
    ]);
    const shares = spec({ unit: 'share', target: 9, quotas: quotas({ a: 2 / 3, b: 1 / 3 }) });
    expect(brief(await t.client.balance.preview(shares))).toEqual([
      ['a', 6, 6, 0],
      ['b', 3, 3, 0],
    ]);
    const over = t.client.balance.preview(spec({ unit: 'share', target: 9, quotas: quotas({ a: 0.8, b: 0.4 }) }));
    await expect(over).rejects.toThrow('The shares add up to 120 %');
  });

  it('crosses two facets, and each cell opens its samples', async () => {
    await fill({ a: 6, b: 4 });
    const preview = await t.client.balance.preview(spec({ facets: ['tag', 'length'], aim: 'equal', target: 6 }));
    expect(preview.cells.length).toBeGreaterThan(1);
    for (const cell of preview.cells)
      expect((await t.client.filters.check({ filter: cell.term ?? '' })).total).toBe(cell.available);
    await expect(t.client.balance.preview(spec({ facets: ['nope'], aim: 'equal' }))).rejects.toThrow(
      'no facet called nope',
    );
  });

  it('names values that stay below the floor', async () => {
    await fill({ a: 30, b: 2 });
    const floor = { atLeast: 5, facets: ['tag'] };
    const preview = await t.client.balance.preview(
      spec({ facets: ['source'], quotas: quotas({ 'a.jsonl': 10 }), floor }),
    );
    expect(preview.belowFloor).toMatchObject([{ label: 'b', wanted: 5, kept: 2, available: 2, term: 'tag:b' }]);
    expect(preview.kept).toBe(10);
  });

  it('chooses the same samples in whatever order the files were imported', async () => {
    const parts = [kinds({ x: 14 }), kinds({ y: 9 }), kinds({ z: 11 })].map(jsonLines);
    const titles = async (order: readonly number[]): Promise<string[]> => {
      const other = await createTestBackend();
      try {
        for (const at of order) await other.importFile(other.file(`${at}.jsonl`, parts[at] ?? ''));
        const asked = spec({ facets: ['source'], aim: 'equal', target: 12, seed: 5 });
        const { chosen } = await other.client.balance.preview(asked);
        const view = await other.client.views.open({
          filter: chosen.filter ?? '',
          sort: { key: 'title', descending: false },
        });
        const rows = await other.client.views.rows({ viewId: view.viewId, from: 0, to: 100 });
        return rows.map((row) => row.title).toSorted();
      } finally {
        await other.close();
      }
    };
    const first = await titles([0, 1, 2]);
    expect(first).toHaveLength(12);
    expect(await titles([2, 0, 1])).toEqual(first);
  });
});
