import type { JsonObject } from '../../../../shared/model/json.ts';
import { toJsonLines, type JsonLine } from '../../../trace/json-lines.ts';

export type RecordLine = {
  readonly line: JsonLine;
  /** The top-level field it belongs to; null for the outer braces. */
  readonly column: string | null;
  /** The first line of its field. */
  readonly isFirst: boolean;
};

/** @returns a record as lines of JSON that know their field, and whether values were cut */
export function toRecordLines(fields: JsonObject): { readonly lines: readonly RecordLine[]; readonly cut: boolean } {
  const { lines, cut } = toJsonLines(fields);
  const names = Object.keys(fields);
  let at = -1;
  const shown = lines.map((line): RecordLine => {
    const isFirst = line.depth === 1 && line.tokens[0]?.kind === 'key';
    if (isFirst) at += 1;
    return { line, column: line.depth === 0 ? null : (names[at] ?? null), isFirst };
  });
  return { lines: shown, cut };
}
