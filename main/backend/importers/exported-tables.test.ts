import { describe, expect, it } from 'vitest';
import { inspectInput } from './inspect.ts';
import { importerById } from './registry.ts';
import { briefSamples } from './testing/brief-samples.ts';
import { workbookOf } from './testing/packed.ts';
import { fixture, parseAll, readAll, whole } from './testing/read.ts';

/** Imports a file by detection alone. */
async function imported(bytes: Buffer | string) {
  const { detected } = await inspectInput(whole(bytes));
  const importer = importerById(detected?.format ?? '') ?? expect.unreachable('the form is not known');
  const { samples, issues } = await parseAll(whole(bytes), importer);
  return {
    format: importer.id,
    samples: briefSamples(samples),
    attempts: samples.flatMap(({ attempts }) => attempts),
    refused: issues.filter(({ rejected }) => rejected).map(({ code, position }) => [code, position.index]),
  };
}

const csvCell = (cell: unknown): string =>
  `"${(typeof cell === 'string' ? cell : JSON.stringify(cell)).replaceAll('"', '""')}"`;
const csvOf = (row: Readonly<Record<string, unknown>>): string =>
  `${Object.keys(row).join(',')}\n${Object.values(row).map(csvCell).join(',')}\n`;

const ASKED = [{ role: 'user', content: 'Any "bells" left?' }];
const ANSWER = {
  object: 'chat.completion',
  choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: 'Two.' } }],
};
const TALK = [{ at: '0/0', prompt: ['user: Any "bells" left?'], answers: [['assistant: Two.']] }];

