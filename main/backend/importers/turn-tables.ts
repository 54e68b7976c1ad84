import { isJsonObject } from '../../../shared/model/json.ts';
import type { JsonObject, JsonValue } from '../../../shared/model/json.ts';
import type { Role } from '../../../shared/model/message.ts';
import { cellText, cellTools, isEmptyCell } from './shared/cells.ts';
import { listOf, objectOf, objectsOf, textOf } from './shared/fields.ts';
import { foreignForm } from './shared/foreign-forms.ts';
import { compact, note, refuse } from './shared/items.ts';
import { parseTime } from './shared/time.ts';
import { chatSamples } from './shared/trajectory.ts';
import { createTranscript } from './shared/transcript.ts';
import type {
  Assembler,
  DetectResult,
  Importer,
  ParsedIssue,
  ParsedSample,
  ParseOptions,
  Position,
  RawRecord,
} from './types.ts';

/**
 * Tables of chats: one row a turn, joined by the column that names the conversation and sorted by turn or time; or one row
 * a conversation with its turns in columns (`turn1_user`, `turn1_assistant`). Known by the names of their columns.
 * Built from the documented shape; no real file was at hand.
 */
export const turnTables: Importer = {
  id: 'turn-tables',
  version: 1,
  title: 'Tables of turns',
  extensions: ['.csv', '.tsv', '.xlsx', '.jsonl', '.parquet'],
  per: ['conversation', 'turn', 'call'],
  answer: 'The answer is what the assistant said after the last user turn.',
  sample: 'One sample per conversation: its rows are joined by the column that names it, in the order of their turns.',
  takes: 'both',
  mappable: false,
  detect,
  parse: () => [],
  assemble,
};

const NAMES = {
  conversation: /^(?:conversation|thread|chat|dialog|dialogue|session)id$/,
  role: /^(?:role|speaker|author|sender|from)$/,
  content: /^(?:content|text|message|utterance|value|body)$/,
  order: /^(?:turn|turnid|turnidx|turnindex|turnnumber|step|position|order|index|idx|messageindex|seq|sequence)$/,
  time: /^(?:timestamp|time|createdat|sentat|date|datetime)$/,
  calls: /^toolcalls$/,
  callId: /^toolcallid$/,
} as const;
type Column = keyof typeof NAMES;

const ROLES: Readonly<Record<string, Role>> = {
  system: 'system',
  developer: 'developer',
  user: 'user',
  human: 'user',
  customer: 'user',
  client: 'user',
  assistant: 'assistant',
  ai: 'assistant',
  bot: 'assistant',
  agent: 'assistant',
  gpt: 'assistant',
  model: 'assistant',
  tool: 'tool',
  function: 'tool',
};

function plain(name: string): string {
  return name.toLowerCase().replace(/[^a-z\d]/g, '');
}

function fieldsOf(record: RawRecord): JsonObject | null {
  if (record.kind === 'row') return record.row;
  return record.kind === 'json' && isJsonObject(record.value) ? record.value : null;
}

function columnOf(fields: JsonObject, wanted: Column): string | undefined {
  return Object.keys(fields).find((name) => NAMES[wanted].test(plain(name)));
}

function isLong(fields: JsonObject): boolean {
  const role = fields[columnOf(fields, 'role') ?? ''];
  if (typeof role !== 'string' || !Object.hasOwn(ROLES, role.trim().toLowerCase())) return false;
  return columnOf(fields, 'conversation') !== undefined && columnOf(fields, 'content') !== undefined;
}

/** `turn1_user`, `user_1`, `1_assistant`: columns that are turns, in their order. */
function wideColumns(
  fields: JsonObject,
): readonly { readonly name: string; readonly role: Role; readonly at: number }[] {
  const found = Object.keys(fields).flatMap((name) => {
    if (!/\d/.test(name)) return [];
    const match = /^(?:turn|round|message)?(\d{1,3})([a-z]+)$|^([a-z]+?)(?:turn|round|message)?(\d{1,3})$/.exec(
      plain(name),
    );
    const role = ROLES[match?.[2] ?? match?.[3] ?? ''];
    return role === undefined ? [] : [{ name, role, at: Number(match?.[1] ?? match?.[4]) }];
  });
  const isChat = found.some(({ role }) => role === 'user') && found.some(({ role }) => role === 'assistant');
  // Within a turn the user speaks first.
  const rank = (role: Role): number => ['system', 'user', 'assistant', 'tool'].indexOf(role);
  return isChat ? found.toSorted((a, b) => a.at - b.at || rank(a.role) - rank(b.role)) : [];
}

function detect(record: RawRecord): DetectResult | null {
  const fields = fieldsOf(record);
  const found = fields === null ? null : detectFields(fields);
  return found !== null && record.kind === 'json' && foreignForm(record.value) !== null ? null : found;
}

function detectFields(fields: JsonObject): DetectResult | null {
  if (isLong(fields)) return { confidence: 0.88, reason: 'one turn a row, with the conversation it belongs to' };
  return wideColumns(fields).length > 0 ? { confidence: 0.86, reason: 'turns in columns' } : null;
}

type Row = { readonly fields: JsonObject; readonly role: Role; readonly order: number | null };
type Talk = { readonly id: string; readonly position: Position; readonly rows: Row[] };

/** Conversations held open at a time; the one that no row has touched for longest is taken for complete. */
const MOST_OPEN = 5_000;

