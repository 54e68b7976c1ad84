import { isJsonObject } from '../../../shared/model/json.ts';
import type { JsonObject, JsonValue } from '../../../shared/model/json.ts';
import type { Message } from '../../../shared/model/message.ts';
import { createCallLedger } from './shared/call-ids.ts';
import type { CallLedger } from './shared/call-ids.ts';
import { cellList, cellMessages, cellNumber, cellText, cellTools, cellValue, isEmptyCell } from './shared/cells.ts';
import { guessMapping } from './shared/columns.ts';
import { outcomeOf, plainAttempt } from './shared/conversation.ts';
import { isMessageList } from './shared/exchange.ts';
import { foreignForm } from './shared/foreign-forms.ts';
import { compact, note, refuse } from './shared/items.ts';
import { readMessages } from './shared/openai-messages.ts';
import { readTools } from './shared/openai-tools.ts';
import type { DetectResult, Importer, ParsedAttempt, ParsedIssue, ParsedSample, RawRecord } from './types.ts';

/** Excel cuts a cell at this many characters without a word. */
const EXCEL_CELL = 32_767;

/** Rows of a delimited file, or flat JSON records, whose columns are mapped to a sample's fields. */
export const delimited: Importer = {
  id: 'delimited',
  version: 1,
  title: 'Table or flat records',
  extensions: ['.csv', '.tsv', '.txt', '.jsonl', '.json'],
  per: ['conversation'],
  answer: 'The answer is the column mapped to "answer"; it becomes an attempt. Rows without one have none.',
  sample: 'One sample per row; rows with the same value in the column mapped to "group" are attempts on one sample.',
  takes: 'both',
  mappable: true,
  detect,
  parse: (record, options) => (record.kind === 'bad' ? [] : parseRow(record, options.map)),
  guess: guessMapping,
};

function detect(record: RawRecord): DetectResult | null {
  if (record.kind === 'bad') return null;
  if (record.kind === 'row') {
    const map = guessMapping(Object.keys(record.row));
    return Object.hasOwn(map, 'prompt')
      ? { confidence: 0.8, reason: 'rows with a prompt column' }
      : { confidence: 0.4, reason: 'rows whose columns must be mapped' };
  }
  const { value } = record;
  if (!isJsonObject(value)) return null;
  const map = guessMapping(Object.keys(value));
  const prompt = value[map['prompt'] ?? ''];
  if (prompt === undefined || !(typeof prompt === 'string' || isMessageList(prompt))) return null;
  if (foreignForm(value) !== null) return null;
  const pair = Object.hasOwn(map, 'answer') || Object.keys(map).some((key) => key.startsWith('reference.'));
  return {
    confidence: pair ? 0.5 : 0.35,
    reason: pair ? 'flat records with a prompt and an answer or reference' : 'flat records with a prompt',
  };
}

type Cells = {
  readonly get: (column: string | undefined) => JsonValue;
  readonly columns: readonly string[];
  readonly fields: JsonObject;
};
type Kept = Exclude<RawRecord, { kind: 'bad' }>;

function parseRow(record: Kept, given: Readonly<Record<string, string>>): readonly (ParsedSample | ParsedIssue)[] {
  if (record.kind === 'json' && !isJsonObject(record.value))
    return [refuse(record, 'not_object', 'A row must be an object.')];
  const fields = record.kind === 'row' ? record.row : isJsonObject(record.value) ? record.value : {};
  const cells: Cells = {
    get: (column) => (column !== undefined && Object.hasOwn(fields, column) ? (fields[column] ?? null) : null),
    columns: Object.keys(fields),
    fields,
  };
  const map = Object.keys(given).length > 0 ? given : guessMapping(cells.columns);
  if (map['prompt'] === undefined)
    return [refuse(record, 'no_prompt_column', 'No column is mapped to the prompt. Say which one holds it.')];
  const ledger = createCallLedger();
  const prompt = readPrompt(cells, map, ledger);
  if (typeof prompt === 'string') return [refuse(record, prompt, PROBLEMS[prompt])];
  const tools = readTools(cellTools(cells.get(map['tools'])));
  if (!tools.ok) return [refuse(record, tools.problem.code, `Column for tools: ${tools.problem.message}`)];
  const { attempts, issues } = readAttempt(record, cells, map, ledger);
  const mapped = new Set(
    Object.entries(map)
      .filter(([key, column]) => key !== 'reward' || cellNumber(cells.get(column)) !== null)
      .map(([, column]) => column),
  );
  const sample: ParsedSample = {
    kind: 'sample',
    position: record.position,
    sub: 0,
    taskKey: isEmptyCell(cells.get(map['group'])) ? null : cellText(cells.get(map['group'])),
    title: isEmptyCell(cells.get(map['title'])) ? null : cellText(cells.get(map['title'])),
    prompt,
    tools: tools.tools,
    reference: referenceOf(cells, map),
    attempts,
    extras: compact({
      columns: Object.fromEntries(
        cells.columns.filter((column) => !mapped.has(column)).map((column) => [column, cells.get(column)]),
      ),
      ...(attempts.length > 0 ? {} : { model: map['model'] === undefined ? null : cells.get(map['model']) }),
      wrapper: record.kind === 'json' ? record.outer : null,
    }),
    sourceRef: null,
    tags: isEmptyCell(cells.get(map['tag'])) ? [] : cellList(cells.get(map['tag'])),
  };
  return [...issues, ...cutCells(record, cells), sample];
}

