import type { JsonValue } from '../../../shared/model/json.ts';
import type { Message, Part } from '../../../shared/model/message.ts';
import { readToolArgs } from '../importers/shared/tool-args.ts';
import type { SampleTexts } from '../engine/sample-texts.ts';
import { isJsonText } from './json-text.ts';

/** One text of a sample, with its place. */
export type Spot = {
  /** Position of the attempt; null in the sample's own texts. */
  readonly attempt: number | null;
  readonly messageIdx: number | null;
  /** The field a policy names; of a reference its members name theirs. */
  readonly field:
    'title' | 'prompt' | 'answers' | 'reasoning' | 'arguments' | 'results' | 'reference' | 'tools' | 'extras';
  /** In words: `prompt 2`, `attempt 1 message 4, arguments of route_status`. */
  readonly place: string;
  /** Part or call of the message, as flags of checks name them. */
  readonly part: number | null;
  readonly call: number | null;
  readonly mode: 'text' | 'json';
  /** Whether spans are those of a member's value rather than of the whole text. */
  readonly byMember: boolean;
  readonly text: string;
  readonly put: (text: string) => void;
};

type Base = Pick<Spot, 'attempt' | 'messageIdx' | 'place'>;
type Emit = (spot: Base & Partial<Spot> & Pick<Spot, 'field' | 'text' | 'put'>) => void;

/** Takes a sample's texts apart. `close` puts them together again with what `put` was given. */
export function openTexts(texts: SampleTexts): { readonly spots: readonly Spot[]; readonly close: () => SampleTexts } {
  const spots: Spot[] = [];
  const emit: Emit = (spot) => {
    const mode = spot.mode ?? (isJsonText(spot.text) ? 'json' : 'text');
    spots.push({ part: null, call: null, byMember: false, ...spot, mode });
  };
  const now = { title: texts.title, tools: texts.tools, reference: texts.reference, extras: texts.extras };
  const whole = { attempt: null, messageIdx: null, mode: 'json', byMember: true } as const;
  const column = (name: 'tools' | 'reference' | 'extras'): void => {
    const text = now[name];
    if (text === null || text === '[]' || text === '{}' || text === 'null') return;
    emit({ ...whole, field: name, place: name, text, put: (next) => void (now[name] = next) });
  };
  // Bodies are written by importing and editing as lists of messages.
  const prompt = JSON.parse(texts.prompt) as Message[];
  emitMessages(emit, prompt, null);
  column('reference');
  column('tools');
  column('extras');
  const attempts = texts.attempts.map(({ id, body, extras }, at) => {
    // As above.
    const attempt = { id, messages: JSON.parse(body) as Message[], extras };
    emitMessages(emit, attempt.messages, at);
    if (extras !== null && extras !== 'null')
      emit({
        ...whole,
        attempt: at,
        field: 'extras',
        place: `attempt ${at + 1}, extras`,
        text: extras,
        put: (next) => void (attempt.extras = next),
      });
    return attempt;
  });
  if (now.title !== null)
    emit({
      ...whole,
      mode: 'text',
      byMember: false,
      field: 'title',
      place: 'title',
      text: now.title,
      put: (next) => void (now.title = next),
    });
  return {
    spots,
    close: () => ({
      ...now,
      prompt: JSON.stringify(prompt),
      attempts: attempts.map(({ id, messages, extras }) => ({ id, body: JSON.stringify(messages), extras })),
    }),
  };
}

function emitMessages(emit: Emit, messages: readonly Message[], attempt: number | null): void {
  for (const [messageIdx, message] of messages.entries()) {
    const place = attempt === null ? `prompt ${messageIdx + 1}` : `attempt ${attempt + 1} message ${messageIdx + 1}`;
    emitMessage(emit, message, { attempt, messageIdx, place });
  }
}

function emitMessage(emit: Emit, message: Message, base: Base): void {
  const answers = base.attempt !== null && message.role === 'assistant';
  const field = message.role === 'tool' ? 'results' : answers ? 'answers' : 'prompt';
  for (const [part, one] of message.parts.entries()) emitPart(emit, one, { ...base, field, part });
  if (message.name !== undefined && message.role !== 'tool')
    emit({
      ...base,
      field,
      place: `${base.place}, name`,
      mode: 'text',
      text: message.name,
      put: (text) => void (message.name = text),
    });
  for (const [call, one] of (message.calls ?? []).entries()) {
    emit({
      ...base,
      field: 'arguments',
      place: `${base.place}, arguments of ${one.name}`,
      call,
      text: one.argsText,
      put(text) {
        const read = readToolArgs(text);
        one.argsText = text;
        if (read.args !== undefined) one.args = read.args;
      },
    });
    emitJson(emit, base, `extras of ${one.name}`, one.extras, (value) => void (one.extras = value));
  }
  emitJson(emit, base, 'extras', message.extras, (value) => void (message.extras = value));
}

function emitPart(emit: Emit, part: Part, base: Base & { readonly field: Spot['field']; readonly part: number }): void {
  switch (part.type) {
    case 'reasoning':
      // What is encrypted is no text.
      if (part.encrypted !== true)
        emit({ ...base, field: 'reasoning', text: part.text, put: (text) => void (part.text = text) });
      return;
    case 'text':
    case 'refusal':
      emit({ ...base, text: part.text, put: (text) => void (part.text = text) });
      return;
    case 'other':
      emitJson(emit, base, 'part', part.raw, (raw) => void (part.raw = raw));
      return;
    case 'file':
      if (part.name !== undefined)
        emit({ ...base, mode: 'text', text: part.name, put: (text) => void (part.name = text) });
      return;
    case 'image':
      if (part.url !== undefined)
        emit({ ...base, mode: 'text', text: part.url, put: (text) => void (part.url = text) });
  }
}

function emitJson<T extends JsonValue>(
  emit: Emit,
  { attempt, messageIdx, place }: Base,
  name: string,
  value: T | undefined,
  put: (value: T) => void,
): void {
  if (value === undefined || value === null) return;
  emit({
    attempt,
    messageIdx,
    field: 'extras',
    place: `${place}, ${name}`,
    mode: 'json',
    byMember: true,
    text: JSON.stringify(value),
    // Masking keeps JSON texts JSON and of the same shape.
    put: (text) => put(JSON.parse(text) as T),
  });
}
