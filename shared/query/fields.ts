import { ATTEMPT_FIELDS } from './attempt-fields.ts';
import { DECISIONS, DUPLICATES, FLAGS, SCORE_STATES, SPLITS, VERDICTS, YES_NO, type Field } from './field-types.ts';
import { closest } from './suggest.ts';

/** Every field of the filter language. The help page's tables are made from this list. */
export const FIELDS = [
  {
    name: 'id',
    aliases: ['sample'],
    kind: 'id',
    group: 'Sample',
    description: 'The sample’s number, with or without S-.',
    examples: ['id:S-0187', 'id:1..50', 'id:3,7,9'],
    presence: false,
  },
  {
    name: 'title',
    aliases: [],
    kind: 'contains',
    group: 'Sample',
    description: 'Part of the title.',
    examples: ['title:hail', 'title:"no reply"'],
    presence: true,
  },
  {
    name: 'source',
    aliases: ['file'],
    kind: 'text',
    group: 'Sample',
    description: 'Name of the source it came from.',
    examples: ['source:support.jsonl', 'source:support*'],
    presence: false,
  },
  {
    name: 'format',
    aliases: [],
    kind: 'text',
    group: 'Sample',
    description: 'Format of that source, by its id.',
    examples: ['format:openai-chat'],
    presence: false,
  },
  {
    name: 'task',
    aliases: [],
    kind: 'text',
    group: 'Sample',
    description: 'The task’s own id in the source.',
    examples: ['task:14', 'task:any'],
    presence: true,
  },
  {
    name: 'lang',
    aliases: ['language'],
    kind: 'text',
    group: 'Sample',
    description: 'Language of the request, as a two-letter code.',
    examples: ['lang:de', 'lang:de,fr', 'lang:none'],
    presence: true,
  },
  {
    name: 'offered',
    aliases: [],
    kind: 'text',
    group: 'Sample',
    description: 'Name of a tool offered to the model; `none` when no tools were offered.',
    examples: ['offered:search', 'offered:none'],
    presence: true,
  },
  {
    name: 'reference',
    aliases: ['item'],
    kind: 'json',
    group: 'Sample',
    description:
      'Reference fields. Alone it searches their text; with a path it compares that field, as a number when the value is one. A list matches when one of its entries does.',
    examples: ['reference:none', 'reference:refund', 'reference.decision:approve', 'reference.order.total>100'],
    presence: true,
  },
  {
    name: 'length',
    aliases: [],
    kind: 'number',
    group: 'Sample',
    description: 'Characters of the user’s messages in the prompt.',
    examples: ['length>2000', 'length:0..100'],
    presence: false,
  },
  {
    name: 'cluster',
    aliases: [],
    kind: 'text',
    group: 'Sample',
    description: 'Number of the cluster of prompts on the map; `none` for what no map shows.',
    examples: ['cluster:3', 'cluster:any'],
    presence: true,
  },
  {
    name: 'dup',
    aliases: ['duplicate'],
    kind: 'choice',
    group: 'Sample',
    description: 'Exact duplicates: another sample has the same prompt and tools, or the same whole trajectory.',
    examples: ['dup:any', 'dup:trajectory'],
    choices: DUPLICATES,
    presence: true,
  },
  {
    name: 'decision',
    aliases: [],
    kind: 'choice',
    group: 'Curation',
    description: 'What was decided.',
    examples: ['decision:include', '-decision:exclude'],
    choices: DECISIONS,
    presence: false,
  },
  {
    name: 'reason',
    aliases: [],
    kind: 'contains',
    group: 'Curation',
    description: 'Part of the reason given with the decision.',
    examples: ['reason:"off topic"', 'reason:any'],
    presence: true,
  },
  {
    name: 'note',
    aliases: [],
    kind: 'contains',
    group: 'Curation',
    description: 'Part of a note, on the decision or in a review.',
    examples: ['note:price', 'note:any'],
    presence: true,
  },
  {
    name: 'split',
    aliases: [],
    kind: 'choice',
    group: 'Curation',
    description: 'The split it belongs to.',
    examples: ['split:train', 'split:none'],
    choices: SPLITS,
    presence: true,
  },
  {
    name: 'tag',
    aliases: ['tags'],
    kind: 'text',
    group: 'Curation',
    description: 'A tag.',
    examples: ['tag:rush', 'tag:"second look"', 'tag:none'],
    presence: true,
  },
  {
    name: 'flag',
    aliases: ['flags'],
    kind: 'choice',
    group: 'Curation',
    description: 'A flag that nobody dismissed.',
    examples: ['flag:any', 'flag:missing-reference,error-ending'],
    choices: FLAGS,
    presence: true,
  },
  {
    name: 'reviewed',
    aliases: [],
    kind: 'choice',
    group: 'Curation',
    description: 'Whether somebody submitted a review.',
    examples: ['reviewed:no'],
    choices: YES_NO,
    presence: false,
  },
  {
    name: 'reviewer',
    aliases: [],
    kind: 'text',
    group: 'Curation',
    description: 'Who submitted a review.',
    examples: ['reviewer:mira'],
    presence: true,
  },
  {
    name: 'verdict',
    aliases: [],
    kind: 'choice',
    group: 'Curation',
    description: 'The verdict of a submitted review.',
    examples: ['verdict:needs_work'],
    choices: VERDICTS,
    presence: true,
  },
  ...ATTEMPT_FIELDS,
  {
    name: 'score',
    aliases: [],
    kind: 'number',
    group: 'Scores',
    description:
      'Score of an attempt in the latest finished run. `score@12` is run 12, `score@"Claims multi"` the latest run of that grader; `score.amount` is the part named amount.',
    examples: ['score<0.5', 'score:0.2..<0.25', 'score:errored', 'score:none', 'score@12.amount>=0.8'],
    choices: SCORE_STATES,
    presence: true,
    takesRun: true,
  },
  {
    name: 'why',
    aliases: [],
    kind: 'text',
    group: 'Scores',
    description: 'Why an attempt was skipped or its score errored, in the latest finished run.',
    examples: ['why:"The answer is not JSON."', 'why@12:any'],
    presence: true,
    takesRun: true,
  },
  {
    name: 'prompt',
    aliases: [],
    kind: 'search',
    group: 'Text',
    description: 'Words of the prompt and title.',
    examples: ['prompt:refund', 'prompt:"flat tyre"'],
    presence: false,
  },
  {
    name: 'answer',
    aliases: ['answers'],
    kind: 'search',
    group: 'Text',
    description: 'Words the model wrote: answers and reasoning.',
    examples: ['answer:refus*'],
    presence: false,
  },
  {
    name: 'tools',
    aliases: ['args'],
    kind: 'search',
    group: 'Text',
    description: 'Words of tool calls: names and arguments.',
    examples: ['tools:invoice'],
    presence: false,
  },
  {
    name: 'result',
    aliases: ['results'],
    kind: 'search',
    group: 'Text',
    description: 'Words of tool results.',
    examples: ['result:"not found"'],
    presence: false,
  },
] as const satisfies readonly Field[];

