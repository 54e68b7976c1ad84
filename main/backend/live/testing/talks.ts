import type OpenAI from 'openai';
import type { Message } from '../../../../shared/model/message.ts';

/** A message in the barest form, to compare what a client sent and got with what was collected. */
export type Plain = {
  readonly role: string;
  readonly text: string;
  readonly calls: readonly { readonly name: string; readonly args: string }[];
};

/** @returns a collected message in the barest form */
export function plainMessage({ role, parts, calls }: Message): Plain {
  return {
    role,
    text: parts.flatMap((part) => (part.type === 'text' ? part.text : [])).join(''),
    calls: (calls ?? []).map(({ name, argsText }) => ({ name, args: argsText })),
  };
}

type Params = OpenAI.Chat.ChatCompletionMessageParam;
type Answer = OpenAI.Chat.ChatCompletionMessage;

const TOOL = {
  name: 'weigh',
  description: 'Weighs a part of a bike.',
  parameters: { type: 'object', properties: { part: { type: 'string' } }, required: ['part'] },
};

/**
 * A talk of three calls: a question that is answered with two parallel tool calls, their results, another question. Each
 * call sends the history again, as programs do.
 *
 * @param name makes the talk unlike others
 * @param parts what is to be weighed: a call for each
 * @returns everything that was said
 */
export async function chatTalk(
  client: OpenAI,
  name: string,
  stream: boolean,
  parts = 'the bell and the basket',
): Promise<readonly Plain[]> {
  const messages: Params[] = [
    { role: 'system', content: 'You keep a bike shop. ärger "quoted" \u{1F6B2}' },
    { role: 'user', content: `${name}: please weigh ${parts}.` },
  ];
  const say = async (): Promise<Answer> => {
    const body = { model: 'bell-1', messages, tools: [{ type: 'function' as const, function: TOOL }] };
    const answer = stream
      ? await client.chat.completions.stream({ ...body, stream_options: { include_usage: true } }).finalMessage()
      : (await client.chat.completions.create(body)).choices[0]?.message;
    if (answer === undefined) throw new Error('No answer came.');
    const { content, tool_calls: calls } = answer;
    messages.push({ role: 'assistant', content, ...(calls === undefined ? {} : { tool_calls: calls }) });
    return answer;
  };
  for (const { id } of (await say()).tool_calls ?? [])
    messages.push({ role: 'tool', tool_call_id: id, content: `${id}: 200 g` });
  await say();
  messages.push({ role: 'user', content: 'Thanks. And in red?' });
  await say();
  return messages.map(plainParam);
}

function plainParam(message: Params): Plain {
  const calls = 'tool_calls' in message ? (message.tool_calls ?? []) : [];
  return {
    role: message.role,
    text: typeof message.content === 'string' ? message.content : '',
    calls: calls.flatMap((call) =>
      call.type === 'function' ? [{ name: call.function.name, args: call.function.arguments }] : [],
    ),
  };
}

/** The same with Responses: the second call goes on from the first by its id, the third sends only what is new too. */
export async function responsesTalk(client: OpenAI, name: string, stream: boolean): Promise<readonly Plain[]> {
  const instructions = 'You keep a bike shop.';
  const question = `${name}: please weigh the bell and the basket.`;
  const said: Plain[] = [
    { role: 'system', text: instructions, calls: [] },
    { role: 'user', text: question, calls: [] },
  ];
  let previous: string | undefined;
  const say = async (input: OpenAI.Responses.ResponseInput): Promise<OpenAI.Responses.Response> => {
    const body = {
      model: 'bell-1',
      instructions,
      input,
      tools: [{ type: 'function' as const, strict: null, ...TOOL }],
      ...(previous === undefined ? {} : { previous_response_id: previous }),
    };
    const answer = stream ? await client.responses.stream(body).finalResponse() : await client.responses.create(body);
    previous = answer.id;
    said.push({
      role: 'assistant',
      text: answer.output_text,
      calls: answer.output.flatMap((item) =>
        item.type === 'function_call' ? [{ name: item.name, args: item.arguments }] : [],
      ),
    });
    return answer;
  };
  const first = await say([{ role: 'user', content: question }]);
  const results = first.output.flatMap((item) =>
    item.type === 'function_call'
      ? [{ type: 'function_call_output' as const, call_id: item.call_id, output: `${item.call_id}: 200 g` }]
      : [],
  );
  said.push(...results.map(({ output }) => ({ role: 'tool', text: output, calls: [] })));
  await say(results);
  said.push({ role: 'user', text: 'Thanks. And in red?', calls: [] });
  await say([{ role: 'user', content: 'Thanks. And in red?' }]);
  return said;
}
