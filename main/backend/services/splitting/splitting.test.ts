import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  leaks as contract,
  type LeakKind,
  type SplitName,
  type SplitRules,
} from '../../../../shared/contract/splits.ts';
import { SampleId } from '../../../../shared/model/ids.ts';
import { createTestBackend, jsonLines, type TestBackend } from '../../testing/backend.ts';

let t: TestBackend;
beforeAll(async () => {
  t = await createTestBackend();
});
afterAll(() => t.close());

const rules: SplitRules = {
  filter: '',
  shares: { train: 0.8, validation: 0.1, test: 0.1 },
  seed: 7,
  groupBy: ['conversation', 'exact'],
  stratifyBy: [],
  near: 0.8,
  semantic: 0.92,
};
const ids = (...numbers: readonly number[]): { by: 'ids'; ids: SampleId[] } => ({
  by: 'ids',
  ids: numbers.map((id) => SampleId.parse(id)),
});
async function check(): Promise<void> {
  const job = await t.finish((await t.client.leaks.check({ settings: { resultChars: 40, semantic: 0.75 } })).jobId);
  expect([job.state, job.error]).toEqual(['succeeded', null]);
  contract.check.result.parse(job.result);
}
async function openOf(kind: LeakKind): Promise<string[]> {
  return (await t.client.leaks.pairs({ kind })).rows.map(({ a, b }) => `${a.sampleId}-${b.sampleId}`);
}
/** Puts samples where a test wants them, and the rest into train. */
async function place(where: Readonly<Partial<Record<SplitName, readonly number[]>>>): Promise<void> {
  await t.client.splits.move({ target: { by: 'filter', filter: '' }, split: 'train' });
  for (const split of ['validation', 'test'] as const)
    if (where[split] !== undefined) await t.client.splits.move({ target: ids(...where[split]), split });
}

/** Prompts that share neither words nor meaning to speak of. */
const PROMPTS = [
  'Which trains leave for Lyon before noon on Sundays?',
  'Summarise the quarterly earnings of the bakery chain.',
  'My kitten refuses dry food since Tuesday.',
  'Translate this lease clause into plain Spanish.',
  'How hot must an oven be for sourdough?',
  'The violin string keeps slipping out of tune.',
  'Plan a hiking route around the northern glacier.',
  'Explain photosynthesis to a nine year old.',
  'Reset the password of the warehouse scanner.',
  'Who painted the ceiling of that chapel?',
  'Convert twelve gallons into litres.',
  'Is the vaccine against measles safe in pregnancy?',
  'Write a limerick about a nervous astronaut.',
  'The printer on floor three prints blank pages.',
  'Compare tax rules for freelancers in Austria.',
  'Find a cheap flight from Oslo to Cape Town.',
  'Why does my sourcing contract mention arbitration?',
  'Recommend a chess opening for beginners.',
  'The elevator stops between storeys every night.',
  'Draft a wedding toast for my older sister.',
  'Debug the SQL query that joins invoices twice.',
  'What fertiliser suits tomatoes on a balcony?',
  'Cancel the magazine subscription of my uncle.',
  'Calculate the orbit period of a low satellite.',
  'Choose a paint colour for a windowless hallway.',
] as const;
const line = (at: number, more: object = {}): object => ({
  messages: [{ role: 'user', content: PROMPTS[at % PROMPTS.length] }],
  label: `kept as ${at}`,
  ...more,
});
const result = (text: string): object[] => [
  { role: 'assistant', tool_calls: [{ id: 'c', type: 'function', function: { name: 'look', arguments: '{}' } }] },
  { role: 'tool', tool_call_id: 'c', content: text },
  { role: 'assistant', content: 'Done.' },
];