// Built from the documented columns; no real export was at hand.
describe('tables that tracing tools export are read as what they were made of', () => {
  it('Langfuse observations, with texts written as JSON and a failed call among parallel ones', async () => {
    const { format, samples, attempts, refused } = await imported(fixture('langfuse-observations.csv'));
    expect([format, refused]).toEqual(['langfuse', []]);
    expect(samples).toEqual([
      {
        at: '0/0',
        prompt: ['system: Be kind, and "brief".', 'user: Is the Öresund bike in?\nAnd the blue one?'],
        answers: [
          [
            'assistant:  stock({"bike": "Öresund"}) stock({"bike": "blue"})',
            'tool: 3 ->c1',
            'tool: Error: shelf closed ->c2 error=true',
            'assistant: Three are in; I cannot say for the blue one.',
          ],
        ],
      },
      { at: '3/0', prompt: ['user: hi'], answers: [['assistant: hello']] },
    ]);
    expect(attempts).toMatchObject([
      { model: 'desk-1', tokens: 81, latencyMs: 4000 },
      { model: 'desk-1', tokens: null, latencyMs: null },
    ]);
    expect(JSON.stringify(attempts[0]?.extras)).toContain('"shop":"07"');
  });

  it('Phoenix data frames, with Python literals and missing numbers', async () => {
    const { format, samples, attempts } = await imported(fixture('phoenix-spans.csv'));
    expect(format).toBe('openinference');
    expect(samples).toEqual([
      {
        at: '0/0',
        prompt: ["user: Where's parcel 18?"],
        answers: [['assistant:  track({"id": 18})', 'tool: gate closed ->k1 error=true']],
      },
    ]);
    expect(attempts).toMatchObject([{ model: 'desk-1', tokens: 31, latencyMs: 2999.999 }]);
  });

  it('Helicone requests, of which one has only a link to its bodies and one failed', async () => {
    const { format, samples, attempts, refused } = await imported(fixture('helicone-requests.csv'));
    expect([format, refused]).toEqual(['helicone', [['no_bodies', 1]]]);
    expect(samples.map(({ prompt, answers }) => [prompt.at(-1), answers])).toEqual([
      [
        'user: Is the Öresund bike in?\nAnd the blue one?',
        [['assistant:  stock({"bike": "Öresund"}) stock({"bike": "blue"})']],
      ],
      ['user: =SUM(1)', [[]]],
    ]);
    expect(attempts).toMatchObject([
      { tokens: 29, latencyMs: 1500, outcome: 'unknown' },
      { outcome: 'error', extras: { error: 'slow down' } },
    ]);
  });

  it('Weave calls, with columns folded back into messages, calls and usage', async () => {
    const { format, samples, attempts } = await imported(fixture('weave-calls.csv'));
    expect(format).toBe('weave');
    expect(samples).toEqual([
      {
        at: '0/0',
        prompt: ['system: Be brief.', 'user: Two bells, please'],
        answers: [['assistant:  order({"bells":2})', 'tool: {"order":"77"} ->b1']],
      },
    ]);
    expect(attempts).toMatchObject([{ model: 'desk-1', tokens: 17 }]);
  });

  it('LangSmith runs, with a call that stands twice and a tool that failed', async () => {
    const { format, samples, attempts } = await imported(fixture('langsmith-runs.csv'));
    expect(format).toBe('langsmith');
    expect(samples).toEqual([
      {
        at: '0/0',
        prompt: ['user: Lend me "Ömer", please'],
        answers: [['assistant:  lend({"book":"Ömer"})', 'tool: KeyError: no such reader ->z1 error=true']],
      },
    ]);
    expect(attempts).toMatchObject([{ model: 'desk-1', tokens: 40 }]);
  });

  it.each([
    [
      'braintrust',
      {
        id: 'b1',
        span_id: 'b1',
        root_span_id: 'b1',
        span_attributes: { type: 'llm' },
        input: ASKED,
        output: ANSWER.choices,
        metrics: { tokens: 9 },
      },
    ],
    [
      'mlflow',
      {
        trace_id: 'tr-1',
        trace: "Trace(trace_id='tr-1')",
        request: { messages: ASKED },
        response: ANSWER,
        state: 'OK',
        spans: [
          {
            span_id: 'a',
            name: 'chat',
            attributes: {
              'mlflow.spanType': '"CHAT_MODEL"',
              'mlflow.spanInputs': JSON.stringify({ messages: ASKED }),
              'mlflow.spanOutputs': JSON.stringify(ANSWER),
            },
          },
        ],
      },
    ],
    [
      'litellm',
      {
        request_id: 'q1',
        call_type: 'acompletion',
        spend: '0.01',
        startTime: '2026-02-03 10:00:00',
        model: 'desk-1',
        messages: ASKED,
        response: ANSWER,
        metadata: {},
      },
    ],
    [
      'openai-chat',
      {
        databricks_request_id: 'd1',
        request: { messages: ASKED },
        response: ANSWER,
        status_code: '200',
        execution_duration_ms: '40',
      },
    ],
    ['openai-chat', { request_body: { messages: ASKED }, response_body: ANSWER }],
    [
      'langfuse',
      {
        id: 't1',
        timestamp: '2026-02-03T10:00:00Z',
        name: 'desk',
        userId: '',
        sessionId: 's',
        environment: 'default',
        tags: ['a'],
        input: ASKED,
        output: '"Two."',
      },
    ],
    [
      'langfuse',
      {
        id: 'g1',
        traceId: 't1',
        name: 'chat',
        startTime: '2026-02-03T10:00:00Z',
        model: 'desk-1',
        input: ASKED,
        output: { role: 'assistant', content: 'Two.' },
      },
    ],
    [
      'otel',
      {
        TraceId: 'aa',
        SpanId: 'bb',
        ParentSpanId: '',
        SpanName: 'chat',
        Timestamp: '2026-02-03 10:00:00',
        SpanAttributes: {
          'gen_ai.prompt.0.role': 'user',
          'gen_ai.prompt.0.content': 'Any "bells" left?',
          'gen_ai.completion.0.role': 'assistant',
          'gen_ai.completion.0.content': 'Two.',
        },
      },
    ],
    [
      'gemini',
      {
        logging_time: '2026-02-03 10:00:00',
        model: 'desk-1',
        full_request: { contents: [{ role: 'user', parts: [{ text: 'Any "bells" left?' }] }] },
        full_response: { candidates: [{ content: { role: 'model', parts: [{ text: 'Two.' }] } }] },
      },
    ],
  ])('a row of %s', async (id, row) => {
    const { format, samples } = await imported(csvOf(row));
    expect([format, samples]).toEqual([id, TALK]);
    // The same table as JSON lines whose cells are texts, as Parquet has them.
    const texts = Object.fromEntries(
      Object.entries(row).map(([key, cell]) => [key, typeof cell === 'string' ? cell : JSON.stringify(cell)]),
    );
    expect(await imported(JSON.stringify(texts))).toMatchObject({ format: id, samples: TALK });
  });

  it('sheets of a workbook too', async () => {
    const row = {
      request_id: 'h1',
      request_created_at: '2026-02-03T10:00:00Z',
      request_body: JSON.stringify({ messages: ASKED }),
      response_body: JSON.stringify(ANSWER),
    };
    const { format, samples } = await imported(workbookOf({ Requests: [Object.keys(row), Object.values(row)] }));
    expect([format, samples]).toEqual(['helicone', [{ ...TALK[0], at: '0/0' }]]);
  });
});

describe('any other table', () => {
  it.each([
    'request,response\nWhere is it?,Here\n',
    'request,response\n{not json,Here\n',
    'id,input,output\n1,"[1,2]",{}\n',
    'span_id,input\na,b\n',
  ])('keeps its cells as they are written: %j', async (text) => {
    const { records } = await readAll(whole(text));
    expect(records.map(({ kind }) => kind)).toEqual(['row']);
  });

  it('keeps the texts of records that were never rows', async () => {
    const value = { id: 'a', span_id: 'a', root_span_id: 'a', span_attributes: {}, input: '{"x":1}', output: '[1]' };
    const { records } = await readAll(whole(JSON.stringify(value)));
    expect(records).toMatchObject([{ value }]);
  });
});
