import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MethodDef } from '../../../shared/contract/define.ts';
import { contract } from '../../../shared/contract/index.ts';
import { SampleId } from '../../../shared/model/ids.ts';
import type { SplitRules } from '../../../shared/contract/splits.ts';
import { createTestBackend, jsonLines, type TestBackend } from '../testing/backend.ts';
import { invalidationNames, watchTables, type TableWatch } from '../testing/watch-tables.ts';

let t: TestBackend;
let watch: TableWatch;
const announced = new Set<string>();

beforeAll(async () => {
  t = await createTestBackend();
  watch = watchTables(t.projectPath);
  t.client.on('changed', ({ tables }) => {
    for (const table of tables) announced.add(table);
  });
});
afterAll(async () => {
  watch.stop();
  await t.close();
});

const turn = (prompt: string, answer: string, more: object = {}): object => ({
  messages: [
    { role: 'user', content: prompt },
    { role: 'assistant', content: answer },
  ],
  ...more,
});
const lines = jsonLines([
  ...Array.from({ length: 12 }, (_, at) => turn(`Question ${at}`, `Answer ${at}`)),
  turn('Question 1', 'Answer 1'),
  turn('Question 2', 'Another answer'),
  turn('Question 3', 'A third answer'),
]);
const files = {
  'grader.json': JSON.stringify({
    type: 'string_check',
    name: 's',
    operation: 'eq',
    input: '{{sample.output_text}}',
    reference: 'Answer 1',
  }),
};
const sort = { key: 'id', descending: false } as const;
const some = { by: 'filter', filter: 'id:1..3' } as const;
const rules: SplitRules = {
  filter: '',
  shares: { train: 8, validation: 2, test: 0 },
  seed: 1,
  groupBy: [],
  stratifyBy: [],
  near: 0.8,
  semantic: 0.9,
};
const first = SampleId.parse(1);

