import { isJsonObject } from '../../../../shared/model/json.ts';
import type { JsonObject, JsonValue } from '../../../../shared/model/json.ts';
import { listOf, numberOf, objectOf, objectsOf, textOf } from './fields.ts';
import { streamPayloads } from './halves.ts';
import { restOf } from './openai-content.ts';
import { sumOf } from './provider-exchange.ts';
import { instTurns } from './prompt-template.ts';
import type { AnswerRead, Choice, ProviderForm, RequestRead } from './provider-exchange.ts';
import { textBlock } from './turns.ts';
import type { Turn } from './turns.ts';

/**
 * Models that continue a text: OpenAI's legacy completions, Anthropic's text completions, and the families that Bedrock
 * calls by `InvokeModel` (Titan, Llama, Mistral, Cohere, Jurassic).
 */
export const completionForm: ProviderForm = {
  name: 'a text completion',
  isRequest,
  isAnswer,
  readRequest,
  readAnswer,
  modelOf: (wrapper) => textOf(wrapper['modelId']),
};

/** What is sent: the text, and a parameter that tells the form from any row with a prompt. */
const PARAMETERS = [
  'max_tokens_to_sample', // Anthropic
  'max_gen_len', // Llama
  'max_tokens', // OpenAI, Mistral, Cohere
  'maxTokens', // Jurassic
  'temperature',
  'stop_sequences',
  'model',
] as const;

function isRequest(value: JsonObject): boolean {
  if (typeof value['inputText'] === 'string') return true;
  const isText = typeof value['prompt'] === 'string' || isTexts(value['prompt']);
  // Cohere's chat: one message, the others beside it.
  const isCohere = typeof value['message'] === 'string' && Array.isArray(value['chat_history']);
  return isCohere || (isText && PARAMETERS.some((key) => Object.hasOwn(value, key)));
}

function textsOf(value: JsonValue | undefined): readonly string[] {
  return listOf(value).filter((item) => typeof item === 'string');
}

function isTexts(value: JsonValue | undefined): boolean {
  return listOf(value).length > 0 && textsOf(value).length === listOf(value).length;
}

/** The field that holds the answers of a family, and how one of them is written. */
type Family = { readonly test: (answer: JsonObject) => boolean; readonly read: (answer: JsonObject) => AnswerParts };
type AnswerParts = {
  readonly texts: readonly {
    readonly text: string;
    readonly finish: string | null;
    readonly rest: JsonObject | null;
  }[];
  readonly rest: JsonObject | null;
  /** Tokens of the prompt, and of the answer. */
  readonly tokens: readonly [JsonValue | undefined, JsonValue | undefined];
};

function listFamily(field: string, text: string, finish: string): Family {
  const textIn = (item: JsonObject): string | null => textOf(item[text]) ?? textOf(objectOf(item['data'])[text]);
  const finishOf = (item: JsonObject): string | null =>
    textOf(item[finish]) ?? textOf(objectOf(item[finish])['reason']);
  return {
    test: (answer) => {
      const items = objectsOf(answer[field]);
      return items.length > 0 && items.every((item) => textIn(item) !== null && !isJsonObject(item['message'] ?? null));
    },
    read: (answer) => {
      const items = objectsOf(answer[field]);
      const usage = objectOf(answer['usage']);
      return {
        texts: items.map((item) => ({
          text: textIn(item) ?? '',
          finish: finishOf(item),
          rest: restOf(item, [text, finish, 'index', 'data', 'tokenCount']),
        })),
        rest: restOf(answer, [field, 'model', 'id', 'prompt']),
        tokens: [
          usage['prompt_tokens'] ?? answer['inputTextTokenCount'],
          usage['completion_tokens'] ?? sumOf(...items.map((item) => item['tokenCount'])) ?? undefined,
        ],
      };
    },
  };
}

function textFamily(field: string, finish: string): Family {
  return {
    test: (answer) =>
      typeof answer[field] === 'string' && (Object.hasOwn(answer, finish) || answer['type'] === 'completion'),
    read: (answer) => ({
      texts: [{ text: textOf(answer[field]) ?? '', finish: textOf(answer[finish]), rest: null }],
      rest: restOf(answer, [field, finish, 'model', 'id', 'type', 'prompt_token_count', 'generation_token_count']),
      tokens: [answer['prompt_token_count'], answer['generation_token_count']],
    }),
  };
}

const FAMILIES: readonly Family[] = [
  listFamily('choices', 'text', 'finish_reason'), // OpenAI
  listFamily('results', 'outputText', 'completionReason'), // Titan
  listFamily('outputs', 'text', 'stop_reason'), // Mistral
  listFamily('generations', 'text', 'finish_reason'), // Cohere
  listFamily('completions', 'text', 'finishReason'), // Jurassic
  textFamily('completion', 'stop_reason'), // Anthropic
  textFamily('generation', 'stop_reason'), // Llama
  textFamily('text', 'finish_reason'), // Cohere's chat
];

function familyOf(answer: JsonObject): Family | undefined {
  const isOther = typeof answer['object'] === 'string' && answer['object'].startsWith('chat.completion');
  return isOther ? undefined : FAMILIES.find(({ test }) => test(answer));
}

