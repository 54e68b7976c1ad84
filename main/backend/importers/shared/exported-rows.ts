import { isJsonObject } from '../../../../shared/model/json.ts';
import type { JsonObject, JsonValue } from '../../../../shared/model/json.ts';
import type { RawRecord, ReadItem } from '../types.ts';
import { parseJsonText } from './json-parse.ts';
import { parsePythonLiteral } from './python-literal.ts';

/** A table that a tracing tool exports, known by its columns. */
type Export = {
  /** Columns it has; of a list one is enough. A name that ends with a point stands for all columns that begin with it. */
  readonly needs: readonly (string | readonly string[])[];
  /** Columns that hold objects or lists: where one of them is text, the record was a row of a table. */
  readonly objects: readonly string[];
  /** Keeps columns with points as they are: their reader knows them. */
  readonly dotted?: true;
  readonly shape?: (row: JsonObject) => JsonObject;
};

// The columns are those of the tools' documentation; only gateways' and data frames' own tables were at hand.
const EXPORTS: readonly Export[] = [
  // LangSmith runs: UI download, bulk export.
  {
    needs: ['run_type', ['trace_id', 'dotted_order', 'parent_run_id', 'inputs', 'inputs.']],
    objects: ['inputs', 'outputs', 'extra', 'feedback_stats'],
  },
  // Weave calls: `to_pandas`, UI export.
  { needs: ['op_name', 'started_at', ['inputs', 'inputs.']], objects: ['inputs', 'attributes', 'summary'] },
  // Braintrust spans.
  {
    needs: ['span_id', 'root_span_id', ['span_attributes', 'span_attributes.']],
    objects: ['span_attributes', 'metrics', 'span_parents', 'metadata'],
  },
  // Helicone requests.
  {
    needs: ['request_id', 'request_created_at', ['request_body', 'response_body', 'signed_body_url']],
    objects: ['request_body', 'response_body', 'request_properties', 'properties', 'scores'],
  },
  // Langfuse: observations, traces, scores; the API's names and the blob export's.
  {
    needs: [['traceId', 'trace_id'], ['startTime', 'start_time'], ['type', 'model', 'provided_model_name'], 'input'],
    objects: ['metadata', 'usageDetails', 'usage_details', 'modelParameters', 'model_parameters'],
  },
  {
    needs: [['userId', 'user_id'], ['sessionId', 'session_id'], 'timestamp', 'input', 'output'],
    objects: ['metadata', 'tags', 'scores'],
  },
  { needs: [['traceId', 'trace_id'], ['dataType', 'data_type'], 'source', 'value'], objects: [] },
  // OpenInference spans of a Phoenix data frame, and spans of OpenTelemetry in ClickHouse.
  { needs: ['context.trace_id', 'context.span_id', 'attributes.'], objects: ['events'], dotted: true },
  { needs: ['TraceId', 'SpanId', 'SpanAttributes'], objects: ['SpanAttributes'], dotted: true },
  // MLflow data frames.
  {
    needs: [['trace_id', 'request_id'], 'request', 'response', ['spans', 'trace']],
    objects: ['spans'],
    shape: toMlflow,
  },
  // LiteLLM spend logs.
  {
    needs: ['request_id', 'call_type', ['spend', 'startTime'], 'messages'],
    objects: ['messages', 'response', 'metadata'],
  },
  // Gateways: Databricks inference tables, Vertex logs in BigQuery, any table with both bodies.
  { needs: ['full_request', 'full_response'], objects: ['full_request'] },
  {
    needs: [
      ['request', 'request_body', 'requestBody'],
      ['response', 'response_body', 'responseBody'],
    ],
    objects: ['request', 'request_body', 'requestBody'],
  },
];

/** The last of the forms is known by what its cells hold, since its columns could be any questions and answers. */
const BODIES = EXPORTS.at(-1);

function has(row: JsonObject, column: string): boolean {
  return column.endsWith('.') ? Object.keys(row).some((key) => key.startsWith(column)) : Object.hasOwn(row, column);
}

function exportOf(row: JsonObject): Export | null {
  const fits = (need: Export['needs'][number]): boolean =>
    typeof need === 'string' ? has(row, need) : need.some((one) => has(row, one));
  return (
    EXPORTS.find(
      (form) => form.needs.every(fits) && (form !== BODIES || form.objects.some((column) => isBody(row[column]))),
    ) ?? null
  );
}