/** Each does something that changes the project, in an order in which each can. Written drafts are not announced on purpose. */
const steps: readonly (readonly [string, (t: TestBackend) => Promise<unknown>])[] = [
  ['sources.import', ({ importFile, file }) => importFile(file('a.jsonl', lines), { format: 'openai-finetune' })],
  ['settings.setProject', ({ client }) => client.settings.setProject({ key: 'seed', value: 4 })],
  ['decisions.set', ({ client }) => client.decisions.set({ target: some, state: 'include', note: 'x' })],
  ['tags.set', ({ client }) => client.tags.set({ target: some, add: ['rush'], remove: [] })],
  ['flags.raise', ({ client }) => client.flags.raise({ target: some, note: 'Look.' })],
  ['samples.needWork', ({ client }) => client.samples.needWork({ target: some })],
  [
    'flags.setState',
    async ({ client }) => {
      const [flag] = await client.flags.forSample({ sampleId: first });
      await client.flags.setState({ flagIds: [flag?.id ?? 0], state: 'dismissed' });
    },
  ],
  ['flags.scan', async ({ client, finish }) => finish((await client.flags.scan({})).jobId)],
  [
    'reviews.saveDraft',
    ({ client }) => client.reviews.saveDraft({ sampleId: first, reviewer: 'r', note: 'n', scores: [] }),
  ],
  [
    'reviews.submit',
    ({ client }) => client.reviews.submit({ sampleId: first, reviewer: 'r', verdict: 'reject', note: 'n' }),
  ],
  ['savedViews.save', ({ client }) => client.savedViews.save({ id: null, name: 'v', filter: '', sort, columns: [] })],
  ['savedViews.remove', ({ client }) => client.savedViews.remove({ id: 1 })],
  [
    'samples.create',
    ({ client }) =>
      client.samples.create({
        prompt: [{ role: 'user', parts: [{ type: 'text', text: 'Hi' }] }],
        tools: [],
        reference: {},
      }),
  ],
  ['samples.paste', ({ client }) => client.samples.paste({ text: 'Is it open today?' })],
  ['samples.duplicate', ({ client }) => client.samples.duplicate({ sampleId: first })],
  ['samples.update', ({ client }) => client.samples.update({ sampleId: first, change: { reference: { a: 1 } } })],
  ...(['apart', 'keep', 'merge'] as const).map(
    (action) =>
      [
        'duplicates.resolve',
        async ({ client }: TestBackend) => {
          const { rows } = await client.duplicates.clusters({ setup: {}, kind: 'all', from: 0, limit: 10 });
          await client.duplicates.resolve({ setup: {}, key: rows[0]?.key ?? '', action });
        },
      ] as const,
  ),
  ['graders.create', ({ client }) => client.graders.create({ name: 'g', files })],
  ['graders.rename', ({ client }) => client.graders.rename({ graderId: 1, name: 'h' })],
  [
    'graders.saveVersion',
    ({ client }) => client.graders.saveVersion({ graderId: 1, files: { ...files, 'notes.txt': 'n' } }),
  ],
  [
    'scores.run',
    async ({ client, finish }) =>
      finish((await client.scores.run({ graderId: 1, version: 1, filter: '', withoutAttempts: 'skip' })).jobId),
  ],
  ['graders.archive', ({ client }) => client.graders.archive({ graderId: 1 })],
  ['likeness.setProduction', ({ client }) => client.likeness.setProduction({ sourceId: 1, isProduction: true })],
  ['likeness.measure', async ({ client, finish }) => finish((await client.likeness.measure({ text: false })).jobId)],
  [
    'likeness.include',
    ({ client }) => client.likeness.include({ facet: 'decision', value: 'undecided', count: 1, seed: 1 }),
  ],
  [
    'balance.apply',
    ({ client }) =>
      client.balance.apply({
        filter: '',
        facets: ['tag'],
        aim: 'custom',
        quotas: [{ values: ['rush'], amount: 1 }],
        seed: 1,
      }),
  ],
  ['splits.apply', ({ client }) => client.splits.apply({ rules })],
  ['splits.lock', ({ client }) => client.splits.lock({ splits: ['train'] })],
  ['splits.unlock', ({ client }) => client.splits.unlock({ splits: [] })],
  [
    'splits.move',
    async ({ client }) => {
      await client.splits.move({ target: { by: 'filter', filter: '' }, split: 'train' });
      await client.splits.move({ target: { by: 'filter', filter: 'id:13..15' }, split: 'validation' });
    },
  ],
  ['leaks.check', async ({ client, finish }) => finish((await client.leaks.check({})).jobId)],
  ['leaks.decide', ({ client }) => client.leaks.decide({ action: 'accept', keys: ['exact:1:13'], reason: 'Made up.' })],
  [
    'leaks.fixAll',
    async ({ client, importFile, file }) => {
      for (const name of ['twin-a', 'twin-b'])
        await importFile(file(`${name}.jsonl`, jsonLines([turn('Twin question', 'Answer')])), {
          format: 'openai-finetune',
        });
      await client.splits.move({ target: { by: 'filter', filter: 'source:twin-a*' }, split: 'train' });
      await client.splits.move({ target: { by: 'filter', filter: 'source:twin-b*' }, split: 'validation' });
      await client.leaks.fixAll({});
    },
  ],
  ['splits.clear', ({ client }) => client.splits.clear({ evenLocked: true })],
  [
    'exports.run',
    async ({ client, finish }) => {
      const spec = { target: 'openai-rft', filter: '', graderId: null, version: null, seed: 1, validationShare: 0.2 };
      return finish((await client.exports.run({ ...spec, leaveOutErrors: true })).jobId);
    },
  ],
  [
    'sources.repair',
    async ({ client, importFile, file }) => {
      await importFile(file('bad.jsonl', `${jsonLines([turn('Question 4', 'Answer 4')])}{"messages": [\n`), {
        format: 'openai-finetune',
      });
      const { rows } = await client.sources.issues({ sourceId: null, code: null, from: 0, limit: 1 });
      await client.sources.repair({
        issueIds: [rows[0]?.id ?? 0],
        action: 'edit',
        text: JSON.stringify(turn('Question 5', 'Answer 5')),
      });
    },
  ],
  [
    'sources.mendSamples',
    async ({ client, importFile, file }) => {
      const calls = [{ id: 'c', type: 'function', function: { name: 'find', arguments: '{"q":1}' } }];
      const messages = [
        { role: 'user', content: 'Find it' },
        { role: 'assistant', content: null, tool_calls: calls },
      ];
      await importFile(file('calls.jsonl', jsonLines([{ messages }])), { format: 'openai-finetune' });
      await client.sources.mendSamples({ target: { by: 'filter', filter: '' }, action: 'infer_tools' });
    },
  ],
  [
    'privacy.dismiss',
    async ({ client, importFile, file, finish }) => {
      await importFile(file('mail.jsonl', jsonLines([turn('Write to mira.holt@bikes.example', 'Sent.')])), {
        format: 'openai-finetune',
      });
      await finish((await client.privacy.scan({})).jobId);
      const [found] = (await client.privacy.findings({ state: 'open' })).rows;
      await client.privacy.dismiss({ flagId: found?.flagId ?? 0 });
    },
  ],
  [
    'privacy.reopen',
    async ({ client }) => {
      const [found] = (await client.privacy.findings({ state: 'dismissed' })).rows;
      await client.privacy.reopen({ flagId: found?.flagId ?? 0 });
    },
  ],
  [
    'likeness.keepProfile',
    async ({ client }) => {
      const source = (await client.sources.list({})).findLast(({ samples }) => samples > 0);
      const sourceId = source?.id ?? (0 as never);
      await client.likeness.setProduction({ sourceId, isProduction: true });
      await client.likeness.keepProfile({ sourceId });
    },
  ],
  ['sources.remove', ({ client }) => client.sources.remove({ sourceId: 1 })],
  ['jobs.clear', ({ client }) => client.jobs.clear({})],
];

async function expectAnnounced(name: string, run: () => Promise<unknown>): Promise<void> {
  watch.take();
  announced.clear();
  await run();
  const written = invalidationNames(watch.take().written);
  expect(written, `${name} wrote nothing, so it proves nothing`).not.toEqual([]);
  expect(
    written.filter((table) => !announced.has(table)),
    name,
  ).toEqual([]);
}

describe('what a command writes', () => {
  it.each(steps)('is announced when it is %s, and when it is taken back and done again', async (name, run) => {
    await expectAnnounced(name, () => run(t));
    const [namespace = '', method = ''] = name.split('.');
    const def = (contract as Readonly<Record<string, Readonly<Record<string, MethodDef>>>>)[namespace]?.[method];
    if (def?.kind !== 'command' || def.undo !== 'journal') return;
    await expectAnnounced(`undo of ${name}`, () => t.client.history.undo({}));
    await expectAnnounced(`redo of ${name}`, () => t.client.history.redo({}));
  });

  it('is covered here for every command that can be undone', () => {
    const tested = new Set(steps.map(([name]) => name));
    const undoable = Object.entries(contract).flatMap(([namespace, defs]) =>
      Object.entries<MethodDef>(defs).flatMap(([name, def]) =>
        def.kind === 'command' && def.undo === 'journal' ? [`${namespace}.${name}`] : [],
      ),
    );
    expect(undoable.filter((name) => !tested.has(name))).toEqual([]);
  });
});
