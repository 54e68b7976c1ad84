import type { Message } from '../../../../shared/model/message.ts';
import { looksLikeError } from './error-text.ts';

const ROLE = /^(system|user|assistant|tool): ?/;

export type Displayed = {
  readonly messages: readonly Message[];
  /** Assistant messages shown as `None`: they made a call, which the text does not hold. */
  readonly unseenCalls: number;
};

/**
 * Reads a conversation shown as text, `user: …\nassistant: …\ntool: …`, as the few-shot files of tau-bench hold it. A line
 * without a role goes on with the message before.
 *
 * @returns null when the text does not begin with a role
 */
export function readDisplayed(text: string): Displayed | null {
  const messages: { role: Message['role']; lines: string[] }[] = [];
  for (const line of text.split('\n')) {
    const role = ROLE.exec(line);
    const last = messages.at(-1);
    if (role !== null) {
      // The pattern names these roles only.
      messages.push({ role: role[1] as Message['role'], lines: [line.slice(role[0].length)] });
    } else if (last === undefined) return null;
    else last.lines.push(line);
  }
  const read = messages.map(({ role, lines }): Message => toMessage(role, lines.join('\n').trimEnd()));
  return { messages: read, unseenCalls: read.filter(({ contentForm }) => contentForm === 'null').length };
}

function toMessage(role: Message['role'], text: string): Message {
  // Python's word for no content.
  if (role === 'assistant' && text === 'None') return { role, parts: [], contentForm: 'null' };
  const isError = role === 'tool' && looksLikeError(text);
  return { role, parts: [{ type: 'text', text }], ...(isError ? { isError: 'guessed' as const } : {}) };
}
