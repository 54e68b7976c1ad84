import type { JsonObject, JsonValue } from '../../../shared/model/json.ts';
import { idOf, listOf, textOf, valueOf } from './shared/fields.ts';
import type { JsonRaw } from './shared/fields.ts';
import { compact, refuse } from './shared/items.ts';
import { restOf } from './shared/openai-content.ts';
import { chatSamples } from './shared/trajectory.ts';
import { createTranscript } from './shared/transcript.ts';
import type { Importer, ParsedIssue, ParsedSample, RawRecord } from './types.ts';

const FIELDS = ['instruction', 'input', 'output', 'system', 'history', 'id'];

/** Alpaca rows: an instruction, maybe an input to it, and the output; turns before them in `history`. */
export const alpaca: Importer = {
  id: 'alpaca',
  version: 1,
  title: 'Alpaca rows',
  extensions: ['.json', '.jsonl'],
  per: ['conversation'],
  answer: 'The answer is the output of the row; it becomes an attempt.',
  sample: 'One sample per row: the prompt is the instruction with its input, after the turns of the history.',
  takes: 'json',
  mappable: false,
  detect: (record) => (isRow(record) ? { confidence: 0.9, reason: 'an instruction and an output' } : null),
  parse: (record) => (record.kind === 'json' ? parseRow(record) : []),
};

function isRow(record: RawRecord): boolean {
  const row = valueOf(record);
  if (row === null || typeof row['instruction'] !== 'string' || typeof row['output'] !== 'string') return false;
  // Rows with more fields may be of any table; Alpaca's have these.
  return row['input'] === undefined || row['input'] === null || typeof row['input'] === 'string';
}

function parseRow(record: JsonRaw): readonly (ParsedSample | ParsedIssue)[] {
  const row = valueOf(record) ?? {};
  const { instruction, input, output } = textsOf(row);
  if (instruction === null && input === null)
    return [refuse(record, 'no_instruction', 'The row has no "instruction".')];
  const transcript = createTranscript();
  const system = textOf(row['system']);
  if (system !== null && system !== '') transcript.add('system', { content: system });
  for (const [at, pair] of listOf(row['history']).entries()) {
    const [question, answer] = listOf(pair);
    if (typeof question !== 'string' || typeof answer !== 'string')
      return [refuse(record, 'bad_history', `Turn ${at + 1} of the history is not a pair of texts.`)];
    transcript.add('user', { content: question });
    transcript.add('assistant', { content: answer });
  }
  const parts = [instruction, input].filter((text) => text !== null && text !== '');
  transcript.add('user', { content: parts.join('\n') });
  if (output !== null) transcript.add('assistant', { content: output });
  return chatSamples(
    {
      position: record.position,
      messages: transcript.messages,
      extras: compact({ ...restOf(row, FIELDS), ...oddFields(row), wrapper: record.outer }),
      sourceRef: idOf(row['id']),
    },
    'conversation',
  );
}

function textsOf(row: JsonObject) {
  return {
    instruction: textOf(row['instruction']),
    input: textOf(row['input']),
    output: textOf(row['output']),
  };
}

/** Fields of the form that hold something else than a text are kept as they are. */
function oddFields(row: JsonObject): JsonObject {
  const odd = ['instruction', 'input', 'output', 'system'].flatMap((key): [string, JsonValue][] => {
    const value = row[key];
    return value === undefined || value === null || typeof value === 'string' ? [] : [[key, value]];
  });
  return Object.fromEntries(odd);
}
