import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MethodDef } from '../../../shared/contract/define.ts';
import { contract } from '../../../shared/contract/index.ts';
import type { SplitRules } from '../../../shared/contract/splits.ts';
import { FIELDS } from '../../../shared/query/fields.ts';
import { closeProjectFile, openProjectFile } from '../db/open.ts';
import { FACETS } from '../facets/registry.ts';
import { createTestBackend, jsonLines, type TestBackend } from '../testing/backend.ts';
import { makeSamples } from '../testing/make-samples.ts';
import { invalidationNames, watchTables, type TableWatch } from '../testing/watch-tables.ts';

/** Freezes an order on purpose: it is asked again by hand, and `views.drift` says when. */
const FROZEN = new Set(['views.open']);

const files = {
  'grader.json': JSON.stringify({
    type: 'string_check',
    name: 's',
    operation: 'eq',
    input: '{{sample.output_text}}',
    reference: '{{item.answer}}',
  }),
};
const sort = { key: 'id', descending: false } as const;
const SCOPES = ['prompt', 'trajectory', 'reference'] as const;
/** Every field of the filter language, since what a filter reads depends on what it says. */
const FILTERS = ['', 'hail', ...FIELDS.flatMap((field) => [...field.examples]), 'score@"shop grader">0'];

let folder: string;
let t: TestBackend;
let watch: TableWatch;
let inputs: Readonly<Record<string, readonly unknown[]>>;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'assay-reads-'));
  const path = join(folder, 'test.assay');
  const { db } = openProjectFile(path, { create: true, readOnly: false });
  const [sampleId] = makeSamples(db, { count: 12, seed: 4, attempts: [1, 3] });
  closeProjectFile(db);
  t = await createTestBackend({ folder });
  const bad = t.file('bad.jsonl', `${jsonLines([{ messages: [{ role: 'user', content: 'Hi' }], answer: 'x' }])}{bad\n`);
  await t.importFile(bad, { format: 'openai-finetune' });
  const { graderId } = await t.client.graders.create({ name: 'shop grader', files });
  const run = await t.client.scores.run({ graderId, version: 1, filter: '', withoutAttempts: 'skip' });
  await t.finish(run.jobId);
  await t.client.savedViews.save({ id: null, name: 'all', filter: FILTERS.at(-1) ?? '', sort, columns: [] });
  const spec = { filter: 'source:bad*', graderId: null, version: null, seed: 1, validationShare: 0.2 };
  // What the samples leak between their splits would refuse a package.
  await t.client.splits.clear({ evenLocked: true });
  const written = await t.client.exports.run({
    ...spec,
    filter: '',
    target: 'openai-rft',
    leaveOutErrors: true,
    allowPersonalData: 'made up',
  });
  await t.finish(written.jobId);
  await t.client.history.undo({});
  await t.finish((await t.client.map.make({ scope: 'prompt', seed: 1 })).jobId);
  const { viewId } = await t.client.views.open({ filter: '', sort });
  const runId = (await t.client.scores.runs({ graderId }))[0]?.id;
  const attemptId = (await t.client.samples.get({ sampleId: sampleId as never })).attempts[0]?.id;
  const exportId = (await t.client.exports.list({}))[0]?.exportId;
  const filtered = (rest: object = {}): unknown[] => FILTERS.map((filter) => ({ filter, ...rest }));
  const page = { from: 0, limit: 50 };
  const rules: SplitRules = {
    filter: '',
    shares: { train: 1, validation: 1, test: 0 },
    seed: 1,
    groupBy: ['conversation', 'user', 'exact', 'near', 'facet.tag', 'reference.answer'],
    stratifyBy: FACETS.map(({ key }) => key).filter((key) => key !== 'split'),
    near: 0.8,
    semantic: 0.9,
  };
  await t.client.splits.apply({ rules });
  await t.finish((await t.client.leaks.check({ settings: { near: 0.5, semantic: 0.7 } })).jobId);
  const clusters = await t.client.duplicates.clusters({ setup: {}, kind: 'all', ...page });
  const clusterKey = clusters.rows[0]?.key ?? '';
  const ofSample = [{ sampleId }];
  inputs = {
    'projects.info': [{}],
    'settings.project': [{}],
    'sources.list': [{}, { withRemoved: true }],
    'sources.inspect': [{ fileRef: t.ref(bad), options: {} }],
    'sources.issues': [{ sourceId: null, code: null, ...page }],
    'sources.issueGroups': [{ sourceId: null }],
    'sources.lossReport': [{ sourceId: 1 }],
    'sources.repairPreview': [{ issueId: 1, action: 'json_repair' }],
    'views.open': filtered({ sort }),
    'views.rows': [{ viewId, from: 0, to: 50 }],
    'views.position': [{ viewId, sampleId }],
    'views.drift': [{ viewId }],
    'facets.list': [{}],
    'facets.counts': filtered(),
    'filters.check': filtered(),
    'filters.complete': FIELDS.flatMap(({ name }) => [
      { filter: name, offset: 2 },
      { filter: `${name}:`, offset: name.length + 1 },
    ]),
    'filters.relax': filtered(),
    'savedViews.list': [{}],
    'samples.get': ofSample,
    'samples.attempt': [{ attemptId }],
    'samples.raw': [
      { sampleId, attemptId: null },
      { sampleId, attemptId },
    ],
    'tags.list': [{}],
    'flags.rules': [{}],
    'flags.forSample': ofSample,
    'flags.findings': FILTERS.map((filter) => ({ filter })),
    'stats.get': [{}, ...filtered()],
    'privacy.summary': filtered(),
    'privacy.findings': filtered({ withExcerpt: true }),
    'privacy.policy': [{}],
    'privacy.preview': filtered(),
    'privacy.purgePreview': FILTERS.map((filter) => ({ values: ['holt'], filter })),
    'duplicates.overview': SCOPES.map((scope) => ({ setup: { scope } })),
    'duplicates.clusters': SCOPES.map((scope) => ({ setup: { scope }, kind: 'all', ...page })),
    'duplicates.cluster': [{ setup: {}, key: clusterKey }],
    'duplicates.similar': SCOPES.map((scope) => ({ sampleId, scope })),
    'toolUse.summary': filtered({ by: 'outcome' }),
    'toolUse.compare': filtered({ against: 'outcome:success' }),
    'toolUse.behind': filtered({ measure: 'calls', from: 0, to: null }),
    'map.get': [null, 'tag', 'score', 'split', 'tool', 'reviewed'].map((colour) => ({ scope: 'prompt', colour })),
    'map.coverage': [{ scope: 'prompt' }],
    'balance.preview': [
      ...filtered({ facets: ['tag'], aim: 'production', seed: 1 }),
      { facets: ['lang', 'split'], aim: 'production', floor: { atLeast: 2, facets: ['tool', 'cluster'] }, seed: 1 },
    ],
    'splits.get': [{}],
    'splits.options': [{}],
    // Planning takes long, so a few filters stand for all.
    'splits.preview': ['', 'reviewed:no', FILTERS.at(-1)].map((filter) => ({ rules: { ...rules, filter } })),
    'leaks.summary': [{}],
    'leaks.pairs': [{ state: null }],
    'reviews.queue': [{ filter: null, reviewer: 'r', ...page }, ...filtered({ reviewer: 'r', ...page })],
    'reviews.forSample': ofSample,
    'reviews.reviewers': [{}],
    'graders.list': [{}],
    'graders.get': [{ graderId, version: null }],
    'graders.check': [{ files }],
    'graders.preview': [{ attemptId }, { reference: true }, { answer: 'x' }].map((on) => ({ files, sampleId, on })),
    'graders.fields': [{}],
    'graders.values': [{ sampleId, attemptId }],
    'graders.missing': [{ path: 'item.answer' }],
    'scores.runs': [{ graderId: null }],
    'scores.histogram': [{ runId, part: null }],
    'scores.parts': [{ runId }],
    'scores.forSample': [{ sampleId, runId: null }],
    'scores.list': [{ runId, ...page }],
    'scores.reasons': [{ runId }],
    'exports.preview': [
      ...filtered({ ...spec, target: 'openai-rft', leaveOutErrors: true }).map((one, at) => ({
        ...(one as object),
        filter: FILTERS[at],
        graderId: at === 0 ? graderId : null,
        version: at === 0 ? 1 : null,
      })),
    ],
    'exports.list': [{}],
    'exports.read': [{ exportId, path: 'manifest.json' }],
    'jobs.list': [{}],
    'jobs.get': [{ jobId: run.jobId }],
    'live.status': [{}],
    'live.settings': [{}],
    'likeness.sources': [{}],
    'likeness.compare': [{}, ...filtered()],
    'likeness.latest': [{}],
    'likeness.quick': filtered(),
    'likeness.propose': [{ facet: 'tag', value: 'rush', count: 1, seed: 1 }],
    'history.list': [{ before: null, limit: 50 }],
  };
  watch = watchTables(path);
}, 60_000);
afterAll(async () => {
  watch.stop();
  await t.close();
  rmSync(folder, { recursive: true, force: true });
});

