import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SampleId } from '../../../../shared/model/ids.ts';
import { createRandom } from '../../engine/prng.ts';
import { nearestNeighbours } from '../../engine/vectors/neighbours.ts';
import { normalise } from '../../engine/vectors/unit.ts';
import { closeProjectFile, openProjectFile } from '../../db/open.ts';
import { addSample } from '../../testing/add-sample.ts';
import { createTestBackend, type TestBackend } from '../../testing/backend.ts';
import { readRows, runJob } from '../../testing/privacy.ts';
import { layOut } from './layout.ts';
import { drawSamples } from './map-in-thread.ts';

// A language that needs no model, so that this file costs no start of it; the model's own tests are beside this one.
const TOPICS = [
  'Fahrrad Reparatur Werkstatt Bremse',
  'Kündigung Abonnement Zeitung Vertrag',
  'Wetter Regen Sonne Berge',
];
const COUNT = 36;

let t: TestBackend;
const ids: number[] = [];
const folder = mkdtempSync(join(tmpdir(), 'assay-map-'));

beforeAll(async () => {
  const { db } = openProjectFile(join(folder, 'test.assay'), { create: true, readOnly: false });
  for (let at = 0; at < COUNT; at++)
    ids.push(
      addSample(db, {
        prompt: `${TOPICS[at % 3] ?? ''} bitte um Auskunft Vorgang ${'abcdefghijkl'[Math.floor(at / 3)] ?? ''}${at}`,
        title: `topic ${at % 3}`,
        lang: 'de',
        source: at % 3 === 2 ? 'weather.jsonl' : 'traffic.jsonl',
      }),
    );
  closeProjectFile(db);
  t = await createTestBackend({ folder });
}, 60_000);
afterAll(async () => {
  await t.close();
  rmSync(folder, { recursive: true, force: true });
});

const make = (seed: number) => runJob(t, t.client.map.make({ scope: 'prompt', seed }));

describe('the map of samples', () => {
  it('is not there before it is made', async () => {
    expect(await t.client.map.get({ scope: 'prompt' })).toBeNull();
    expect(await t.client.map.coverage({ scope: 'prompt' })).toBeNull();
  });

  it('gives the same places for the same seed', async () => {
    const places = () => readRows(t, 'SELECT sample_id, x, y, cluster, touches FROM map_point ORDER BY sample_id');
    expect(await make(3)).toEqual({ samples: COUNT, total: COUNT, clusters: 4 });
    const first = places();
    await make(3);
    expect(places()).toEqual(first);
  });

  it('lays samples of one topic side by side, in clusters of one topic', async () => {
    const made = await t.client.map.get({ scope: 'prompt' });
    const { points, clusters, embedders } = made ?? { points: { ids: [], x: [], y: [], cluster: [] }, clusters: [] };
    expect(embedders).toEqual([{ embedder: 'word-parts', count: COUNT }]);
    expect(points.ids).toEqual(ids);
    for (const place of [...points.x, ...points.y]) expect(place >= 0 && place <= 1).toBe(true);
    const topicsOf = Map.groupBy(ids.keys(), (at) => points.cluster[at]);
    for (const members of topicsOf.values()) expect(new Set(members.map((at) => at % 3)).size).toBe(1);
    expect(clusters.reduce((sum, { samples }) => sum + samples, 0)).toBe(COUNT);
    const nearest = ids.map((_, at) => {
      const away = ids.map((__, other) =>
        other === at ? Infinity : Math.hypot(points.x[at]! - points.x[other]!, points.y[at]! - points.y[other]!),
      );
      return away.indexOf(Math.min(...away)) % 3 === at % 3;
    });
    expect(nearest.filter(Boolean).length).toBeGreaterThan(COUNT * 0.9);
  });

  it('is coloured by any facet, and refuses one that is none', async () => {
    const made = await t.client.map.get({ scope: 'prompt', colour: 'source' });
    expect(made?.values).toEqual([
      { label: 'traffic.jsonl', count: 24, term: 'source:traffic.jsonl' },
      { label: 'weather.jsonl', count: 12, term: 'source:weather.jsonl' },
    ]);
    expect(made?.points.value.slice(0, 3)).toEqual([0, 0, 1]);
    await expect(t.client.map.get({ scope: 'prompt', colour: 'nonsense' })).rejects.toThrow('There is no facet');
  });

  it('counts the production clusters that included samples touch, in the order of their decisions', async () => {
    const [production] = readRows<{ id: number }>(t, "SELECT id FROM source WHERE name = 'traffic.jsonl'");
    await t.client.likeness.setProduction({ sourceId: production?.id as never, isProduction: true });
    expect(await t.client.map.coverage({ scope: 'prompt' })).toMatchObject({ basis: 'all', stale: true });
    await make(3);
    const before = await t.client.map.coverage({ scope: 'prompt' });
    expect(before).toMatchObject({ basis: 'production', stale: false, included: 0, steps: [] });
    const { clusters = 0 } = before ?? {};
    expect(before?.untouched).toHaveLength(clusters);
    // The weather is no production cluster; a bicycle touches one, a copy of its wording no other.
    for (const at of [2, 0, 5])
      await t.client.decisions.set({
        target: { by: 'ids', ids: [SampleId.parse(ids[at])] },
        state: 'include',
      });
    const after = await t.client.map.coverage({ scope: 'prompt' });
    expect(after?.steps).toEqual([
      { samples: 2, touched: 1 },
      { samples: 3, touched: 1 },
    ]);
    expect(after?.untouched).toHaveLength(clusters - 1);
  });

  it('knows that samples came since', async () => {
    await t.client.samples.duplicate({ sampleId: SampleId.parse(ids[0]) });
    expect(await t.client.map.get({ scope: 'prompt' })).toMatchObject({ stale: true, changed: 1 });
  });
});

it('lays out few points and copies of points without failing', () => {
  const random = createRandom(1);
  for (const count of [0, 1, 3, 4, 20]) {
    const same = Array.from({ length: count }, () => normalise([1, 2, 3]));
    const apart = Array.from({ length: count }, () => normalise([random(), random(), random()]));
    for (const vectors of [same, apart]) {
      const neighbours = nearestNeighbours(vectors, Math.min(15, count));
      const places = layOut(neighbours, 1);
      expect(places).toHaveLength(count);
      if (count === 20) expect(layOut(neighbours, 2)).not.toEqual(places);
      expect(places.every(({ x, y }) => x >= 0 && x <= 1 && y >= 0 && y <= 1)).toBe(true);
    }
  }
});

it('draws as many samples as the map shows when there are more, the same for the same seed', () => {
  const all = Array.from({ length: 500 }, (_, at) => ({ id: at * 3 }));
  expect(drawSamples(all, 500, 1)).toBe(all);
  const drawn = drawSamples(all, 200, 1);
  expect(drawn).toHaveLength(200);
  expect(drawn).toEqual([...new Set(drawn)].sort((a, b) => a.id - b.id));
  expect(all).toEqual(expect.arrayContaining([...drawn]));
  expect(drawSamples(all, 200, 1)).toEqual(drawn);
  expect(drawSamples(all, 200, 2)).not.toEqual(drawn);
});