export type FieldName = (typeof FIELDS)[number]['name'];

/** Numbers, texts and the like by name; `FIELDS` seen as plain fields. */
const ALL: readonly (Field & { readonly name: FieldName })[] = FIELDS;

/** @returns the field of that name or alias, without regard to case; undefined when there is none */
export function findField(name: string): (Field & { readonly name: FieldName }) | undefined {
  const wanted = name.toLowerCase();
  return ALL.find((field) => field.name === wanted || field.aliases.includes(wanted));
}

/** @returns the field; every name in an AST has one */
export function fieldOf(name: FieldName): Field & { readonly name: FieldName } {
  const field = ALL.find((entry) => entry.name === name);
  if (field === undefined) throw new Error(`No field ${name}`);
  return field;
}

/** @returns the name of the field that was probably meant, or null */
export function closestField(name: string): string | null {
  return closest(
    name,
    ALL.flatMap((field) => [field.name, ...field.aliases]),
  );
}

/** @returns the choice a written value means (aliases, case and `-`, `_`, blank as one), or undefined */
export function findChoice(field: Field, written: string): string | undefined {
  const wanted = folded(written);
  const found = field.choices?.find(
    (choice) => folded(choice.value) === wanted || choice.aliases?.some((alias) => folded(alias) === wanted) === true,
  );
  return found?.value;
}

function folded(text: string): string {
  return text.toLowerCase().replaceAll(/[_\s]/gu, '-');
}
