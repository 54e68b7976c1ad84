import { isJsonObject } from '../../../../shared/model/json.ts';
import type { JsonObject, JsonValue } from '../../../../shared/model/json.ts';
import type { Message, ToolDef } from '../../../../shared/model/message.ts';
import { objectsOf, textOf } from './fields.ts';
import { restOf } from './openai-content.ts';
import { parsePythonLiteral } from './python-literal.ts';
import { createTranscript } from './transcript.ts';

type Step = {
  readonly name: string;
  readonly args: JsonValue | undefined;
  /** undefined when the text was cut before it */
  readonly response: JsonValue | undefined;
  readonly cut: boolean;
};

export type Chain = {
  readonly messages: readonly Message[];
  /** Branches beside the first, as they stand; undefined when there are none. */
  readonly others: JsonValue | undefined;
};

/**
 * Reads the linked steps of a ToolEval answer (`answer_details`). A tool step is the Python text of a dictionary, cut at
 * 100 characters: its name is whole, its arguments and response may not be. The call that ends a run is given whole beside
 * the steps.
 */
export function readChain(answer: JsonObject): Chain {
  const transcript = createTranscript();
  const others: JsonValue[] = [];
  const finalAnswer = textOf(answer['final_answer']);
  let nodes = objectsOf(answer['answer_details']);
  for (let node = nodes[0]; node !== undefined; node = nodes[0]) {
    others.push(...nodes.slice(1));
    const { role } = node;
    const message = node['message'] ?? null;
    const step = role === 'tool' ? readStep(message) : null;
    if (step !== null) addStep(transcript, step, finalAnswer);
    else if (role === 'tool') transcript.add('tool', { content: asText(message) });
    else if (role === 'system') {
      if (message !== '' && message !== null) transcript.add('system', { content: asText(message) });
    } else transcript.add(role === 'user' ? 'user' : 'assistant', { content: asText(message) });
    nodes = objectsOf(node['next']);
  }
  return { messages: transcript.messages, others: others.length > 0 ? others : undefined };
}

function asText(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function addStep(transcript: ReturnType<typeof createTranscript>, step: Step, finalAnswer: string | null): void {
  const isEnd = step.name === 'Finish';
  const args = isEnd && step.cut && finalAnswer !== null ? finalAnswer : step.args;
  transcript.add('assistant', {
    content: null,
    calls: [{ name: step.name, args, extras: step.cut && !(isEnd && finalAnswer !== null) ? { cut: true } : null }],
  });
  const { response } = step;
  if (isEnd && (response === undefined || response === '')) return;
  if (response !== undefined)
    transcript.add('tool', {
      name: step.name,
      content: asText(response),
      extras: step.cut ? { cut: true } : null,
    });
}

const WHOLE = String.raw`'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"`;
const STEP = new RegExp(`^\\{'name': (${WHOLE})(?:, 'arguments': (${WHOLE}))?(?:, 'response': ['"](.*))?`, 's');

function readStep(message: JsonValue): Step | null {
  const whole = typeof message === 'string' ? parsePythonLiteral(message) : message;
  if (whole !== undefined && isJsonObject(whole)) {
    const name = textOf(whole['name']);
    return name === null ? null : { name, args: whole['arguments'], response: whole['response'], cut: false };
  }
  const match = typeof message === 'string' ? STEP.exec(message) : null;
  const name = match === null ? null : literal(match[1]);
  if (match === null || name === null || typeof message !== 'string') return null;
  // What is left of arguments that were cut; it does not parse, and is marked so.
  const rest = match[2] === undefined ? (message.split(", 'arguments': ")[1] ?? undefined) : undefined;
  const args = match[2] === undefined ? rest?.slice(1) : (literal(match[2]) ?? match[2]);
  return { name, args, response: match[3], cut: true };
}

function literal(text: string | undefined): string | null {
  const value = text === undefined ? undefined : parsePythonLiteral(text);
  return typeof value === 'string' ? value : null;
}

/** @returns the tools of a query's `api_list`; parameters become a schema, the rest is kept */
export function apiTools(list: JsonValue | undefined): readonly ToolDef[] {
  return objectsOf(list).flatMap((api): ToolDef[] => {
    const name = textOf(api['api_name']);
    if (name === null) return [];
    const required = objectsOf(api['required_parameters']);
    const all = [...required, ...objectsOf(api['optional_parameters'])];
    const description = textOf(api['api_description']);
    const extras = restOf(api, ['api_name', 'api_description', 'required_parameters', 'optional_parameters']);
    return [
      {
        name,
        ...(description === null || description.trim() === '' ? {} : { description }),
        parameters: {
          type: 'object',
          properties: Object.fromEntries(all.map((one) => [textOf(one['name']) ?? '', schemaOf(one)])),
          required: required.map((one) => textOf(one['name']) ?? ''),
        },
        kind: 'function',
        ...(extras === null ? {} : { extras }),
      },
    ];
  });
}

function schemaOf(parameter: JsonObject): JsonObject {
  const type = textOf(parameter['type'])?.toLowerCase();
  const known = ['string', 'number', 'boolean', 'array', 'object', 'integer'].find((name) => name === type);
  return { ...restOf(parameter, ['name', 'type']), ...(known === undefined ? {} : { type: known }) };
}
