import type { Importer } from '../types.ts';

/** What the forms of traces have in common: their records are spans, joined by `assembleSpans`. */
export const TRACE_TEXTS = {
  extensions: ['.json', '.jsonl', '.ndjson'],
  per: ['conversation', 'turn', 'call'],
  answer: 'The answer is what the agent did after the last user turn, with the results of its tools.',
  sample:
    'One sample per agent of a trace: its spans are joined to one conversation, the one with the longest history.',
  takes: 'json',
  mappable: false,
  parse: () => [],
} as const satisfies Partial<Importer>;
