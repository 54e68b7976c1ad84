import type { JsonValue } from '../../../shared/model/json.ts';
import type { Message } from '../../../shared/model/message.ts';
import { readToolArgs } from '../importers/shared/tool-args.ts';
import { isJsonText } from './json-text.ts';

/** The texts of a sample as they are stored. `title` is null when it follows from the prompt. */
export type SampleTexts = {
  readonly title: string | null;
  readonly prompt: string;
  readonly tools: string;
  readonly reference: string;
  readonly extras: string | null;
  readonly attempts: readonly { readonly id: number; readonly body: string; readonly extras: string | null }[];
};

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
  const field =
    message.role === 'tool' ? 'results' : base.attempt !== null && message.role === 'assistant' ? 'answers' : 'prompt';
  const json = (name: string, value: JsonValue | undefined, put: (value: JsonValue) => void): void => {
    if (value === undefined || value === null) return;
    emit({
      ...base,
      field: 'extras',
      place: `${base.place}, ${name}`,
      mode: 'json',
      byMember: true,
      text: JSON.stringify(value),
      // Masking keeps JSON texts JSON.
      put: (text) => put(JSON.parse(text) as JsonValue),
    });
  };
  for (const [part, one] of message.parts.entries()) {
    if (one.type === 'text' || one.type === 'refusal' || (one.type === 'reasoning' && one.encrypted !== true))
      emit({
        ...base,
        field: one.type === 'reasoning' ? 'reasoning' : field,
        part,
        text: one.text,
        put: (text) => void (one.text = text),
      });
    else if (one.type === 'other') json('part', one.raw, (raw) => void (one.raw = raw));
    else if (one.type === 'file' && one.name !== undefined)
      emit({ ...base, field, part, mode: 'text', text: one.name, put: (text) => void (one.name = text) });
    else if (one.type === 'image' && one.url !== undefined)
      emit({ ...base, field, part, mode: 'text', text: one.url, put: (text) => void (one.url = text) });
  }
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
    json(`extras of ${one.name}`, one.extras, (value) => void (one.extras = value as typeof one.extras & object));
  }
  json('extras', message.extras, (value) => void (message.extras = value as typeof message.extras & object));
}