describe('a split', () => {
  it('T43: warns of an empty test when three rows are split at 80/10/10, and keeps what is locked when more come', async () => {
    await t.importFile(t.file('three.jsonl', jsonLines([0, 1, 2].map((at) => line(at)))), {
      format: 'openai-finetune',
    });
    expect((await t.client.leaks.summary({})).gate).toBe('unmeasured');
    const first = await t.client.splits.apply({ rules });
    expect(first).toMatchObject({ counts: { train: 2, validation: 1, test: 0 }, added: 3, moved: 0 });
    expect(first.warnings.map(({ message }) => message)).toContainEqual(
      expect.stringMatching(/^Test is empty: 3 samples/u),
    );
    // The same again: the same split, and nothing to undo.
    expect(await t.client.splits.apply({ rules })).toMatchObject({ moved: 0, added: 0, removed: 0 });
    const before = (await t.client.splits.get({})).splits;
    expect(await t.client.splits.lock({ splits: [] })).toEqual({ changed: 3 });
    const places = async (): Promise<(string | null)[]> =>
      Promise.all(
        [1, 2, 3].map(async (id) => (await t.client.samples.get({ sampleId: SampleId.parse(id) })).row.split),
      );
    const kept = await places();
    await t.importFile(t.file('more.jsonl', jsonLines([3, 4, 5, 6, 7, 8, 9].map((at) => line(at)))), {
      format: 'openai-finetune',
    });
    expect((await t.client.splits.get({})).unassigned).toEqual({ count: 7, filter: 'split:none' });
    const again = await t.client.splits.apply({ rules: { ...rules, seed: 99 } });
    expect(again).toMatchObject({ counts: { train: 8, validation: 1, test: 1 }, added: 7, moved: 0, locked: 3 });
    expect(await places()).toEqual(kept);
    expect(before.map(({ count }) => count)).toEqual([2, 1, 0]);
    expect(await t.client.splits.move({ target: ids(1), split: 'test' })).toEqual({ changed: 0, locked: 1 });
    await t.client.splits.unlock({ splits: [] });
  });

  it('shows the mix of facets, what can keep samples together, and refuses a key that is none', async () => {
    const split = await t.client.splits.get({});
    expect(split.mix.map(({ facet }) => facet)).toEqual(['source', 'outcome', 'lang']);
    expect(
      split.mix[0]?.values.map(({ label, counts }) => [label, counts.train + counts.validation + counts.test]),
    ).toEqual([
      ['more.jsonl', 7],
      ['three.jsonl', 3],
    ]);
    const options = await t.client.splits.options({});
    expect(options.groups.map(({ key }) => key)).toEqual(expect.arrayContaining(['exact', 'near', 'source']));
    await expect(t.client.splits.preview({ rules: { ...rules, groupBy: ['mood'] } })).rejects.toMatchObject({
      code: 'invalid_input',
      message: expect.stringContaining('mood') as string,
    });
    const preview = await t.client.splits.preview({
      rules: { ...rules, shares: { train: 1, validation: 1, test: 0 } },
    });
    expect(preview.splits.map(({ count }) => count)).toEqual([5, 5, 0]);
    expect((await t.client.splits.get({})).splits.map(({ count }) => count)).toEqual([8, 1, 1]);
  });

  it('is taken back exactly, rules and all', async () => {
    const before = await t.client.splits.get({});
    await t.client.splits.apply({
      rules: { ...rules, shares: { train: 1, validation: 1, test: 0 }, groupBy: ['source'] },
    });
    expect(await t.client.splits.get({})).not.toEqual(before);
    await t.client.history.undo({});
    expect(await t.client.splits.get({})).toEqual(before);
  });
});

