import { describe, expect, it } from 'vitest';
import type { Message } from '../../../shared/model/message.ts';
import type { Parsed } from './testing/read.ts';
import { haveRealFiles, importReal, totals, truthOf } from './testing/real-files.ts';

/** What the truth counts apart: messages and calls sent, and those that came back. */
function halves({ samples }: Parsed) {
  const sent = samples.flatMap(({ prompt }) => prompt);
  const attempts = samples.flatMap((sample) => sample.attempts);
  const answers = attempts.flatMap(({ messages }) => messages);
  const callsOf = (messages: readonly Message[]) => messages.flatMap(({ calls }) => calls ?? []);
  return {
    // The system text stands beside the messages in all forms but the chat, so the truth leaves it out.
    sent: sent.filter(({ role }) => role !== 'system').length,
    sentWithSystem: sent.length,
    answers: answers.filter(({ role }) => role === 'assistant').length,
    sentCalls: callsOf(sent).length,
    sentResults: sent.filter(({ role }) => role === 'tool').length,
    // Tools that ran on the service are no calls to the truth.
    answerCalls: callsOf(answers).filter(({ kind }) => kind !== 'server').length,
    serverCalls: callsOf(answers).filter(({ kind }) => kind === 'server').length,
    thoughts: answers.flatMap(({ parts }) => parts).filter(({ type }) => type === 'reasoning').length,
    badArguments: callsOf([...sent, ...answers]).filter(({ argsError }) => argsError !== undefined).length,
    errors: attempts.filter(({ outcome }) => outcome === 'error').length,
  };
}

