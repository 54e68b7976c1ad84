import type { JsonValue } from '../../../shared/model/json.ts';
import type { Message, ToolDef } from '../../../shared/model/message.ts';
import { separateWords } from './query/search-words.ts';

/** The five columns of the full-text index. */
export type SearchText = {
  readonly prompt: string;
  readonly answers: string;
  readonly tools: string;
  readonly results: string;
  readonly reference: string;
};

/** Text beyond this many characters of one column is not indexed; the samples themselves are kept whole. */
const COLUMN_LIMIT = 1_000_000;

/** @returns what of a sample is searched: prompt and title, answers, tool names and arguments, results, reference */
export function searchText(sample: {
  title: string;
  prompt: readonly Message[];
  tools: readonly ToolDef[];
  referenceJson: string;
  attempts: readonly (readonly Message[])[];
}): SearchText {
  const prompt = [sample.title];
  const answers: string[] = [];
  const tools: string[] = [];
  const results: string[] = [];
  for (const message of sample.prompt) collect(message, prompt, tools, results, prompt);
  for (const attempt of sample.attempts)
    for (const message of attempt) collect(message, answers, tools, results, answers);
  return {
    prompt: join(prompt),
    answers: join(answers),
    tools: join(tools),
    results: join(results),
    // Written by us as JSON.
    reference: join(sample.referenceJson === '{}' ? [] : jsonTexts(JSON.parse(sample.referenceJson) as JsonValue)),
  };
}

function collect(message: Message, texts: string[], tools: string[], results: string[], other: string[]): void {
  const into = message.role === 'tool' ? results : message.role === 'assistant' ? texts : other;
  for (const part of message.parts)
    if (part.type === 'text' || part.type === 'reasoning' || part.type === 'refusal') into.push(part.text);
  for (const call of message.calls ?? [])
    tools.push(call.name, ...(call.args === undefined ? [call.argsText] : jsonTexts(call.args)));
}

/** Keys and values of a JSON value; its text would glue escapes such as `\\n` to the words behind them. */
function jsonTexts(value: JsonValue, into: string[] = []): string[] {
  if (Array.isArray(value)) for (const entry of value as readonly JsonValue[]) jsonTexts(entry, into);
  else if (typeof value === 'object' && value !== null)
    for (const [key, member] of Object.entries(value)) {
      into.push(key);
      jsonTexts(member, into);
    }
  else if (value !== null) into.push(String(value));
  return into;
}

function join(texts: readonly string[]): string {
  return separateWords(texts.join('\n').slice(0, COLUMN_LIMIT));
}
