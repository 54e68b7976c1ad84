import { parse as parseJson, type ParseError } from 'jsonc-parser';
import { z } from 'zod';
import type { SampleDraft } from '../../../shared/contract/samples.ts';
import { isJsonObject, type JsonObject } from '../../../shared/model/json.ts';
import type { Message, Role } from '../../../shared/model/message.ts';
import { messageText, ToolDef } from '../../../shared/model/message.ts';
import type { SampleDetail } from '../../../shared/model/sample.ts';

type Draft = z.infer<typeof SampleDraft>;
/** A turn of the prompt while it is edited. A turn that is more than text is kept as it is. */
export type FormTurn = {
  readonly key: string;
  readonly role: Role;
  readonly text: string;
  readonly original: Message | null;
};
export type SampleForm = {
  readonly title: string;
  readonly turns: readonly FormTurn[];
  readonly tools: string;
  readonly reference: string;
};
export type FormField = 'turns' | 'tools' | 'reference';
/** Its text is `samples:editor.problems.<code>`. */
export type FormProblem =
  | { readonly code: 'noTurn' | 'notObject' | 'notToolList' }
  | { readonly code: 'notJson'; readonly line: number; readonly column: number }
  | { readonly code: 'badTool'; readonly number: number };
export type FormResult =
  | { readonly ok: true; readonly draft: Draft }
  | { readonly ok: false; readonly problems: Readonly<Partial<Record<FormField, FormProblem>>> };

export const EMPTY_FORM: SampleForm = {
  title: '',
  turns: [{ key: '0', role: 'user', text: '', original: null }],
  tools: '[]',
  reference: '{}',
};

/** @returns the form of a sample, its JSON indented */
export function toForm(detail: SampleDetail): SampleForm {
  return {
    title: detail.row.title,
    turns: detail.prompt.map((message, index) => ({
      key: String(index),
      role: message.role,
      text: messageText(message),
      original: message,
    })),
    tools: JSON.stringify(detail.tools, null, 2),
    reference: JSON.stringify(detail.reference, null, 2),
  };
}

/** @returns whether a turn holds more than its text, so that only its place can be changed here */
export function isTextOnly(turn: FormTurn): boolean {
  const { original } = turn;
  return (
    original === null || (original.parts.every((part) => part.type === 'text') && (original.calls?.length ?? 0) === 0)
  );
}

/** Reads a form; every problem says where it is. */
export function readForm(form: SampleForm): FormResult {
  const problems: Partial<Record<FormField, FormProblem>> = {};
  const turns = form.turns
    .map(toMessage)
    .filter((message) => message.parts.length > 0 || (message.calls?.length ?? 0) > 0);
  if (turns.length === 0) problems.turns = { code: 'noTurn' };
  const reference = readJson(form.reference === '' ? '{}' : form.reference);
  if (!reference.ok) problems.reference = reference.problem;
  else if (!isJsonObject(reference.value)) problems.reference = { code: 'notObject' };
  const tools = readTools(form.tools);
  if (!tools.ok) problems.tools = tools.problem;
  if (Object.keys(problems).length > 0 || !reference.ok || !tools.ok) return { ok: false, problems };
  const title = form.title.trim();
  const draft: Draft = {
    ...(title === '' ? {} : { title }),
    prompt: turns,
    tools: tools.value,
    // Checked above.
    reference: reference.value as JsonObject,
  };
  return { ok: true, draft };
}

/** @returns only what differs from the sample, so that an unchanged part keeps every field the form does not show */
export function changesOf(draft: Draft, detail: SampleDetail): Partial<Draft> {
  const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
  return {
    ...(draft.title === undefined || draft.title === detail.row.title ? {} : { title: draft.title }),
    ...(isSame(draft.prompt, detail.prompt) ? {} : { prompt: draft.prompt }),
    ...(isSame(draft.tools, detail.tools) ? {} : { tools: draft.tools }),
    ...(isSame(draft.reference, detail.reference) ? {} : { reference: draft.reference }),
  };
}

function toMessage(turn: FormTurn): Message {
  const { original } = turn;
  if (original !== null && (!isTextOnly(turn) || messageText(original) === turn.text)) {
    return original.role === turn.role ? original : { ...original, role: turn.role };
  }
  const parts: Message['parts'] = turn.text === '' ? [] : [{ type: 'text', text: turn.text }];
  if (original === null) return { role: turn.role, parts };
  // What was counted or recorded of the old text does not hold for the new one.
  const { tokens: _tokens, contentForm: _form, ...rest } = original;
  return { ...rest, role: turn.role, parts };
}

type Read<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problem: FormProblem };

function readJson(text: string): Read<unknown> {
  const errors: ParseError[] = [];
  const value: unknown = parseJson(text, errors, { disallowComments: true, allowTrailingComma: false });
  const [first] = errors;
  if (first === undefined) return { ok: true, value };
  const before = text.slice(0, first.offset).split('\n');
  return { ok: false, problem: { code: 'notJson', line: before.length, column: (before.at(-1)?.length ?? 0) + 1 } };
}

function readTools(text: string): Read<ToolDef[]> {
  const read = readJson(text.trim() === '' ? '[]' : text);
  if (!read.ok) return read;
  const parsed = z.array(ToolDef).safeParse(read.value);
  if (parsed.success) return { ok: true, value: parsed.data };
  const place = parsed.error.issues[0]?.path[0];
  return {
    ok: false,
    problem: typeof place === 'number' ? { code: 'badTool', number: place + 1 } : { code: 'notToolList' },
  };
}