describe('the leak check', () => {
  beforeAll(async () => {
    const told = 'The excess of 250 euro is waived for damage by hail, so the whole repair of 1,714.50 is paid.';
    const records = [
      line(10),
      line(10), // 12: exact
      {
        messages: [
          {
            role: 'user',
            content:
              'Hail damage to bonnet and roof of a blue car, windscreen cracked. Estimate attached by the workshop. Please decide and work out the payout today.',
          },
        ],
        label: 'hail one',
      },
      {
        messages: [
          {
            role: 'user',
            content:
              'Hail damage to bonnet and roof of a blue car, windscreen cracked. Estimate attached by the workshop. Please decide and work out the payout soon.',
          },
        ],
        label: 'hail two',
      }, // 14: near
      line(11, { session_id: 'chat-17' }),
      line(12, { session_id: 'chat-17' }), // 16: same conversation
      {
        messages: [
          ...(line(13) as { messages: object[] }).messages,
          ...result('x'.repeat(30) + ' the same long result of a look-up'),
        ],
        label: 'r one',
      },
      {
        messages: [
          ...(line(14) as { messages: object[] }).messages,
          ...result('x'.repeat(30) + '  the same long\nresult of a look-up'),
        ],
        label: 'r two',
      }, // 18: same result
      line(15, { label: 'approve partially, 1,714.50 euro' }),
      line(16, { label: 'approve partially, 1,714.50 euro' }), // 20: same reference
      line(17, { label: 'yes' }),
      line(18, { label: 'yes' }), // 22: trivial reference, no leak
      {
        messages: [...(line(19) as { messages: object[] }).messages, ...result(`Note on file: ${told} Signed.`)],
        label: 'q one',
      },
      line(20, { label: told }), // 24: quoted in 23
      { messages: [{ role: 'user', content: 'How can I change the password of my account?' }], label: 's one' },
      { messages: [{ role: 'user', content: 'What do I do to change my account password?' }], label: 's two' }, // 26: same meaning
    ];
    await t.importFile(t.file('leaky.jsonl', jsonLines(records)), { format: 'openai-finetune' });
    await place({ validation: [12, 14, 16, 18, 20, 22, 24, 26] });
    await check();
  }, 60_000);

  it('finds every planted leak of each kind and no other', async () => {
    const { kinds, open, compared, stale, gate } = await t.client.leaks.summary({});
    expect(gate).toBe('stop');
    expect(Object.fromEntries(kinds.map((one) => [one.kind, one.open]))).toEqual({
      exact: 1,
      near: 1,
      semantic: 1,
      group: 1,
      result: 1,
      reference: 1,
      quoted: 1,
    });
    expect([open, compared, stale]).toEqual([7, 18 * 8, false]);
    expect(await openOf('exact')).toEqual(['11-12']);
    expect(await openOf('near')).toEqual(['13-14']);
    expect(await openOf('semantic')).toEqual(['25-26']);
    expect(await openOf('group')).toEqual(['15-16']);
    expect(await openOf('result')).toEqual(['17-18']);
    expect(await openOf('reference')).toEqual(['19-20']);
    expect(await openOf('quoted')).toEqual(['23-24']);
    const { rows } = await t.client.leaks.pairs({});
    expect(rows.map(({ evidence }) => evidence)).toEqual([
      'Same prompt and tools',
      expect.stringMatching(/^Prompt 0\.\d\d$/u),
      expect.stringMatching(/^Meaning 0\.\d\d$/u),
      'Same conversation chat-17',
      'Same result of look, 64 characters',
      'Same reference {"label":"approve partially, 1,714.50 euro"}',
      'Reference stands in a result of look',
    ]);
    expect(kinds.find(({ kind }) => kind === 'reference')?.note).toBe(
      '4 samples with a short reference that others have too left out.',
    );
  });

  it('finds nothing once all is on one side, and a quote only where the result trains', async () => {
    await place({ validation: [23] });
    expect(await t.client.leaks.summary({})).toMatchObject({ open: 0, gate: 'pass' });
    await place({ validation: [12, 14, 16, 18, 20, 22, 24, 26] });
    expect((await t.client.leaks.summary({})).open).toBe(7);
  });

  it('counts moves, drops and acceptances at once, and undo takes each back exactly', async () => {
    const before = [await t.client.leaks.summary({}), await t.client.leaks.pairs({ state: null })];
    const [exact, near] = (await t.client.leaks.pairs({})).rows;
    const [exactKey, nearKey] = [exact?.key ?? '', near?.key ?? ''];
    expect(near?.fix).toMatchObject({
      action: 'move',
      sampleId: 14,
      to: 'train',
      after: { train: 19, validation: 7, test: 0 },
    });
    const decisions: Parameters<typeof t.client.leaks.decide>[0][] = [
      { action: 'move', sampleId: SampleId.parse(14), to: 'train' },
      { action: 'drop', sampleId: SampleId.parse(12), key: exactKey },
      { action: 'accept', keys: [nearKey, exactKey], reason: 'Checked by hand' },
    ];
    const left = [];
    for (const decision of decisions) {
      await t.client.leaks.decide(decision);
      const { open, accepted } = await t.client.leaks.summary({});
      left.push([open, accepted]);
      await t.client.history.undo({});
      expect([await t.client.leaks.summary({}), await t.client.leaks.pairs({ state: null })]).toEqual(before);
    }
    expect(left).toEqual([
      [6, 0],
      [6, 0],
      [5, 2],
    ]);
    await t.client.leaks.decide(decisions[2] ?? { action: 'reopen', keys: ['no'] });
    expect((await t.client.leaks.pairs({ state: 'accepted' })).rows.map(({ key, reason }) => [key, reason])).toEqual([
      [exactKey, 'Checked by hand'],
      [nearKey, 'Checked by hand'],
    ]);
    expect(await t.client.leaks.decide({ action: 'reopen', keys: [nearKey, exactKey] })).toEqual({
      changed: 2,
    });
  });

  it('keeps clusters and groups together by one step, and leaves to people what may be two tasks', async () => {
    const { fix } = await t.client.leaks.summary({});
    expect(fix).toEqual({ fixes: 3, moves: 3, left: 4, after: { train: 21, validation: 5, test: 0 } });
    expect(await t.client.leaks.fixAll({})).toEqual({ fixed: 3, moved: 3, left: 4 });
    expect((await t.client.leaks.summary({})).open).toBe(4);
    await t.client.history.undo({});
    expect((await t.client.leaks.summary({})).open).toBe(7);
  });

  it('refuses to move what is locked, and suggests the other side', async () => {
    await t.client.splits.lock({ splits: ['validation'] });
    const [exact] = (await t.client.leaks.pairs({ kind: 'exact' })).rows;
    expect(exact?.fix).toMatchObject({ action: 'move', sampleId: 11, to: 'validation' });
    await expect(
      t.client.leaks.decide({ action: 'move', sampleId: SampleId.parse(12), to: 'train' }),
    ).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('S-0012 is locked in validation') as string,
    });
    await t.client.history.undo({});
  });

  it('says that it is stale when samples came or changed since', async () => {
    await t.client.samples.update({ sampleId: SampleId.parse(24), change: { reference: { label: 'other' } } });
    expect((await t.client.leaks.summary({})).stale).toBe(true);
    await t.client.history.undo({});
  });
});
