import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { haveRealFiles, importReal, REAL_FILES, totals, truthOf } from './testing/real-files.ts';

const isThere = haveRealFiles();
const filesOf = (folder: string): readonly string[] =>
  isThere ? readdirSync(REAL_FILES + folder).map((name) => `${folder}/${name}`) : [];

// Records of the ground truth are spans and observations; ours are the JSON values of the file.
describe.runIf(isThere)('real traces', () => {
  it('openai-agents-sdk: every tool that ran is a call, though the trace holds no prompt', async () => {
    const file = 'openai-agents-sdk/traces-ingest.jsonl';
    const { counts } = truthOf(file);
    const parsed = await importReal(file);
    const found = totals(parsed);
    expect([parsed.format, parsed.seen, parsed.kept]).toEqual(['openai-agents', counts['lines'], counts['lines']]);
    expect(found).toMatchObject({
      calls: counts['tool calls'],
      results: counts['tool calls'],
      toolsCalled: counts['distinct tools called'],
      // Eleven traces; four have only ids of answers, and are listed as such.
      samples: 7,
    });
    expect(parsed.issues.filter(({ code }) => code === 'no_content')).toHaveLength((counts['traces'] ?? 0) - 7);
    expect(parsed.issues.filter(({ code }) => code === 'prompt_missing')).toHaveLength(7);
  });

  it.each(filesOf('langsmith'))('%s: the two halves of a run are one sample', async (file) => {
    const { records, counts } = truthOf(file);
    const parsed = await importReal(file);
    expect([parsed.format, parsed.seen, parsed.kept, parsed.rejected]).toEqual(['langsmith', records, records, 0]);
    expect(totals(parsed)).toMatchObject({
      samples: counts['distinct runs'],
      messages: 2,
      calls: counts['tool calls'],
    });
    const [attempt] = parsed.samples[0]?.attempts ?? [];
    expect(attempt).toMatchObject({ messages: [{ role: 'assistant', finish: 'stop' }] });
    expect([attempt?.tokens, attempt?.latencyMs, attempt?.startedAt].every((value) => typeof value === 'number')).toBe(
      true,
    );
  });

  /** Calls that stand in attempts and not in outputs the truth counts, and why. */
  const BESIDE: Readonly<Record<string, number>> = {
    // The calls are JSON text in the content of the answer.
    'langfuse/koog-2025-08-26.trace.json': 2,
    // The answer is a list of calls without a message around it.
    'langfuse/vercel-aisdk-2025-11-17.trace.json': 1,
  };
  it.each(filesOf('langfuse'))('%s: each call of an answer is in one attempt, with its result', async (file) => {
    const { counts } = truthOf(file);
    const parsed = await importReal(file);
    const answers = totals({ ...parsed, samples: parsed.samples.map((sample) => ({ ...sample, prompt: [] })) });
    expect([parsed.format, parsed.seen, parsed.kept]).toEqual(['langfuse', counts['traces'], 1]);
    expect(answers.calls).toBe((counts['tool calls in GENERATION outputs'] ?? 0) + (BESIDE[file] ?? 0));
    const scores = Object.keys(parsed.samples[0]?.extras ?? {}).filter((key) => key.startsWith('score '));
    expect(scores).toHaveLength(counts['scores'] ?? 0);
    // pydantic-ai answers with a call of its own that no tool runs; it has three agents, one of which goes on from another.
    const isPydantic = file.includes('pydantic');
    expect(answers.results).toBe(answers.calls - (isPydantic ? 1 : 0));
    expect(parsed.samples).toHaveLength(isPydantic ? 3 : 1);
    expect(parsed.samples.every(({ prompt }) => prompt.some(({ role }) => role === 'user'))).toBe(true);
    expect(parsed.issues.filter(({ rejected }) => rejected)).toEqual([]);
  });

  it.each(filesOf('openinference'))('%s: one attribute map is one conversation', async (file) => {
    const { records, counts } = truthOf(file);
    const parsed = await importReal(file);
    const isFlat = file.includes('/openinference_');
    expect([parsed.format, parsed.seen, parsed.kept]).toEqual([isFlat ? 'openinference' : 'otel', records, records]);
    expect(totals(parsed)).toMatchObject({
      samples: counts['span attribute maps'] ?? counts['tool executions'],
      calls: counts['tool calls (in input history)'] ?? counts['tool executions'],
      results: 1,
    });
  });

  it.each(filesOf('otel'))('%s: the spans of a trace are one conversation', async (file) => {
    const { counts } = truthOf(file);
    const parsed = await importReal(file);
    const found = totals(parsed);
    expect(parsed.format).toBe(file.includes('jaeger') ? 'jaeger' : 'otel');
    expect([parsed.seen, parsed.kept]).toEqual([
      counts['documents'] ?? counts['traces'],
      counts['documents'] ?? counts['traces'],
    ]);
    expect(found).toMatchObject({
      samples: 1,
      calls: counts['tool calls in completions'],
      results: counts['execute_tool spans'],
      toolsCalled: counts['distinct tools called'],
      // System, user, and for each model call its answer and the result it asked for.
      messages: 2 + (counts['LLM spans with prompts'] ?? 0) + 1,
      // The span that failed is one of the framework's plumbing.
      toolErrors: 0,
    });
    expect(parsed.samples[0]?.tools.length).toBeGreaterThan(5);
    expect(parsed.samples[0]?.attempts[0]?.messages.every(({ timing }) => (timing?.durationMs ?? 0) > 0)).toBe(true);
  });
});
