import { isJsonObject } from '../../../shared/model/json.ts';
import type { JsonObject } from '../../../shared/model/json.ts';
import { count } from '../../../shared/text/plural.ts';
import { note, refuse } from './shared/items.ts';
import { byTrace, isOtlp, otlpLogs, otlpSpans } from './shared/otlp.ts';
import { isSpanDump, readDump } from './shared/span-dumps.ts';
import { assembleSpans } from './shared/spans.ts';
import type { JsonRaw } from './shared/fields.ts';
import type { PiecesResult } from './shared/spans.ts';
import { TRACE_TEXTS } from './shared/trace-texts.ts';
import type { DetectResult, Importer, RawRecord } from './types.ts';

/**
 * OpenTelemetry traces with GenAI attributes: OTLP/JSON requests (traces and logs), Tempo traces, spans as exporters print
 * them, and bare attribute maps. All spans of a trace are joined, wherever they stand in the file. Logs and answers of
 * Jaeger's newer interface are built from the documented shape; no real file was at hand.
 */
export const otel: Importer = {
  ...TRACE_TEXTS,
  id: 'otel',
  version: 1,
  title: 'OpenTelemetry GenAI traces',
  detect,
  assemble: (options) => assembleSpans(options, readRecord),
};

function detect(record: RawRecord): DetectResult | null {
  if (record.kind !== 'json' || !isJsonObject(record.value)) return null;
  if (isOtlp(record.value)) return { confidence: 0.98, reason: 'spans as OpenTelemetry exports them' };
  if (isSearchResult(record.value)) return { confidence: 0.85, reason: 'results of a search in Tempo' };
  return isSpanDump(record.value) === 'gen_ai' ? { confidence: 0.97, reason: 'a span with GenAI attributes' } : null;
}

/** A search names traces and says how long they took, no more. */
function isSearchResult(value: JsonObject): boolean {
  return (
    typeof value['traceID'] === 'string' &&
    ['rootServiceName', 'rootTraceName', 'spanSet', 'spanSets'].some((key) => Object.hasOwn(value, key))
  );
}

function readRecord(record: JsonRaw): PiecesResult {
  const { value } = record;
  if (!isJsonObject(value)) return { ok: false, issue: refuse(record, 'not_object', 'A row must be an object.') };
  if (isOtlp(value)) {
    const traces = otlpSpans(value);
    const logs = otlpLogs(value, String(record.position.index));
    const unnamed = traces.unnamed + logs.unnamed;
    const spans = [...traces.spans, ...logs.spans];
    if (spans.length === 0)
      return { ok: false, issue: refuse(record, 'no_spans', 'The request holds no span with a trace and an id.') };
    const notes =
      unnamed === 0
        ? []
        : [
            note(
              record,
              'span_without_id',
              `${count(unnamed, 'span or log record')} of the request without a trace and an id could not be joined.`,
              true,
            ),
          ];
    return { ok: true, pieces: byTrace(spans), notes };
  }
  if (Array.isArray(value['resourceMetrics']))
    return {
      ok: true,
      pieces: [],
      notes: [
        note(record, 'metrics', 'The record holds metrics, which are no part of a conversation; it was passed over.'),
      ],
    };
  if (isSearchResult(value))
    return {
      ok: false,
      issue: refuse(
        record,
        'search_result',
        'The record is a result of a search: it names a trace but holds none of its spans. Get the trace by its id.',
      ),
    };
  const piece = isSpanDump(value) === null ? null : readDump(value, record.position.index);
  if (piece === null)
    return { ok: false, issue: refuse(record, 'no_spans', 'The record is no OpenTelemetry trace or span.') };
  return { ok: true, pieces: [piece] };
}