function isAnswer(value: JsonValue): boolean {
  if (isJsonObject(value)) return familyOf(value) !== undefined;
  const pieces = streamPayloads(value) ?? [];
  return pieces.length > 0 && pieces.every((piece) => familyOf(pieceOf(piece)) !== undefined);
}

/** A piece of a stream; Titan's hold their text alone. */
function pieceOf(piece: JsonObject): JsonObject {
  const { outputText, index: _, ...rest } = piece;
  return typeof outputText === 'string'
    ? { ...rest, results: [{ outputText, ...restOf(piece, ['outputText']) }] }
    : piece;
}

/** Text pieces of a stream, by choice. */
function joinPieces(pieces: readonly JsonObject[]): AnswerParts {
  const texts: { text: string; finish: string | null; rest: JsonObject | null }[] = [];
  let last: AnswerParts = { texts: [], rest: null, tokens: [undefined, undefined] };
  for (const piece of pieces.map(pieceOf)) {
    const read = familyOf(piece)?.read(piece) ?? last;
    last = { ...read, tokens: [last.tokens[0] ?? read.tokens[0], read.tokens[1] ?? last.tokens[1]] };
    for (const [at, part] of last.texts.entries()) {
      const index = numberOf(objectOf(listOf(piece['choices'])[at])['index']) ?? at;
      const known = texts[index];
      texts[index] = {
        text: (known?.text ?? '') + part.text,
        finish: part.finish ?? known?.finish ?? null,
        rest: null,
      };
    }
  }
  return { ...last, texts: texts.flat(), rest: { ...last.rest, streamed: true } };
}

function readAnswer(value: JsonValue): AnswerRead {
  const pieces = isJsonObject(value) ? [] : (streamPayloads(value) ?? []);
  const answer = isJsonObject(value) ? value : (pieces.at(-1) ?? {});
  const read = isJsonObject(value) ? familyOf(value)?.read(value) : joinPieces(pieces);
  const { texts = [], rest = null, tokens = [undefined, undefined] } = read ?? {};
  const created = numberOf(answer['created']);
  return {
    kind: 'answer',
    choices: texts.map(({ text, finish, rest: more }): Choice => ({
      turns: [
        {
          role: 'assistant',
          blocks: [textBlock(text)],
          finish,
          tokens: texts.length === 1 ? numberOf(tokens[1]) : null,
        },
      ],
      rest: more,
    })),
    model: textOf(answer['model']),
    id: textOf(answer['id']),
    tokens: sumOf(...tokens),
    startedAt: created === null ? null : created * 1000,
    latencyMs: null,
    failed: false,
    complete: isJsonObject(value) || texts.some(({ finish }) => finish !== null),
    rest,
  };
}

function readRequest(request: JsonObject): RequestRead {
  const { prompt } = request;
  const text =
    textOf(prompt) ?? textOf(request['inputText']) ?? textOf(request['message']) ?? textsOf(prompt).join('\n');
  const template = instTurns(text);
  const turns = template ?? humanTurns(text) ?? [{ role: 'user' as const, blocks: [textBlock(text)] }];
  return {
    ok: true,
    turns: [...historyOf(request), ...turns],
    ...(template === null ? {} : { notes: [TEMPLATE] }),
    tools: { tools: [], ok: true },
    model: textOf(request['model']),
    rest: restOf(request, [
      'inputText',
      'message',
      'chat_history',
      // A text that was split is kept as it stood too.
      ...(template !== null || (Array.isArray(prompt) && prompt.length > 1) ? [] : ['prompt']),
    ]),
  };
}

const TEMPLATE = {
  code: 'template_split',
  message: 'The prompt is written with the marks [INST] and [/INST], so it was split into messages there.',
};

/** Cohere: `{"role": "USER" | "CHATBOT" | "SYSTEM", "message": ...}`. */
function historyOf(request: JsonObject): readonly Turn[] {
  const preamble = textOf(request['preamble']);
  const system: readonly Turn[] = preamble === null ? [] : [{ role: 'system', blocks: [textBlock(preamble)] }];
  const turns = objectsOf(request['chat_history']).map((item): Turn => {
    const role = textOf(item['role'])?.toUpperCase();
    return {
      role: role === 'CHATBOT' ? 'assistant' : role === 'SYSTEM' ? 'system' : 'user',
      blocks: [textBlock(textOf(item['message']) ?? '')],
    };
  });
  return [...system, ...turns];
}

/**
 * Anthropic's text completions demand `"\n\nHuman: …\n\nAssistant:"`; what comes before the first turn is the system text.
 *
 * @returns null for a prompt that is not written so
 */
function humanTurns(prompt: string): readonly Turn[] | null {
  const pieces = prompt.split(/(?:^|\n\n)(Human|Assistant):/);
  if (pieces.length < 3) return null;
  const system = pieces[0]?.trim() ?? '';
  const turns: Turn[] = system === '' ? [] : [{ role: 'system', blocks: [textBlock(system)] }];
  for (let at = 1; at < pieces.length; at += 2) {
    const text = pieces[at + 1]?.replace(/^ /, '') ?? '';
    // The last "Assistant:" is where the model goes on.
    if (at + 2 >= pieces.length && pieces[at] === 'Assistant' && text.trim() === '') continue;
    turns.push({ role: pieces[at] === 'Human' ? 'user' : 'assistant', blocks: [textBlock(text)] });
  }
  return turns;
}
