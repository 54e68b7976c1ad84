import type { Message, ToolDef } from '../../../shared/model/message.ts';

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
  for (const attempt of sample.attempts) for (const message of attempt) collect(message, answers, tools, results, answers);
  return {
    prompt: join(prompt),
    answers: join(answers),
    tools: join(tools),
    results: join(results),
    reference: sample.referenceJson === '{}' ? '' : sample.referenceJson.slice(0, COLUMN_LIMIT),
  };
}

function collect(message: Message, texts: string[], tools: string[], results: string[], other: string[]): void {
  const into = message.role === 'tool' ? results : message.role === 'assistant' ? texts : other;
  for (const part of message.parts)
    if (part.type === 'text' || part.type === 'reasoning' || part.type === 'refusal') into.push(part.text);
  for (const call of message.calls ?? []) tools.push(call.name, call.argsText);
}

function join(texts: readonly string[]): string {
  return texts.join('\n').slice(0, COLUMN_LIMIT);
}
