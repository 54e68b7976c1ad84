import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

/** What the fake model does with a request: answers, or calls a tool, or fails. */
export type TestUpstream = {
  readonly url: string;
  readonly seen: readonly {
    readonly path: string;
    readonly headers: IncomingMessage['headers'];
    readonly body: string;
  }[];
  readonly close: () => Promise<void>;
};

type Turn = { readonly role?: string; readonly content?: unknown };

/**
 * A server that speaks the protocol of OpenAI for chat completions and Responses, streaming included. A conversation that
 * ends with a person's words about weight is answered with two parallel calls; any other with a sentence.
 */
export async function startUpstream(): Promise<TestUpstream> {
  const seen: TestUpstream['seen'][number][] = [];
  const server = createServer((request, response) => void answer(request, response));
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const body = Buffer.concat(chunks).toString();
    const path = request.url ?? '';
    seen.push({ path, headers: request.headers, body });
    if (path.startsWith('/v1/models')) {
      json(response, 200, { object: 'list', data: [{ id: 'bell-1', object: 'model' }] });
      return;
    }
    const sent = JSON.parse(body) as { stream?: boolean; messages?: Turn[]; input?: string | Turn[] };
    if (body.includes('wrong key')) {
      json(response, 401, {
        error: { message: `Incorrect key: ${request.headers.authorization}`, type: 'auth' },
      });
      return;
    }
    if (path.startsWith('/v1/chat')) {
      chat(response, sent.messages ?? [], sent.stream === true, seen.length);
      return;
    }
    responses(response, sent.input ?? '', sent.stream === true, seen.length);
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    seen,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}

function json(response: ServerResponse, status: number, value: object): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(value));
}

const CALLS = [
  { id: 'call_a', name: 'weigh', arguments: '{"part":"bell \u{1F514}"}' },
  { id: 'call_b', name: 'weigh', arguments: '{"part":"basket"}' },
];
/** Words about weight are answered by a call for each part that is named. */
function callsFor(last: Turn | undefined): typeof CALLS {
  const text = last?.role === 'user' ? String(last.content) : '';
  return text.includes('weigh') ? CALLS.filter((_, at) => text.includes(['bell', 'basket'][at] ?? '')) : [];
}

const USAGE = { prompt_tokens: 9, completion_tokens: 5, total_tokens: 14 };

function chat(response: ServerResponse, messages: readonly Turn[], stream: boolean, nth: number): void {
  const last = messages.at(-1);
  const calls = callsFor(last);
  const asks = calls.length > 0;
  const text = `Answer ${messages.length}: schön \u{1F6B2}.`;
  const base = { id: `chatcmpl-${nth}`, created: 1_767_225_600, model: 'bell-1' };
  if (!stream) {
    const tool_calls = calls.map(({ id, ...call }) => ({ id, type: 'function', function: call }));
    const message = { role: 'assistant', content: asks ? null : text, refusal: null, ...(asks ? { tool_calls } : {}) };
    const finish_reason = asks ? 'tool_calls' : 'stop';
    return json(response, 200, {
      ...base,
      object: 'chat.completion',
      choices: [{ index: 0, message, finish_reason }],
      usage: USAGE,
    });
  }
  const chunk = (delta: object, finish_reason: string | null = null): object => ({
    ...base,
    object: 'chat.completion.chunk',
    choices: [{ index: 0, delta, finish_reason }],
  });
  const pieces = asks
    ? calls.flatMap(({ id, name, arguments: text }, index) => [
        chunk({ tool_calls: [{ index, id, type: 'function', function: { name, arguments: '' } }] }),
        chunk({ tool_calls: [{ index, function: { arguments: text.slice(0, 7) } }] }),
        chunk({ tool_calls: [{ index, function: { arguments: text.slice(7) } }] }),
      ])
    : Array.from(text, (content) => chunk({ content }));
  const events = [
    chunk({ role: 'assistant', content: asks ? null : '' }),
    ...pieces,
    chunk({}, asks ? 'tool_calls' : 'stop'),
  ];
  const usage = { ...base, object: 'chat.completion.chunk', choices: [], usage: USAGE };
  void stream_(
    response,
    [...events, usage].map((event) => `data: ${JSON.stringify(event)}\n\n`).concat('data: [DONE]\n\n'),
  );
}

function responses(response: ServerResponse, input: string | readonly Turn[], stream: boolean, nth: number): void {
  const id = `resp_${nth}`;
  const last = typeof input === 'string' ? { role: 'user', content: input } : input.at(-1);
  const calls = callsFor(last);
  const asks = calls.length > 0;
  const output = asks
    ? calls.map(({ id: call_id, ...call }, at) => ({
        type: 'function_call',
        id: `fc_${nth}_${at}`,
        call_id,
        ...call,
        status: 'completed',
      }))
    : [
        {
          type: 'message',
          id: `msg_${nth}`,
          role: 'assistant',
          status: 'completed',
          content: [{ type: 'output_text', text: `Answer: schön \u{1F6B2}.`, annotations: [] }],
        },
      ];
  const whole = {
    id,
    object: 'response',
    created_at: 1_767_225_600,
    status: 'completed',
    model: 'bell-1',
    output,
    error: null,
    usage: { input_tokens: 9, output_tokens: 5, total_tokens: 14 },
  };
  if (!stream) return json(response, 200, whole);
  const events = [
    { type: 'response.created', sequence_number: 0, response: { ...whole, status: 'in_progress', output: [] } },
    ...output.flatMap((item, output_index) => [
      { type: 'response.output_item.added', sequence_number: 1, output_index, item },
      { type: 'response.output_item.done', sequence_number: 2, output_index, item },
    ]),
    { type: 'response.completed', sequence_number: 3, response: whole },
  ];
  void stream_(
    response,
    events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`),
  );
}

/** Sends in pieces that cut events anywhere, so that nobody can rely on one event a chunk. */
async function stream_(response: ServerResponse, events: readonly string[]): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const bytes = Buffer.from(events.join(''));
  for (let at = 0; at < bytes.length; at += 97) {
    response.write(bytes.subarray(at, at + 97));
    await new Promise((resolve) => setImmediate(resolve));
  }
  response.end();
}
