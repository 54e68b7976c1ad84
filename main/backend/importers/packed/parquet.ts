import { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects, parquetSchema } from 'hyparquet';
import type { AsyncBuffer, FileMetaData } from 'hyparquet';
import { compressors } from 'hyparquet-compressors';
import type { Refusal } from '../shared/containers.ts';
import { badRecord, createNumbering, fileNote } from '../shared/record.ts';
import type { ReadItem } from '../types.ts';
import { toPlainJson } from './plain-json.ts';

/** Rows turned into records at once; a row group is read as a whole, as the form demands. */
const BATCH_ROWS = 500;

export type ParquetFile = {
  readonly refusal: Refusal | null;
  readonly columns: readonly string[];
  readonly batches: AsyncGenerator<Iterable<ReadItem>, void, undefined>;
};

/** Reads a Parquet file row by row as JSON records: nested columns as objects and lists. Memory is one row group. */
export async function openParquet(path: string): Promise<ParquetFile> {
  try {
    const file = await asyncBufferFromFile(path);
    const metadata = await parquetMetadataAsync(file);
    const columns = parquetSchema(metadata).children.map(({ element }) => element.name);
    return { refusal: null, columns, batches: readRows(file, metadata) };
  } catch {
    return { refusal: DAMAGED, columns: [], batches: nothing() };
  }
}

const DAMAGED: Refusal = {
  code: 'parquet_damaged',
  message: 'This is a Parquet file whose index cannot be read. Get the file again.',
};

async function* nothing(): AsyncGenerator<Iterable<ReadItem>, void, undefined> {
  // A refused file has no records.
}

async function* readRows(
  file: AsyncBuffer,
  metadata: FileMetaData,
): AsyncGenerator<Iterable<ReadItem>, void, undefined> {
  const numbering = createNumbering();
  let from = 0;
  for (const group of metadata.row_groups) {
    const to = from + Number(group.num_rows);
    const rows = await readGroup(file, metadata, from, to);
    if (rows === null) {
      const place = { line: from + 1, offset: 0 };
      yield [
        badRecord(numbering.next(place), 'unreadable_row', ''),
        fileNote(
          numbering.note(place),
          'row_group_damaged',
          `Rows ${from + 1} to ${to} are damaged and were not read.`,
        ),
      ];
    } else
      for (let at = 0; at < rows.length; at += BATCH_ROWS) {
        const first = from + at;
        yield rows.slice(at, at + BATCH_ROWS).map((row, index): ReadItem => {
          const value = toPlainJson(row);
          // Rows have no lines; their number stands for it, and there is no place in the text.
          const position = numbering.next({ line: first + index + 1, offset: 0 });
          return { kind: 'json', position, value, outer: null, notes: [], text: JSON.stringify(value) };
        });
      }
    from = to;
  }
}

async function readGroup(
  file: AsyncBuffer,
  metadata: FileMetaData,
  rowStart: number,
  rowEnd: number,
): Promise<readonly unknown[] | null> {
  try {
    return await parquetReadObjects({ file, metadata, rowStart, rowEnd, compressors });
  } catch {
    return null;
  }
}
