import { isJsonObject } from '../../../../shared/model/json.ts';
import type { JsonObject, JsonValue } from '../../../../shared/model/json.ts';
import { listOf, numberOf, objectOf, objectsOf, textOf } from './fields.ts';
import { fieldOf, readContents, readGeminiTools, readParts, restWithout } from './gemini-parts.ts';
import { streamPayloads } from './halves.ts';
import { sumOf } from './provider-exchange.ts';
import type { AnswerRead, Choice, ProviderForm, RequestRead } from './provider-exchange.ts';
import { parseTime } from './time.ts';
import { textBlock } from './turns.ts';
import type { Block, Turn } from './turns.ts';

/** The Gemini form: requests, answers whole and streamed, as the wire or as Python writes them. */
export const geminiForm: ProviderForm = {
  name: 'the Gemini API',
  isRequest: (value) =>
    Array.isArray(value['contents']) && objectsOf(value['contents']).some((item) => Object.hasOwn(item, 'parts')),
  isAnswer,
  readRequest,
  readAnswer,
  modelOf: (wrapper) => modelIn(wrapper['url'] ?? wrapper['endpoint']) ?? modelIn(wrapper['model']) ?? null,
  ownKeys: [
    'contents',
    'systemInstruction',
    'system_instruction',
    'tools',
    'toolConfig',
    'tool_config',
    'generationConfig',
    'generation_config',
    'safetySettings',
    'safety_settings',
    'cachedContent',
    'cached_content',
    'config',
    'labels',
    'model',
  ],
};

/** The model's name stands in the address, before the method. */
function modelIn(address: JsonValue | undefined): string | null {
  return typeof address === 'string' ? (/models\/([^/:?]+)/.exec(address)?.[1] ?? null) : null;
}

function isChunk(value: JsonObject): boolean {
  const blocked = objectOf(fieldOf(value, 'promptFeedback'));
  if (textOf(fieldOf(blocked, 'blockReason')) !== null) return true;
  return objectsOf(value['candidates']).some(
    (item) => isJsonObject(item['content'] ?? null) || textOf(fieldOf(item, 'finishReason')) !== null,
  );
}

function isAnswer(value: JsonValue): boolean {
  if (isJsonObject(value)) return isChunk(value);
  if (typeof value === 'string' && !value.includes('"candidates"') && !/block_?reason/i.test(value)) return false;
  return streamPayloads(value)?.some(isChunk) === true;
}

function readRequest(request: JsonObject): RequestRead {
  const read = readContents(listOf(request['contents']));
  if (!read.ok) return read;
  // Clients in Python keep all settings in one object.
  const config = objectOf(request['config']);
  const system = fieldOf(request, 'systemInstruction') ?? fieldOf(config, 'systemInstruction');
  const tools = readGeminiTools(request['tools'] ?? config['tools']);
  return {
    ok: true,
    turns: [...systemTurns(system), ...read.turns],
    tools,
    model: modelIn(request['model']) ?? textOf(request['model']),
    rest: restWithout(request, ['contents', 'systemInstruction', ...(tools.ok ? ['tools'] : [])]),
  };
}

function systemTurns(system: JsonValue | undefined): readonly Turn[] {
  if (system === undefined || system === null || system === '') return [];
  if (typeof system === 'string') return [{ role: 'system', blocks: [textBlock(system)] }];
  if (Array.isArray(system))
    return [
      {
        role: 'system',
        blocks: listOf(system).flatMap((item) => (typeof item === 'string' ? [textBlock(item)] : readParts([item]))),
      },
    ];
  const parts = objectOf(system)['parts'];
  return [{ role: 'system', blocks: readParts(Array.isArray(parts) ? listOf(parts) : [parts ?? system]) }];
}

type Candidate = { parts: JsonValue[]; fields: JsonObject; finish: string | null };

/** Joins the pieces of a stream, each an answer of its own: parts by candidate, all other fields from the last that has them. */
function joinChunks(chunks: readonly JsonObject[]): {
  readonly body: JsonObject;
  readonly candidates: readonly Candidate[];
} {
  const candidates = new Map<number, Candidate>();
  let body: JsonObject = {};
  for (const chunk of chunks) {
    body = { ...body, ...restWithout(chunk, ['candidates']) };
    for (const [at, item] of objectsOf(chunk['candidates']).entries()) {
      const index = numberOf(item['index']) ?? at;
      const known: Candidate = candidates.get(index) ?? { parts: [], fields: {}, finish: null };
      const parts = objectOf(item['content'])['parts'];
      known.parts.push(...listOf(parts));
      known.fields = { ...known.fields, ...restWithout(item, ['content', 'finishReason', 'index']) };
      known.finish = textOf(fieldOf(item, 'finishReason')) ?? known.finish;
      candidates.set(index, known);
    }
  }
  return { body, candidates: [...candidates].sort(([a], [b]) => a - b).map(([, candidate]) => candidate) };
}

/** Pieces of one text are one part again. */
function joinTexts(blocks: readonly Block[]): readonly Block[] {
  const joined: Block[] = [];
  for (const block of blocks) {
    const last = joined.at(-1);
    if (block.kind !== 'part' || last?.kind !== 'part' || last.part.type !== block.part.type) joined.push(block);
    else if (
      (last.part.type === 'text' || last.part.type === 'reasoning') &&
      (block.part.type === 'text' || block.part.type === 'reasoning')
    ) {
      const rest = { ...last.rest, ...block.rest };
      joined[joined.length - 1] = {
        kind: 'part',
        part: { type: block.part.type, text: last.part.text + block.part.text },
        rest: Object.keys(rest).length === 0 ? null : rest,
      };
    } else joined.push(block);
  }
  return joined;
}

function readAnswer(value: JsonValue): AnswerRead {
  const chunks = isJsonObject(value) ? [value] : (streamPayloads(value) ?? []);
  const isStream = !isJsonObject(value);
  const { body, candidates } = joinChunks(chunks);
  const usage = objectOf(fieldOf(body, 'usageMetadata'));
  const total = numberOf(fieldOf(usage, 'totalTokenCount'));
  const output = sumOf(fieldOf(usage, 'candidatesTokenCount'), fieldOf(usage, 'thoughtsTokenCount'));
  const choices = candidates.map((candidate): Choice => {
    const blocks = readParts(candidate.parts);
    const turn: Turn = {
      role: 'assistant',
      blocks: isStream ? joinTexts(blocks) : blocks,
      finish: candidate.finish,
      tokens: candidates.length === 1 ? output : null,
    };
    const rest = { ...candidate.fields, ...(blocks.length === 0 ? { finishReason: candidate.finish } : null) };
    // An answer that was held back has no parts.
    return {
      turns: blocks.length === 0 && !isDone(candidate.finish) ? [] : [turn],
      rest: Object.keys(rest).length === 0 ? null : rest,
    };
  });
  return {
    kind: 'answer',
    choices,
    model: textOf(fieldOf(body, 'modelVersion')),
    id: textOf(fieldOf(body, 'responseId')),
    tokens: total,
    startedAt: parseTime(fieldOf(body, 'createTime')),
    latencyMs: null,
    failed: false,
    complete: !isStream || candidates.length === 0 || candidates.every(({ finish }) => finish !== null),
    rest: { ...restWithout(body, ['modelVersion']), ...(isStream ? { streamed: true } : null) },
  };
}

/** @returns whether an answer without parts is an answer all the same: the model had nothing to say */
function isDone(finish: string | null): boolean {
  return finish === 'STOP' || finish === 'MAX_TOKENS';
}
