import { isJsonObject } from '../../../shared/model/json.ts';
import { refuse } from './shared/items.ts';
import { isSpanDump, readDump } from './shared/span-dumps.ts';
import { assembleSpans } from './shared/spans.ts';
import type { JsonRaw } from './shared/fields.ts';
import type { PiecesResult } from './shared/spans.ts';
import { TRACE_TEXTS } from './shared/trace-texts.ts';
import type { DetectResult, Importer, RawRecord } from './types.ts';

/**
 * Spans with OpenInference attributes, as Phoenix and Arize export them: rows of a data frame, spans of the REST API, bare
 * attribute maps; keys flat, half folded or nested. All but the maps are built from the documented shape; no real file was
 * at hand.
 */
export const openinference: Importer = {
  ...TRACE_TEXTS,
  id: 'openinference',
  version: 1,
  title: 'OpenInference spans (Phoenix, Arize)',
  detect,
  assemble: (options) => assembleSpans(options, readRecord),
};

function detect(record: RawRecord): DetectResult | null {
  if (record.kind !== 'json' || !isJsonObject(record.value)) return null;
  return isSpanDump(record.value) === 'openinference'
    ? { confidence: 0.97, reason: 'a span with OpenInference attributes' }
    : null;
}

function readRecord(record: JsonRaw): PiecesResult {
  const { value } = record;
  if (!isJsonObject(value) || isSpanDump(value) === null)
    return { ok: false, issue: refuse(record, 'no_spans', 'The record is no span with OpenInference attributes.') };
  return { ok: true, pieces: [readDump(value, record.position.index)] };
}