function assemble(options: ParseOptions): Assembler {
  const open = new Map<string, Talk>();

  function add(record: RawRecord, fields: JsonObject): readonly (ParsedSample | ParsedIssue)[] {
    const id = cellText(fields[columnOf(fields, 'conversation') ?? ''] ?? null);
    if (id.trim() === '') return [refuse(record, 'no_conversation', 'The row does not name its conversation.')];
    const role =
      ROLES[
        cellText(fields[columnOf(fields, 'role') ?? ''] ?? null)
          .trim()
          .toLowerCase()
      ];
    if (role === undefined) return [refuse(record, 'unknown_speaker', 'The row is by a speaker Assay does not know.')];
    const talk = open.get(id) ?? { id, position: record.position, rows: [] };
    talk.rows.push({ fields, role, order: orderOf(fields) });
    open.delete(id);
    open.set(id, talk);
    const [oldest] = open.size > MOST_OPEN ? open.values() : [];
    if (oldest !== undefined) open.delete(oldest.id);
    return oldest === undefined ? [] : longSamples(oldest, options);
  }

  return {
    push: (record) => {
      const fields = fieldsOf(record);
      if (fields === null) return [refuse(record, 'not_object', 'A row must be an object.')];
      if (columnOf(fields, 'conversation') !== undefined && columnOf(fields, 'role') !== undefined)
        return add(record, fields);
      const columns = wideColumns(fields);
      if (columns.length === 0)
        return [refuse(record, 'no_turns', 'The row has neither a conversation and a role nor turns in its columns.')];
      return wideSamples(record, fields, columns, options);
    },
    end: () =>
      [...open.values()]
        .toSorted((a, b) => a.position.index - b.position.index)
        .flatMap((talk) => longSamples(talk, options)),
  };
}

function orderOf(fields: JsonObject): number | null {
  const order = Number(cellText(fields[columnOf(fields, 'order') ?? ''] ?? null).trim() || Number.NaN);
  return Number.isFinite(order) ? order : parseTime(fields[columnOf(fields, 'time') ?? '']);
}

const KNOWN: readonly Column[] = ['conversation', 'role', 'content', 'calls', 'callId'];

function longSamples({ id, position, rows }: Talk, { per }: ParseOptions): readonly (ParsedSample | ParsedIssue)[] {
  const isOrdered = rows.every(({ order }) => order !== null);
  const sorted = isOrdered ? rows.toSorted((a, b) => (a.order ?? 0) - (b.order ?? 0)) : rows;
  const transcript = createTranscript();
  for (const { fields, role } of sorted) {
    const known = KNOWN.map((column) => columnOf(fields, column)).filter((name) => name !== undefined);
    const callId = textOf(fields[columnOf(fields, 'callId') ?? '']);
    transcript.add(role, {
      content: contentOf(fields[columnOf(fields, 'content') ?? '']),
      calls: role === 'assistant' ? callsOf(fields[columnOf(fields, 'calls') ?? '']) : [],
      callId: callId === '' ? null : callId,
      extras: compact(
        Object.fromEntries(
          Object.entries(fields).filter(([name, cell]) => !known.includes(name) && !isEmptyCell(cell)),
        ),
      ),
    });
  }
  const samples = chatSamples({ position, messages: transcript.messages, sourceRef: id }, per);
  const unsorted: ParsedIssue = {
    kind: 'issue',
    position,
    code: 'turns_unsorted',
    message: 'The rows of the conversation have no turn or time; they were kept in the order of the file.',
    raw: null,
    rejected: false,
  };
  return isOrdered || rows.length === 1 ? samples : [unsorted, ...samples];
}

function contentOf(cell: JsonValue | undefined): JsonValue {
  return cell === undefined || cell === '' ? null : cell;
}

function callsOf(cell: JsonValue | undefined) {
  return objectsOf(listOf(cellTools(cell ?? null))).flatMap((item) => {
    const body = isJsonObject(item['function'] ?? null) ? objectOf(item['function']) : item;
    const name = textOf(body['name']);
    return name === null ? [] : [{ id: textOf(item['id']), name, args: body['arguments'] ?? body['args'] }];
  });
}

function wideSamples(
  record: RawRecord,
  fields: JsonObject,
  columns: ReturnType<typeof wideColumns>,
  { per }: ParseOptions,
): readonly (ParsedSample | ParsedIssue)[] {
  const transcript = createTranscript();
  const system = Object.keys(fields).find((name) => /^system(?:prompt|message)?$/.test(plain(name)));
  if (system !== undefined && !isEmptyCell(fields[system] ?? null))
    transcript.add('system', { content: fields[system] });
  const filled = columns.filter(({ name }) => !isEmptyCell(fields[name] ?? null));
  for (const { name, role } of filled) transcript.add(role, { content: fields[name] });
  if (filled.length === 0) return [refuse(record, 'no_turns', 'All turns of the row are empty.')];
  const gap = columns.findIndex(({ name }) => isEmptyCell(fields[name] ?? null));
  const isGapped = gap !== -1 && columns.slice(gap).some(({ name }) => !isEmptyCell(fields[name] ?? null));
  const used = new Set([...columns.map(({ name }) => name), ...(system === undefined ? [] : [system])]);
  const rest = Object.fromEntries(Object.entries(fields).filter(([name]) => !used.has(name)));
  const samples = chatSamples(
    { position: record.position, messages: transcript.messages, extras: compact({ columns: rest }) },
    per,
  );
  return isGapped
    ? [note(record, 'turn_empty', 'A turn between others is empty; it was left out.'), ...samples]
    : samples;
}
