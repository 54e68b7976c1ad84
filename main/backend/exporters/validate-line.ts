import { isJsonObject, type JsonObject, type JsonValue } from '../../../shared/model/json.ts';
import { resolvePath } from './json-path.ts';
import { RESERVED_KEYS } from './openai-line.ts';
import type { LineContext, LineProblem } from './types.ts';

const ROLES = new Set(['developer', 'user', 'assistant', 'tool']);
/** Phrases that Microsoft's own validator warns of: they trip content filters. */
const FILTERED_PHRASES = [
  'chain of thought',
  'step by step reasoning',
  'let me think',
  'think carefully',
  'reason through',
];

type Report = (severity: LineProblem['severity'], code: string, message: string, path?: string) => void;

/**
 * Checks one line against the RFT schema and the rejections collected in practice (`spec/rft.md` 1.1, 1.2, 1.5).
 *
 * @returns problems in the order of the line; errors keep it out
 */
export function validateRftLine(
  line: JsonObject,
  context: LineContext,
  options: { readonly images: boolean },
): readonly LineProblem[] {
  const problems: LineProblem[] = [];
  const report: Report = (severity, code, message, path) =>
    void problems.push({ severity, code, message, path: path ?? null });
  const messages = Array.isArray(line['messages']) ? (line['messages'] as readonly JsonValue[]) : [];
  checkTurns(messages, report);
  checkCalls(messages, report);
  checkParts(messages, options, report);
  checkTools(line['tools'], report);
  checkReference(line, report);
  checkVariables(line, context, report);
  return problems;
}

function checkTurns(messages: readonly JsonValue[], report: Report): void {
  if (messages.length === 0) return report('error', 'no_messages', 'The sample has no messages.', 'messages');
  let before: JsonValue = null;
  messages.forEach((message, at) => {
    if (!isJsonObject(message)) return;
    const path = `messages[${at}]`;
    const role = textOf(message['role']);
    if (!ROLES.has(role))
      report('error', 'unknown_role', `The role ${role} is not one of the line format.`, `${path}.role`);
    if (role === 'assistant' && before === 'assistant')
      report(
        'error',
        'consecutive_assistant',
        'Two assistant messages follow each other, which the service refuses.',
        path,
      );
    if (role === 'user' && before === 'user')
      report('warning', 'consecutive_user', 'Two user messages follow each other.', path);
    if (role === 'assistant' && message['content'] === null && message['tool_calls'] === undefined)
      report('error', 'empty_assistant', 'An assistant message has neither content nor calls.', path);
    if (message['content'] === 'null')
      report('warning', 'content_null_text', 'The content is the word null, not an empty content.', `${path}.content`);
    before = role;
  });
  if (!messages.some((message) => isJsonObject(message) && message['role'] === 'user'))
    report('error', 'no_user', 'The prompt has no user message.', 'messages');
  const last = messages.at(-1);
  if (isJsonObject(last) && last['role'] !== 'user')
    report(
      'error',
      'last_not_user',
      'The last message of the prompt must be from the user.',
      `messages[${messages.length - 1}]`,
    );
}

function checkCalls(messages: readonly JsonValue[], report: Report): void {
  const open = new Map<string, string>();
  messages.forEach((message, at) => {
    if (!isJsonObject(message)) return;
    const calls = Array.isArray(message['tool_calls']) ? (message['tool_calls'] as readonly JsonValue[]) : [];
    calls.forEach((call, index) => checkCall(call, `messages[${at}].tool_calls[${index}]`, open, report));
    if (message['role'] !== 'tool') return;
    const id = message['tool_call_id'];
    if (typeof id === 'string' && open.delete(id)) return;
    report('error', 'orphan_result', 'A tool result answers no earlier call.', `messages[${at}].tool_call_id`);
  });
  for (const path of open.values()) report('error', 'missing_result', 'A tool call has no result.', path);
}

function checkCall(call: JsonValue, path: string, open: Map<string, string>, report: Report): void {
  if (!isJsonObject(call)) return;
  const target = call['function'];
  if (typeof call['id'] === 'string') open.set(call['id'], path);
  const text = isJsonObject(target) ? target['arguments'] : undefined;
  try {
    JSON.parse(typeof text === 'string' ? text : '');
  } catch {
    report('error', 'bad_arguments', 'The arguments of a call are not valid JSON.', `${path}.function.arguments`);
  }
}

function checkParts(messages: readonly JsonValue[], options: { images: boolean }, report: Report): void {
  messages.forEach((message, at) => {
    if (!isJsonObject(message)) return;
    const { content } = message;
    if (typeof content === 'string') return checkPhrases(content, `messages[${at}].content`, report);
    if (!Array.isArray(content)) return;
    (content as readonly JsonValue[]).forEach((part, index) => {
      const kind = isJsonObject(part) ? textOf(part['type']) : 'unknown';
      const path = `messages[${at}].content[${index}]`;
      if (kind === 'image_url' && options.images) return;
      if (kind === 'text' || kind === 'refusal') return;
      report('error', 'part_refused', `Content of the kind ${kind} is refused by this trainer.`, path);
    });
  });
}

function checkPhrases(text: string, path: string, report: Report): void {
  const lower = text.toLowerCase();
  const phrase = FILTERED_PHRASES.find((candidate) => lower.includes(candidate));
  if (phrase !== undefined)
    report('warning', 'filtered_phrase', `The phrase "${phrase}" is known to trip content filters.`, path);
}

function checkTools(tools: JsonValue | undefined, report: Report): void {
  if (!Array.isArray(tools)) return;
  const names = new Set<string>();
  (tools as readonly JsonValue[]).forEach((tool, at) => {
    const target = isJsonObject(tool) ? tool['function'] : undefined;
    const name = isJsonObject(target) ? textOf(target['name']) : '';
    if (!/^[\w-]{1,64}$/u.test(name))
      report(
        'error',
        'tool_name',
        'A tool name must be 1 to 64 letters, digits, _ or -.',
        `tools[${at}].function.name`,
      );
    if (names.has(name)) report('error', 'tool_twice', `The tool ${name} is offered twice.`, `tools[${at}]`);
    names.add(name);
  });
}

function checkReference(line: JsonObject, report: Report): void {
  const keys = Object.keys(line).filter((key) => !RESERVED_KEYS.includes(key));
  if (keys.length === 0)
    return report(
      'error',
      'no_reference',
      'The sample has no reference field, so a grader has nothing to compare with.',
    );
  for (const key of keys) {
    const value = line[key];
    if (value === null || value === '' || (typeof value === 'string' && value.trim() === ''))
      report('error', 'blank_reference', `The reference field ${key} is blank.`, key);
  }
}

function checkVariables(line: JsonObject, context: LineContext, report: Report): void {
  for (const path of context.itemPaths) {
    if (resolvePath(line, path) === undefined)
      report('error', 'missing_variable', `The grader reads item.${path}, which this sample does not have.`, path);
  }
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}
