import { isJsonObject } from '../../../../shared/model/json.ts';
import type { JsonObject, JsonValue } from '../../../../shared/model/json.ts';
import type { Assembler, ParseOptions, ParsedIssue, ParsedSample, Position } from '../types.ts';
import type { JsonRaw } from './fields.ts';
import { refuse } from './items.ts';
import { traceSamples } from './span-samples.ts';
import type { Span, Trace, TraceFacts } from './span-model.ts';

/** What one record adds to a trace. */
export type TracePiece = {
  readonly traceId: string;
  readonly spans: readonly Span[];
  readonly facts?: Partial<TraceFacts>;
  /** The record holds all of the trace. */
  readonly isWhole?: boolean;
};

export type PiecesResult =
  | { readonly ok: true; readonly pieces: readonly TracePiece[]; readonly notes?: readonly ParsedIssue[] }
  | { readonly ok: false; readonly issue: ParsedIssue };

/** Traces that are held open at a time. A trace that no record has touched for longest is taken for complete. */
const MAX_OPEN = 2000;

type Open = {
  readonly id: string;
  readonly position: Position;
  readonly spans: Map<string, Span>;
  facts: Partial<TraceFacts>;
};

/**
 * Collects the spans of a file by trace and turns each trace into samples (the rule is in `traceSamples`). A span that
 * comes again stands as it was written last. The samples of a trace have the position of its first record.
 *
 * @param read the spans of one record; a record that holds none is refused by it
 */
export function assembleSpans(options: ParseOptions, read: (record: JsonRaw) => PiecesResult): Assembler {
  const open = new Map<string, Open>();
  const numbers = new Map<number, number>();

  function close(trace: Open): readonly (ParsedSample | ParsedIssue)[] {
    open.delete(trace.id);
    const whole: Trace = { ...trace, spans: [...trace.spans.values()] };
    const { samples, issues } = traceSamples(whole, options.per);
    const { index } = trace.position;
    return [
      ...issues,
      ...samples.map((sample): ParsedSample => {
        const sub = numbers.get(index) ?? 0;
        numbers.set(index, sub + 1);
        return { ...sample, sub };
      }),
    ];
  }

  function add(piece: TracePiece, position: Position): Open {
    const known = open.get(piece.traceId);
    const trace = known ?? { id: piece.traceId, position, spans: new Map<string, Span>(), facts: {} };
    for (const span of piece.spans) trace.spans.set(span.id, span);
    trace.facts = mergeFacts(trace.facts, piece.facts ?? {});
    // Last touched, last in line.
    open.delete(trace.id);
    open.set(trace.id, trace);
    return trace;
  }

  return {
    push: (record) => {
      if (record.kind !== 'json') return [refuse(record, 'table_row', 'A row of a table holds no spans.')];
      const result = read(record);
      if (!result.ok) return [result.issue];
      const items: (ParsedSample | ParsedIssue)[] = [...(result.notes ?? [])];
      for (const piece of result.pieces) {
        const trace = add(piece, record.position);
        if (piece.isWhole === true) items.push(...close(trace));
      }
      while (open.size > MAX_OPEN) {
        const [oldest] = open.values();
        if (oldest !== undefined) items.push(...close(oldest));
      }
      return refusedWhole(record, items, result.pieces);
    },
    end: () => [...open.values()].flatMap(close),
  };
}

/** A record that is a whole trace and gave nothing is refused, so that it is listed with its text. */
function refusedWhole(
  record: JsonRaw,
  items: readonly (ParsedSample | ParsedIssue)[],
  pieces: readonly TracePiece[],
): readonly (ParsedSample | ParsedIssue)[] {
  const isWhole = pieces.length > 0 && pieces.every((piece) => piece.isWhole === true);
  const [first] = items;
  if (!isWhole || first?.kind !== 'issue' || items.some(({ kind }) => kind === 'sample')) return items;
  return [refuse(record, first.code, first.message)];
}

function mergeFacts(known: Partial<TraceFacts>, more: Partial<TraceFacts>): Partial<TraceFacts> {
  const extras = mergeMaps(known.extras ?? {}, more.extras ?? {});
  const reference: JsonObject = { ...known.reference, ...more.reference };
  const filled = Object.fromEntries(Object.entries(more).filter(([, value]) => value !== null)) as Partial<TraceFacts>; // only fields with values are kept
  return { ...known, ...filled, extras, reference };
}

/** Maps in both are joined, so that a later record adds to what an earlier one said. */
function mergeMaps(known: JsonObject, more: JsonObject): JsonObject {
  const joined = Object.entries(more).map(([key, value]): [string, JsonValue] => {
    const before = known[key];
    return [key, isJsonObject(before) && isJsonObject(value) ? { ...before, ...value } : value];
  });
  return { ...known, ...Object.fromEntries(joined) };
}