describe.runIf(haveRealFiles())('real files of providers', () => {
  it.each([
    ['anthropic-messages/messages-log.jsonl', 'anthropic-messages'],
    ['anthropic-messages/messages-log-sse.jsonl', 'anthropic-messages'],
    ['bedrock-converse/converse-log.jsonl', 'bedrock-converse'],
    ['gemini/generate-content-log.jsonl', 'gemini'],
    ['gemini/stream-generate-content-log.jsonl', 'gemini'],
  ])('%s', async (file, format) => {
    const { records, counts } = truthOf(file);
    const parsed = await importReal(file);
    const found = halves(parsed);
    const { toolsCalled, toolsOffered } = totals(parsed);
    expect([parsed.format, parsed.seen, parsed.kept, parsed.samples.length]).toEqual([
      format,
      records,
      records,
      records,
    ]);
    // Both Gemini files hold one answer in which the service ran code: one call, one result and the words after it more.
    const server = format === 'gemini' ? 1 : 0;
    expect(found).toMatchObject({
      sent: counts['request messages'],
      answers: (counts['response messages'] ?? 0) + server,
      sentCalls: counts['request tool calls'] ?? 0,
      sentResults: counts['request tool results'] ?? 0,
      answerCalls: counts['response tool calls'] ?? 0,
      serverCalls: server,
      badArguments: 0,
      errors: 0,
    });
    if (format === 'anthropic-messages') expect(found.thoughts).toBe(counts['response thinking blocks']);
    // Running code is a tool of its own, called and offered.
    expect([toolsCalled, toolsOffered]).toEqual([
      (counts['distinct tools called'] ?? 0) + server,
      (counts['distinct tools offered'] ?? 0) + server,
    ]);
    expect(parsed.issues).toEqual([]);
  });

  it('openai-responses/responses-log.jsonl', async () => {
    const file = 'openai-responses/responses-log.jsonl';
    const { records, counts } = truthOf(file);
    const parsed = await importReal(file);
    const found = halves(parsed);
    expect([parsed.format, parsed.seen, parsed.kept]).toEqual(['openai-responses', records, records]);
    expect(found).toMatchObject({
      // No two items of the assistant follow each other in any input, so items and messages are as many.
      sent: counts['request items'],
      sentCalls: counts['request tool calls'],
      sentResults: counts['request tool results'],
      answerCalls: counts['response tool calls'],
      // A search on the service is one item to the truth; to us it is a call and a result, and cuts its answer in two.
      serverCalls: 1,
      answers: (records ?? 0) + 1,
      errors: 0,
      badArguments: 0,
    });
    expect(totals(parsed)).toMatchObject({
      toolsCalled: (counts['distinct tools called'] ?? 0) + 1,
      toolsOffered: counts['distinct tools offered'],
    });
    // 73 items: 22 calls, one search, 6 thoughts and 44 messages.
    const words = parsed.samples.flatMap(({ attempts }) =>
      attempts.flatMap(({ messages }) => messages.filter(({ parts }) => parts.some(({ type }) => type === 'text'))),
    );
    expect(words.length + found.thoughts + found.answerCalls + found.serverCalls).toBe(counts['response items']);
  });

  it('azure-openai/azure-chat-log.jsonl', async () => {
    const file = 'azure-openai/azure-chat-log.jsonl';
    const { records, counts } = truthOf(file);
    const parsed = await importReal(file);
    expect([parsed.format, parsed.seen, parsed.kept]).toEqual(['azure-openai', records, records]);
    expect(halves(parsed)).toMatchObject({
      sentWithSystem: counts['request messages'],
      answers: counts['response messages'],
      answerCalls: counts['response tool calls'],
      // The truth goes by the status; an error with status 200 and an answer held back by the filter failed too.
      errors: (counts['error responses'] ?? 0) + 2,
    });
    expect(totals(parsed)).toMatchObject({ toolsCalled: 0, toolsOffered: 0 });
  });

  it.each(['litellm-batch_small', 'batch-input', 'batch-output', 'batch-errors', 'cookbook-nightly_support_qa_batch'])(
    'openai-batch/%s.jsonl',
    async (name) => {
      const file = `openai-batch/${name}.jsonl`;
      const { records, counts } = truthOf(file);
      const parsed = await importReal(file);
      expect([parsed.format, parsed.seen, parsed.kept, parsed.samples.length]).toEqual([
        'openai-batch',
        records,
        records,
        records,
      ]);
      // The truth counts no messages of requests to Responses: each has its instructions and one input.
      const items = name.startsWith('cookbook') ? 20 : 0;
      expect(halves(parsed)).toMatchObject({
        sentWithSystem: counts['request messages'] ?? items,
        answers: counts['response messages'] ?? 0,
        sentCalls: counts['request tool calls'] ?? 0,
        sentResults: counts['request tool results'] ?? 0,
        answerCalls: counts['response tool calls'] ?? 0,
        errors: counts['error responses'] ?? 0,
      });
      expect(totals(parsed).toolsCalled).toBe(counts['distinct tools called']);
      expect(new Set(parsed.samples.map(({ sourceRef }) => sourceRef)).size).toBe(records);
    },
  );

  it('openai-batch: each line of the output and error files answers one line of the input', async () => {
    const refs = async (name: string) =>
      (await importReal(`openai-batch/${name}.jsonl`)).samples.map(({ sourceRef }) => sourceRef);
    const answered = [...(await refs('batch-output')), ...(await refs('batch-errors'))];
    expect(answered.sort()).toEqual((await refs('batch-input')).sort());
  });

  it.each(['batch-results.jsonl', 'batch-requests.json'])('anthropic-batch/%s', async (name) => {
    const file = `anthropic-batch/${name}`;
    const { records, counts } = truthOf(file);
    const parsed = await importReal(file);
    const found = halves(parsed);
    expect([parsed.format, parsed.seen, parsed.kept, parsed.samples.length]).toEqual([
      'anthropic-batch',
      records,
      records,
      records,
    ]);
    expect(found).toMatchObject({
      sent: counts['messages'] ?? 0,
      answers: counts['succeeded'] ?? 0,
      answerCalls: counts['tool calls'] ?? 0,
      errors: 0,
    });
    // The truth counts the tools of answers only; the history of the requests has calls of one tool.
    const inHistory = found.sentCalls === 0 ? 0 : 1;
    expect(totals(parsed).toolsCalled).toBe((counts['distinct tools called'] ?? 0) + inHistory);
  });

  it.each(['25.972', '29.090', '33.222', '36.544', '40.416', '46.707'])(
    'litellm: the dump of second %s',
    async (time) => {
      const file = `litellm/litellm_proxy__anthropic__claude-sonnet-4-20250514-17570150${time}.json`;
      const { records, counts } = truthOf(file);
      const parsed = await importReal(file);
      expect([parsed.format, parsed.seen, parsed.kept]).toEqual(['litellm', records, records]);
      expect(halves(parsed)).toMatchObject({
        sentWithSystem: counts['request messages'],
        answers: counts['response messages'],
        sentCalls: counts['request tool calls'] ?? 0,
        sentResults: counts['request tool results'] ?? 0,
        answerCalls: counts['response tool calls'],
        badArguments: 0,
      });
      expect(totals(parsed)).toMatchObject({
        toolsCalled: counts['distinct tools called'],
        toolsOffered: counts['distinct tools offered'],
      });
      const [attempt] = parsed.samples[0]?.attempts ?? [];
      expect(attempt?.latencyMs).toBeGreaterThan(1000);
      expect(attempt?.startedAt).toBeLessThan(Number(`17570150${time}`) * 1000);
    },
  );
});
