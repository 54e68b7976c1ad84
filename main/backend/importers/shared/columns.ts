import type { Mapping } from '../../../../shared/contract/sources.ts';

type Field = 'prompt' | 'system' | 'answer' | 'reward' | 'tools' | 'group' | 'title' | 'model' | 'tag';

/**
 * Names a column may have for what Assay needs, the likeliest first. Compared without case, spaces and punctuation.
 */
const NAMES: Readonly<Record<Field, readonly string[]>> = {
  prompt: [
    'prompt',
    'messages',
    'question',
    'query',
    'instruction',
    'input',
    'userprompt',
    'usermessage',
    'user',
    'request',
    'problem',
    'problemstatement',
    'text',
    'task',
  ],
  answer: [
    'response',
    'answer',
    'completion',
    'output',
    'modelanswer',
    'modelresponse',
    'modeloutput',
    'assistant',
    'assistantmessage',
    'generatedtext',
    'prediction',
    'solution',
  ],
  system: ['system', 'systemprompt', 'systemmessage', 'context'],
  reward: ['reward', 'score', 'rating', 'feedback', 'thumbs', 'iscorrect', 'correct'],
  tools: ['tools', 'functions', 'tooldefinitions'],
  group: ['taskid', 'promptid'],
  title: ['title', 'name', 'summary'],
  model: ['model', 'modelname', 'modelid'],
  tag: ['tag', 'tags', 'category', 'topic', 'domain'],
};
const FIELDS = Object.keys(NAMES) as readonly Field[]; // the keys of the table above

/** Columns that hold what an answer is compared with. */
const REFERENCES = /^(?:expected|reference|groundtruth|target|label|gold)/;

function plain(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

/**
 * Guesses which column is what from names alone; the names keep their case. A person sees the guess and may change it.
 *
 * @returns Assay field to column; empty when no name is known
 */
export function guessMapping(columns: readonly string[]): Mapping {
  const byPlain = new Map<string, string>();
  for (const column of columns) if (!byPlain.has(plain(column))) byPlain.set(plain(column), column);
  const entries: [string, string][] = [];
  const used = new Set<string>();
  for (const field of FIELDS) {
    const name = NAMES[field].find((candidate) => byPlain.has(candidate) && !used.has(byPlain.get(candidate) ?? ''));
    const column = name === undefined ? undefined : byPlain.get(name);
    if (column === undefined) continue;
    used.add(column);
    entries.push([field, column]);
  }
  for (const column of columns) {
    if (!used.has(column) && REFERENCES.test(plain(column)))
      entries.push([`reference.${referenceName(column)}`, column]);
  }
  return Object.fromEntries(entries);
}

/** @returns a column's name as a reference field: what a template can name, case kept */
export function referenceName(column: string): string {
  const name = column
    .trim()
    .replace(/[^\p{L}\p{N}_]+/gu, '_')
    .replace(/^_+|_+$/g, '');
  return name === '' ? 'value' : name;
}

/** What a person said, over what was guessed: a column named by the person loses its guessed role; `''` unmaps a field. */
export function mergeMapping(guessed: Mapping, given: Mapping): Mapping {
  const taken = new Set(Object.values(given));
  const kept = Object.entries(guessed).filter(([field, column]) => !Object.hasOwn(given, field) && !taken.has(column));
  return Object.fromEntries([...kept, ...Object.entries(given).filter(([, column]) => column !== '')]);
}
