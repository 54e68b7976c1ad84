import type { ReadItem } from '../types.ts';
import type { DecodedText } from './encoding.ts';
import { splitJson } from './json-split.ts';
import { toText } from './lines.ts';
import { badRecord, createNumbering, fileNote, jsonRecord } from './record.ts';

/**
 * Reads a JSON list, a list inside a wrapper object, or values one after the other, element by element: memory is one
 * element. A cut-off file gives what came before the cut.
 *
 * @param path see `splitJson`
 * @param partial the input is only the start of the file, so that its end says nothing
 */
export async function* readJsonValues(
  text: DecodedText,
  head: Buffer,
  path: readonly string[] | null,
  partial: boolean,
): AsyncGenerator<Iterable<ReadItem>, void, undefined> {
  const numbering = createNumbering();
  const split = splitJson(text, head, path);
  let lastCut = false;
  for await (const element of split.elements) {
    const { text: raw, damaged } = toText(element.bytes);
    if (element.tooLong) yield [badRecord(numbering.next(element), 'record_too_large', raw)];
    else if (element.ended) yield [jsonRecord(numbering.next(element), raw, { damaged })];
    else if (!partial) {
      lastCut = true;
      yield [badRecord(numbering.next(element), 'cut_off', raw)];
    }
  }
  if (partial) return;
  const { closed, skippedFields } = split.end();
  if (!closed && !lastCut)
    yield [
      fileNote(
        numbering.note(null),
        'list_not_closed',
        'The file ends before its list is closed; records may be missing.',
      ),
    ];
  if (skippedFields > 0) {
    yield [
      fileNote(
        numbering.note(null),
        'wrapper_fields',
        'Fields that stand beside the list of records were not imported.',
      ),
    ];
  }
}
