import { createReadStream, existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { countTrajectory } from '../../../shared/model/steps.ts';
import type { Per } from '../../../shared/model/sample.ts';
import { inspectInput } from './inspect.ts';
import { openRecords } from './open.ts';
import { eachRecord } from './opened.ts';
import { importerById } from './registry.ts';
import { parseAll } from './testing/read.ts';
import type { Parsed } from './testing/read.ts';

// Other people's data, beside the repository and never in it: checked against its own ground truth where it is there.
const ROOT = fileURLToPath(new URL('../../../../shared/samples/', import.meta.url));
const isThere = existsSync(`${ROOT}truth.json`);
if (!isThere) console.warn('Skipped: the real samples are not beside the repository (../shared/samples).');

type Truth = {
  readonly [file: string]: { readonly records: number; readonly counts: { readonly [name: string]: number } };
};

/** Imports a file as the product does: looks at it first, then reads it with what was found. */
async function importSample(file: string, per?: Per): Promise<Parsed & { readonly format: string }> {
  const { format, map, refusal } = await inspectInput(createReadStream(ROOT + file));
  expect([file, refusal]).toEqual([file, null]);
  const importer = importerById(format ?? '') ?? expect.unreachable(`${file} has no form`);
  const parsed = await parseAll(createReadStream(ROOT + file), importer, {
    map,
    ...(per === undefined ? {} : { per }),
  });
  return { ...parsed, format: importer.id };
}

function totals({ samples }: Parsed) {
  const attempts = samples.flatMap((sample) => sample.attempts);
  const counts = attempts.map(({ messages }) => countTrajectory(messages));
  const prompts = samples.map(({ prompt }) => countTrajectory(prompt));
  const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);
  const all = samples.flatMap((sample) => [...sample.prompt, ...sample.attempts.flatMap(({ messages }) => messages)]);
  return {
    samples: new Set(samples.map(({ taskKey, position, sub }) => taskKey ?? `${position.index}/${sub}`)).size,
    attempts: attempts.length,
    promptMessages: sum(samples.map(({ prompt }) => prompt.length)),
    answerMessages: sum(attempts.map(({ messages }) => messages.length)),
    calls: sum(counts.map(({ calls }) => calls)),
    results: sum(counts.map(({ results }) => results)),
    promptCalls: sum(prompts.map(({ calls }) => calls)),
    promptResults: sum(prompts.map(({ results }) => results)),
    toolsCalled: new Set(all.flatMap(({ calls }) => calls?.map(({ name }) => name) ?? [])).size,
    toolsOffered: new Set(samples.flatMap(({ tools }) => tools.map(({ name }) => name))).size,
    errors: attempts.filter(({ outcome }) => outcome === 'error').length,
    rewards: attempts.map(({ reward }) => reward),
  };
}