function isBody(cell: JsonValue | undefined): boolean {
  const body = typeof cell === 'string' && /^\s*\{/.test(cell) ? parseJsonText(cell) : undefined;
  return (
    isJsonObject(body ?? null) &&
    ['messages', 'contents', 'input', 'prompt'].some((key) => has(body as JsonObject, key))
  ); // was just found to be one
}

/**
 * Turns a row of a table that a tracing tool exports into the record it was made of: cells that hold JSON or Python
 * literals are opened, numbers and missing values read, columns with points folded back into objects. Rows of any other
 * table come back as they are, and so do records that were never rows.
 */
export function asExported(item: ReadItem): ReadItem {
  if (item.kind === 'row') {
    const form = exportOf(item.row);
    return form === null ? item : toRecord(item, openCells(item.row, form));
  }
  if (item.kind !== 'json' || !isJsonObject(item.value)) return item;
  const form = exportOf(item.value);
  // Parquet and JSON lines of such tables keep the texts of the cells.
  const isRow = form?.objects.some((column) => isOpenable(objectCell(item.value, column))) === true;
  return form === null || form === BODIES || !isRow ? item : { ...item, value: openCells(item.value, form) };
}

function objectCell(value: JsonValue, column: string): JsonValue | undefined {
  return isJsonObject(value) ? value[column] : undefined;
}

function toRecord({ position, notes, text }: Extract<RawRecord, { kind: 'row' }>, value: JsonObject): ReadItem {
  return { kind: 'json', position, value, outer: null, notes, text };
}

function isOpenable(cell: JsonValue | undefined): cell is string {
  return typeof cell === 'string' && /^\s*[[{]/.test(cell);
}

function openCells(row: JsonObject, form: Export): JsonObject {
  const opened: JsonObject = Object.fromEntries(
    Object.entries(row).map(([column, cell]) => [column, openCell(column, cell)]),
  );
  const whole = form.dotted === true ? opened : unfold(opened);
  return form.shape?.(whole) ?? whole;
}

/** Columns of numbers and times. Ids, versions and texts keep their digits as they stand. */
const NUMBERS =
  /(?:tokens?|token_count\.\w+|total|latency|duration|cost|spend|_ms|Ms|status|count|score|reward|rating|value|time|_at|At|start|end|requests)$/;
const NOTHING = /^(?:null|None|nan|NaN|NaT|<NA>)?$/;

function openCell(column: string, cell: JsonValue): JsonValue {
  if (typeof cell !== 'string') return cell;
  if (NOTHING.test(cell)) return null;
  if (/^\s*[[{]/.test(cell)) return parseJsonText(cell) ?? parsePythonLiteral(cell) ?? cell;
  // A text written as JSON, as in Langfuse's tables.
  if (/^(?:input|output|inputs|outputs|value)$/.test(column) && /^".*"$/s.test(cell))
    return parseJsonText(cell) ?? cell;
  if (/^(?:true|false)$/i.test(cell)) return cell.toLowerCase() === 'true';
  return NUMBERS.test(column) && /^-?(?:0|[1-9]\d{0,14})(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(cell) ? Number(cell) : cell;
}

/** Objects while their columns are put together. */
type Branch = Map<string, JsonValue | Branch>;

/** `inputs.messages.0.content`: columns with points become objects, and lists where all their keys count from 0. */
function unfold(row: JsonObject): JsonObject {
  const folded = Object.entries(row).filter(([column, cell]) => column.includes('.') && cell !== null);
  if (folded.length === 0) return row;
  const root: Branch = new Map(Object.entries(row).filter(([column]) => !column.includes('.')));
  for (const [column, cell] of folded) put(root, column.split('.'), cell);
  return Object.fromEntries([...root].map(([key, value]) => [key, toJson(value)]));
}

function put(branch: Branch, path: readonly string[], cell: JsonValue): void {
  const [key = '', ...rest] = path;
  const known = branch.get(key);
  if (rest.length === 0) {
    if (!(known instanceof Map)) branch.set(key, cell);
    return;
  }
  const isObject = known !== undefined && !(known instanceof Map) && isJsonObject(known);
  const child: Branch = known instanceof Map ? known : new Map(isObject ? Object.entries(known) : []);
  branch.set(key, child);
  put(child, rest, cell);
}

function toJson(value: JsonValue | Branch): JsonValue {
  if (!(value instanceof Map)) return value;
  const entries = [...value].map(([key, item]): [string, JsonValue] => [key, toJson(item)]);
  const numbers = entries.map(([key]) => (/^\d{1,4}$/.test(key) ? Number(key) : -1));
  const isList = entries.length > 0 && numbers.toSorted((a, b) => a - b).every((number, at) => number === at);
  return isList
    ? entries.toSorted(([a], [b]) => Number(a) - Number(b)).map(([, item]) => item)
    : Object.fromEntries(entries);
}

/** A data frame of MLflow has a column for each part of a trace, or one for the whole. */
function toMlflow(row: JsonObject): JsonObject {
  const { trace, spans, request, response, ...info } = row;
  if (isJsonObject(trace ?? null)) return trace as JsonObject; // was just found to be one
  return { info, data: { spans: spans ?? [], request: request ?? null, response: response ?? null } };
}