const PROBLEMS = {
  prompt_empty: 'The column for the prompt is empty.',
  prompt_unreadable: 'The column for the prompt holds a list that is not one of chat messages.',
} as const;

function readPrompt(
  cells: Cells,
  map: Readonly<Record<string, string>>,
  ledger: CallLedger,
): readonly Message[] | keyof typeof PROBLEMS {
  const cell = cells.get(map['prompt']);
  if (isEmptyCell(cell)) return 'prompt_empty';
  const system = cells.get(map['system']);
  const list = cellMessages(cell);
  const raw: JsonValue[] = [
    ...(isEmptyCell(system) ? [] : [{ role: 'system', content: cellText(system) }]),
    ...(list ?? [{ role: 'user', content: cellText(cell) }]),
  ];
  const read = readMessages(raw, ledger);
  return read.ok ? read.messages : 'prompt_unreadable';
}

function readAttempt(
  record: Kept,
  cells: Cells,
  map: Readonly<Record<string, string>>,
  ledger: CallLedger,
): { readonly attempts: readonly ParsedAttempt[]; readonly issues: readonly ParsedIssue[] } {
  const issues: ParsedIssue[] = [];
  const answer = cells.get(map['answer']);
  const rewardCell = cells.get(map['reward']);
  const reward = cellNumber(rewardCell);
  if (reward === null && !isEmptyCell(rewardCell))
    issues.push(
      note(record, 'reward_not_number', 'The column for the reward holds no number; it was kept as a field.'),
    );
  if (isEmptyCell(answer)) return { attempts: [], issues };
  const read = readMessages(cellMessages(answer) ?? [{ role: 'assistant', content: cellText(answer) }], ledger);
  if (!read.ok) {
    issues.push(
      note(
        record,
        'answer_unreadable',
        'The column for the answer holds a list that is not one of chat messages; it was read as text.',
      ),
    );
  }
  const messages: readonly Message[] = read.ok
    ? read.messages
    : [{ role: 'assistant', parts: [{ type: 'text', text: cellText(answer) }] }];
  const model = cells.get(map['model']);
  const attempt = {
    ...plainAttempt(messages),
    reward,
    outcome: outcomeOf(reward),
    model: isEmptyCell(model) ? null : cellText(model),
  };
  return { attempts: [attempt], issues };
}

function referenceOf(cells: Cells, map: Readonly<Record<string, string>>): JsonObject {
  const entries = Object.entries(map).flatMap(([key, column]): [string, JsonValue][] => {
    if (!key.startsWith('reference.') || !Object.hasOwn(cells.fields, column)) return [];
    return [[key.slice('reference.'.length), cellValue(cells.get(column))]];
  });
  return Object.fromEntries(entries);
}

function cutCells(record: Kept, cells: Cells): readonly ParsedIssue[] {
  const isCut =
    record.kind === 'row' && cells.columns.some((column) => cellText(cells.get(column)).length === EXCEL_CELL);
  return isCut
    ? [
        note(
          record,
          'excel_cut',
          `A cell has exactly ${EXCEL_CELL.toLocaleString('en')} characters, where Excel cuts; its end may be missing.`,
        ),
      ]
    : [];
}
