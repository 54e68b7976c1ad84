import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../../../shared/model/json.ts';
import { haveRealFiles, importReal, totals, truthOf } from './testing/real-files.ts';

/** Number of calls in the gold fields of a reference. */
function goldCalls(value: JsonValue | undefined): number {
  return Array.isArray(value) ? value.flat().length : 0;
}

describe.runIf(haveRealFiles())('real files of training sets and benchmarks', () => {
  it.each([
    ['fastchat-dummy_conversation.json', 'sharegpt'],
    ['glaive_toolcall_en_demo.json', 'sharegpt'],
    ['dpo_en_demo.json', 'preference'],
    ['kto_en_demo.json', 'preference'],
  ])('sharegpt/%s', async (name, format) => {
    const file = `sharegpt/${name}`;
    const { records, counts } = truthOf(file);
    const parsed = await importReal(file);
    const found = totals(parsed);
    expect([parsed.format, parsed.seen, parsed.kept]).toEqual([format, records, records]);
    expect(found).toMatchObject({
      // The truth counts the turns before the two answers of a pair, not the answers.
      messages: (counts['messages'] ?? 0) + 2 * (counts['preference pairs'] ?? 0),
      calls: counts['tool calls'] ?? 0,
      results: counts['tool results'] ?? 0,
      toolsCalled: counts['distinct tools called'] ?? 0,
      attempts: (records ?? 0) + (counts['preference pairs'] ?? 0),
    });
    const rewards = parsed.samples.flatMap(({ attempts }) => attempts.map(({ reward }) => reward));
    expect(rewards.filter((reward) => reward === 1)).toHaveLength(counts['label true'] ?? 0);
    expect(rewards.filter((reward) => reward === 0)).toHaveLength(counts['label false'] ?? 0);
  });

  it.each([
    ['alpaca/identity.json', 'alpaca'],
    ['code-generation/HumanEval.jsonl.gz', 'problem-sets'],
    ['rollouts/gsm8k-example_model_solutions.jsonl', 'problem-sets'],
    ['swe-file-selection/swe-bench-lite-test.json', 'problem-sets'],
    ['swe-file-selection/debug_20240322.json', 'problem-sets'],
    ['swe-file-selection/swebench_lite_classifications.csv', 'delimited'],
  ])('%s', async (file, format) => {
    const { records, counts } = truthOf(file);
    const parsed = await importReal(file);
    expect([parsed.format, parsed.seen, parsed.kept, parsed.samples.length]).toEqual([
      format,
      records,
      records,
      records,
    ]);
    if (file.startsWith('rollouts')) {
      const attempts = parsed.samples.flatMap((sample) => sample.attempts);
      expect([
        attempts.length,
        attempts.filter(({ reward }) => reward === 1).length,
        attempts.filter(({ reward }) => reward === 0).length,
      ]).toEqual([counts['attempts'], counts['correct'], counts['wrong']]);
    }
  });

  it.each([
    'BFCL_v4_irrelevance.json',
    'BFCL_v4_live_multiple.jsonl.gz',
    'BFCL_v4_live_simple.json',
    'BFCL_v4_multi_turn_base.json',
    'BFCL_v4_multiple.json',
    'BFCL_v4_parallel.json',
    'BFCL_v4_simple_python.json',
  ])('bfcl/%s', async (name) => {
    const { records, counts } = truthOf(`bfcl/${name}`);
    const parsed = await importReal(`bfcl/${name}`);
    const found = totals(parsed);
    expect([parsed.format, parsed.seen, parsed.kept]).toEqual(['bfcl', records, records]);
    // Later turns of a question stand beside its prompt, since they follow answers nobody gave yet.
    const later = parsed.samples.flatMap(({ extras }) => Object(extras).laterTurns ?? []) as readonly unknown[][];
    expect(found.messages + later.flat().length).toBe(counts['messages']);
    expect(parsed.samples.length + later.length).toBe(counts['turns']);
    expect(parsed.samples.flatMap(({ tools }) => tools)).toHaveLength(counts['tool definitions'] ?? 0);
    expect(found.toolsOffered).toBe(counts['distinct tools offered'] ?? 0);
  });

  it.each([
    'BFCL_v4_live_multiple.json',
    'BFCL_v4_live_simple.json',
    'BFCL_v4_multi_turn_base.json',
    'BFCL_v4_multiple.json',
    'BFCL_v4_parallel.json',
    'BFCL_v4_simple_python.json',
  ])('bfcl/possible_answer/%s', async (name) => {
    const { records, counts } = truthOf(`bfcl/possible_answer/${name}`);
    const parsed = await importReal(`bfcl/possible_answer/${name}`);
    expect([parsed.format, parsed.seen, parsed.kept]).toEqual(['bfcl', records, records]);
    const gold = parsed.samples.reduce((sum, { reference }) => sum + goldCalls(reference['ground_truth']), 0);
    expect(gold).toBe(counts['gold calls']);
    const names = parsed.samples.flatMap(({ reference }) => {
      const calls = (reference['calls'] ?? []) as readonly { readonly name: string }[];
      const texts = (Array.isArray(reference['ground_truth']) ? reference['ground_truth'].flat() : []) as unknown[];
      const written = texts.filter((text) => typeof text === 'string').map((text) => text.split('(')[0]);
      return [...calls.map((call) => call.name), ...written];
    });
    expect(new Set(names).size).toBe(counts['distinct gold tools']);
  });

  it.each([
    'G1-10_ChatGPT_DFS_woFilter_w2.json',
    'G1-11_ChatGPT_DFS_woFilter_w2.json',
    'G1-57_ChatGPT_DFS_woFilter_w2.json',
    'G1-59_ChatGPT_DFS_woFilter_w2.json',
    'G1-69_ChatGPT_DFS_woFilter_w2.json',
    'G2-102_ChatGPT_DFS_woFilter_w2.json',
    'G2-10_ChatGPT_DFS_woFilter_w2.json',
    'G2-119_ChatGPT_DFS_woFilter_w2.json',
    'G2-127_ChatGPT_DFS_woFilter_w2.json',
    'G2-52_ChatGPT_DFS_woFilter_w2.json',
  ])('toolbench/%s', async (name) => {
    const { records, counts } = truthOf(`toolbench/${name}`);
    const parsed = await importReal(`toolbench/${name}`);
    const found = totals(parsed);
    expect([parsed.format, parsed.seen, parsed.kept]).toEqual(['toolbench', records, records]);
    // Without a chosen branch only the query is left.
    expect(found.messages).toBe(counts['messages in last list'] ?? 1);
    expect(found.calls).toBe(counts['tool calls in last list'] ?? 0);
    expect(found.toolsCalled).toBe(counts['distinct tools called'] ?? 0);
    if (counts['distinct tools offered'] !== undefined)
      expect(found.toolsOffered).toBe(counts['distinct tools offered']);
  });

  it.each([
    'G1_query.json',
    'tooleval-gpt-3.5-turbo_CoT-G1_category.json',
    'tooleval-gpt-3.5-turbo_CoT-G2_instruction.json',
  ])('toolbench/%s', async (name) => {
    const { records, counts } = truthOf(`toolbench/${name}`);
    const parsed = await importReal(`toolbench/${name}`);
    const found = totals(parsed);
    expect([parsed.format, found.samples]).toEqual(['toolbench', records]);
    if (name === 'G1_query.json') return;
    // All answers of such a file are the values of one object: one record, many samples.
    expect([parsed.seen, parsed.kept]).toEqual([1, 1]);
    expect(found).toMatchObject({
      calls: counts['tool steps'],
      toolsCalled: counts['distinct tools called'],
      toolsOffered: counts['distinct tools offered'],
    });
  });

  it.each([
    'function_calling_simple.traj',
    'marshmallow-1867-function_calling.traj',
    'marshmallow-1867-function_calling_replace.traj',
    'marshmallow-1867-text.traj',
    'marshmallow-1867-xml.traj',
    'ctf-katy.traj',
    'ctf-i_got_id_demo.traj',
    'ctf-flash.traj',
  ])('swe-agent/%s', async (name) => {
    const { records, counts } = truthOf(`swe-agent/${name}`);
    const parsed = await importReal(`swe-agent/${name}`);
    const found = totals(parsed);
    expect([parsed.format, parsed.seen, parsed.kept]).toEqual(['swe-agent', records, records]);
    expect(found).toMatchObject({
      messages: counts['history messages'],
      calls: counts['tool calls (tool_calls)'] ?? 0,
      toolsCalled: counts['distinct tools called'],
    });
    const steps = parsed.samples[0]?.attempts[0]?.messages.filter(({ role }) => role === 'assistant').length;
    if (counts['text actions'] !== undefined) expect(steps).toBe(counts['text actions']);
  });

  it.each(['airline-tasks.json', 'retail-tasks.json', 'mock-tasks.json'])('tau2-bench/%s', async (name) => {
    const { records, counts } = truthOf(`tau2-bench/${name}`);
    const parsed = await importReal(`tau2-bench/${name}`);
    expect([parsed.format, parsed.seen, parsed.kept]).toEqual(['tau2-bench', records, records]);
    const actions = parsed.samples.flatMap(
      ({ reference }) => (reference['actions'] ?? []) as readonly { readonly name: string }[],
    );
    expect(actions).toHaveLength(counts['gold actions'] ?? -1);
    expect(new Set(actions.map(({ name: tool }) => tool)).size).toBe(counts['distinct gold tools']);
  });

  it.each([
    'edge_cases.jsonl',
    'representative_messages.jsonl',
    'session_b.jsonl',
    'todowrite_examples.jsonl',
    'agent-sessions-small.jsonl',
    'agent-sessions-large.jsonl',
    'agent-sessions-schema_drift.jsonl',
  ])('claude-code/%s', async (name) => {
    const { records, counts } = truthOf(`claude-code/${name}`);
    const parsed = await importReal(`claude-code/${name}`);
    const found = totals(parsed);
    expect([parsed.format, parsed.seen, parsed.kept + parsed.rejected]).toEqual(['claude-code', records, records]);
    // A call and a result that have lines of their own, as an early version wrote them, are not in the truth.
    const drifted = name.includes('schema_drift') ? 1 : 0;
    expect([found.samples, found.calls, found.results, found.toolErrors, found.toolsCalled]).toEqual([
      counts['sessions'],
      (counts['tool calls'] ?? 0) + drifted,
      (counts['tool results'] ?? 0) + drifted,
      counts['tool errors'] ?? 0,
      (counts['distinct tools called'] ?? 0) + drifted,
    ]);
  });

  it.each(['small.jsonl', 'large.jsonl', 'codex_052_raw.jsonl', 'codex_053_rate_limit.jsonl', 'schema_drift.jsonl'])(
    'codex-cli/%s',
    async (name) => {
      const { records, counts } = truthOf(`codex-cli/${name}`);
      const parsed = await importReal(`codex-cli/${name}`);
      const found = totals(parsed);
      expect([parsed.format, parsed.seen, parsed.kept]).toEqual(['codex-cli', records, records]);
      // The truth counts calls of functions alone. These files also hold two searches for tools, of which one was answered,
      // a search of the web and an image made, each with its result; and, of an early version, a call and result of its own.
      const [calls, results, tools] = { 'small.jsonl': [4, 3, 3], 'schema_drift.jsonl': [1, 1, 1] }[name] ?? [0, 0, 0];
      expect([found.calls, found.results, found.toolsCalled]).toEqual([
        (counts['tool calls'] ?? 0) + (calls ?? 0),
        (counts['tool results'] ?? 0) + (results ?? 0),
        (counts['distinct tools called'] ?? 0) + (tools ?? 0),
      ]);
    },
  );

  it.each([
    '2025-05-12T20-27-36-04-00_browser.json',
    '2025-05-12T20-28-13-04-00_popularity.json',
    '2025-05-12T20-28-26-04-00_security-guide.json',
    'log_tool_call_error.json',
    'log_streaming.eval',
    'log_message_deduplication.eval',
    'log_formats.eval',
  ])('inspect/%s', async (name) => {
    const { counts } = truthOf(`inspect/${name}`);
    const parsed = await importReal(`inspect/${name}`);
    const found = totals(parsed);
    // A log is one record; of an archive each sample is one.
    expect([parsed.format, parsed.rejected]).toEqual(['inspect-ai', 0]);
    expect([found.samples, found.messages, found.calls, found.results, found.toolErrors, found.toolsCalled]).toEqual([
      counts['samples'],
      counts['messages'],
      counts['tool calls'] ?? 0,
      counts['tool results'] ?? 0,
      counts['tool errors'] ?? 0,
      counts['distinct tools called'],
    ]);
    const rewards = parsed.samples.flatMap(({ attempts }) => attempts.map(({ reward }) => reward));
    expect(rewards.filter((reward) => reward !== null)).toHaveLength(counts['scored samples'] ?? 0);
  });

  it.each(['2025-05-12T20-28-13-04-00_no-samples.json', 'log_with_nan.json'])('inspect/%s', async (name) => {
    const parsed = await importReal(`inspect/${name}`);
    expect([parsed.format, parsed.seen, parsed.samples.length]).toEqual(['inspect-ai', 1, 0]);
    expect(parsed.issues.find(({ rejected }) => rejected)?.code).toBe('no_samples');
  });

  it('openhands/goal-events.jsonl', async () => {
    const { records, counts } = truthOf('openhands/goal-events.jsonl');
    const parsed = await importReal('openhands/goal-events.jsonl');
    const found = totals(parsed);
    expect([parsed.format, parsed.seen, parsed.kept]).toEqual(['openhands', records, records]);
    expect([found.calls, found.toolErrors, found.toolsCalled]).toEqual([
      counts['tool calls'],
      counts['tool errors'],
      counts['distinct tools called'],
    ]);
  });

  it.each([
    ['gemini-cli-session.json', 'gemini-cli'],
    ['copilot-cli-events.jsonl', 'copilot-cli'],
    ['kimi-cli-wire.jsonl', 'kimi-cli'],
  ])('other-agent-cli/%s', async (name, format) => {
    const { records, counts } = truthOf(`other-agent-cli/${name}`);
    const parsed = await importReal(`other-agent-cli/${name}`);
    const found = totals(parsed);
    expect([parsed.format, parsed.rejected]).toEqual([format, 0]);
    // A session of Gemini CLI is one record; the truth counts its messages.
    expect(parsed.seen).toBe(format === 'gemini-cli' ? 1 : records);
    expect([found.calls, found.toolsCalled]).toEqual([counts['tool calls'], counts['distinct tools called']]);
  });

  it.each([
    ['gsm8k_test.parquet', 'rl-rows'],
    ['tau-airline-messages.parquet', 'openai-finetune'],
  ])('parquet/%s', async (name, format) => {
    const { records, counts } = truthOf(`parquet/${name}`);
    const parsed = await importReal(`parquet/${name}`);
    const found = totals(parsed);
    expect([parsed.format, parsed.seen, parsed.kept]).toEqual([format, records, records]);
    expect([found.messages, found.calls, found.toolsCalled]).toEqual([
      counts['messages'],
      counts['tool calls'],
      counts['distinct tools called'],
    ]);
  });
});