const queries = Object.entries(contract).flatMap(([namespace, defs]) =>
  Object.entries<MethodDef>(defs).flatMap(([name, def]) =>
    def.kind === 'query' && def.scope === 'project' ? [{ method: `${namespace}.${name}`, reads: def.reads }] : [],
  ),
);

describe('the tables a query declares', () => {
  it.each(queries.filter(({ method }) => !FROZEN.has(method)))(
    'are all that $method reads, so that no answer of it is kept when stale',
    async ({ method, reads }) => {
      const [namespace, name] = method.split('.');
      // Called by name, as the wire does; each input is checked by the contract.
      const call = (t.client as unknown as Record<string, Record<string, (input: unknown) => Promise<unknown>>>)[
        namespace ?? ''
      ]?.[name ?? ''];
      const list = inputs[method] ?? [];
      expect(list, `${method} has no inputs in this test`).not.toEqual([]);
      watch.take();
      for (const input of list) await call?.(input);
      const tables = invalidationNames(watch.take().read);
      expect(tables.filter((table) => !(reads as readonly string[]).includes(table))).toEqual([]);
    },
  );

  it('are watched at all: the sidebar counts samples, graders and flags', async () => {
    watch.take();
    await t.client.stats.get({});
    expect([...watch.take().read]).toEqual(expect.arrayContaining(['sample', 'grader', 'flag', 'tool_call']));
  });
});