describe.runIf(isThere)('real files', () => {
  let truth: Truth = {};
  beforeAll(() => {
    truth = JSON.parse(readFileSync(`${ROOT}truth.json`, 'utf8')) as Truth;
  });
  const truthOf = (file: string) => truth[file] ?? expect.unreachable(`no truth for ${file}`);

  it.each(['gpt-4o-airline.json.gz', 'gpt-4o-airline.first-tasks.json'])('tau-bench: %s', async (name) => {
    const file = `tau-bench/${name}`;
    const { records, counts } = truthOf(file);
    const parsed = await importSample(file);
    const found = totals(parsed);
    expect([parsed.format, parsed.seen, parsed.kept]).toEqual(['tau-bench', records, records]);
    expect(found).toMatchObject({
      samples: counts['tasks'],
      attempts: records,
      calls: counts['traj tool calls'],
      results: counts['traj tool results'],
      toolsCalled: counts['distinct tools called'],
      toolsOffered: 0,
      promptCalls: 0,
    });
    expect(found.promptMessages + found.answerMessages).toBe(counts['traj messages']);
    expect(found.rewards.filter((reward) => reward === 1)).toHaveLength(counts['reward 1'] ?? -1);
    expect(found.rewards.filter((reward) => reward === 0)).toHaveLength(counts['reward 0'] ?? -1);
  });

  it('tau-bench: 50 samples, 200 attempts, 1,164 calls and results, mean reward 0.42', async () => {
    const found = totals(await importSample('tau-bench/gpt-4o-airline.json.gz'));
    expect(found).toMatchObject({ samples: 50, attempts: 200, calls: 1164, results: 1164, toolsCalled: 14 });
    expect(found.rewards.reduce<number>((sum, reward) => sum + (reward ?? 0), 0) / 200).toBeCloseTo(0.42, 12);
  });

  it.each(['chat-log.jsonl', 'chat-log-sse.jsonl'])('openai-chat: %s', async (name) => {
    const file = `openai-chat/${name}`;
    const { records, counts } = truthOf(file);
    const parsed = await importSample(file);
    const found = totals(parsed);
    expect([parsed.format, parsed.seen, parsed.kept, parsed.rejected]).toEqual(['openai-chat', records, records, 0]);
    expect(found).toMatchObject({
      samples: records,
      promptMessages: counts['request messages'],
      answerMessages: counts['response messages'],
      calls: counts['response tool calls'],
      promptCalls: counts['request tool calls'] ?? 0,
      promptResults: counts['request tool results'] ?? 0,
      toolsCalled: counts['distinct tools called'],
      toolsOffered: counts['distinct tools offered'],
      errors: counts['error responses'] ?? 0,
    });
    const turns = totals(await importSample(file, 'turn'));
    expect(turns.promptMessages + turns.answerMessages).toBe(
      (counts['request messages'] ?? 0) + (counts['response messages'] ?? 0) + repeated(parsed),
    );
    // Calls that go on with an earlier one are joined with it: fewer samples, no answer lost.
    const joined = await importSample(file, 'conversation');
    const texts = JSON.stringify(joined.samples);
    expect([joined.seen, joined.kept]).toEqual([records, records]);
    expect(joined.samples.length).toBeLessThanOrEqual(records);
    for (const { attempts } of parsed.samples)
      for (const { messages } of attempts)
        for (const message of messages) expect(texts).toContain(JSON.stringify(message.parts));
  });

  it.each(['drone_training.jsonl', 'toy_chat_fine_tuning.jsonl', 'swe-file-selection.rft.jsonl'])(
    'openai-finetune: %s',
    async (name) => {
      const file = `openai-finetune/${name}`;
      const { records, counts } = truthOf(file);
      const parsed = await importSample(file);
      const found = totals(parsed);
      expect([parsed.format, parsed.seen, parsed.kept]).toEqual(['openai-finetune', records, records]);
      expect(found.promptMessages + found.answerMessages).toBe(counts['messages']);
      expect(found.calls + found.promptCalls).toBe(counts['tool calls'] ?? 0);
      expect(found.toolsCalled).toBe(counts['distinct tools called'] ?? 0);
      expect(found.toolsOffered).toBe(counts['distinct tools offered'] ?? 0);
      const gold = parsed.samples.map(({ reference }) => reference['gold_files']);
      expect(gold.flat().filter((path) => path !== undefined)).toHaveLength(counts['gold files'] ?? 0);
      for (const { prompt, attempts } of parsed.samples) {
        const ids = [...prompt, ...attempts.flatMap(({ messages }) => messages)].flatMap(
          ({ calls }) => calls?.map(({ id }) => id) ?? [],
        );
        expect(new Set(ids).size).toBe(ids.length);
      }
    },
  );

  it.each([
    ['gorilla-huggingface.csv', ['utf-8', 'table, comma'], { prompt: 'Prompt', answer: 'Response', tag: 'category' }],
    ['gorilla-tensorflowhub.tsv', ['utf-8 with BOM', 'table, tab'], { prompt: 'input', answer: 'output' }],
    [
      'gorilla-torchhub-utf16.csv',
      ['utf-16le with BOM', 'table, semicolon'],
      { prompt: 'user prompt', answer: 'model answer' },
    ],
  ])('tabular: %s', async (name, containers, map) => {
    const file = `tabular/${name}`;
    const { records, counts } = truthOf(file);
    const found = await inspectInput(createReadStream(ROOT + file));
    expect(found).toMatchObject({ containers, map });
    expect(found.columns).toHaveLength(counts['columns'] ?? -1);
    const parsed = await importSample(file);
    expect([parsed.seen, parsed.kept, parsed.samples.length]).toEqual([records, records, records]);
    expect(parsed.samples.every(({ attempts }) => attempts.length === 1)).toBe(true);
  });

  it('messy: concatenated and multi-member files lose nothing', async () => {
    for (const file of ['messy/concatenated-pretty.json', 'messy/multi-member.jsonl.gz']) {
      const parsed = await importSample(file);
      expect([parsed.seen, parsed.kept]).toEqual([truthOf(file).records, truthOf(file).records]);
    }
  });

  it('messy: every recoverable record of the log is read, and every other line is listed or counted', async () => {
    const file = 'messy/mixed-gateway.log';
    const { counts } = truthOf(file);
    const opened = await openRecords(createReadStream(ROOT + file));
    let records = 0;
    let bad = 0;
    let framing = 0;
    for await (const item of eachRecord(opened)) {
      if (item.kind === 'json') records += 1;
      if (item.kind === 'bad') bad += 1;
      if (item.kind === 'note' && item.code === 'stream_framing') framing += 1;
    }
    expect([records, bad + framing]).toEqual([counts['recoverable records'], counts['lines that are no record']]);
    const { format, samples, issues, seen, kept, rejected } = await importSample(file);
    expect([format, seen, kept, rejected]).toEqual(['openai-chat', 37, 31, 6]);
    expect(samples).toHaveLength(31);
    // The seventh line that is no record frames a stream: it is counted in a remark, not refused.
    expect(issues.filter((one) => one.rejected || one.code === 'stream_framing')).toHaveLength(7);
    expect(issues.filter(({ code }) => code === 'other_form')).toHaveLength(3);
  });

  it.each([
    ['tabular/gorilla-torchhub.xlsx', 'Excel workbook', ['rows on "0_shot"', 'rows on "RT 0_shot"']],
    ['parquet/gsm8k_test.parquet', 'Parquet', ['rows']],
    ['parquet/tau-airline-messages.parquet', 'Parquet', ['rows']],
    ['inspect/log_streaming.eval', 'inspect_ai log', ['samples']],
    ['inspect/log_message_deduplication.eval', 'inspect_ai log', ['samples']],
    ['inspect/log_formats.eval', 'inspect_ai log', ['samples']],
  ] as const)('%s is read as %s, record by record', async (file, label, names) => {
    const { counts } = truthOf(file);
    const opened = await openRecords(createReadStream(ROOT + file));
    let records = 0;
    for await (const item of eachRecord(opened)) records += item.kind === 'json' || item.kind === 'row' ? 1 : 0;
    expect(opened.containers().at(-1)).toBe(label);
    expect(records).toBe(names.reduce((sum, name) => sum + (counts[name] ?? Number.NaN), 0));
  });
});

/** With several choices what follows the last user turn belongs to each attempt, so per turn it counts once more. */
function repeated({ samples }: Parsed): number {
  return samples.reduce((sum, { attempts, prompt }) => {
    const user = prompt.findLastIndex(({ role }) => role === 'user');
    return sum + Math.max(0, attempts.length - 1) * (user === -1 ? 0 : prompt.length - user - 1);
  }, 0);
}
