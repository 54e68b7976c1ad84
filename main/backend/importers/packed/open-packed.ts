import type { OpenedFile, OpenOptions } from '../opened.ts';
import type { Packed, Refusal } from '../shared/containers.ts';
import type { ByteInput } from '../shared/bytes.ts';
import { fileNote } from '../shared/record.ts';
import type { ReadItem } from '../types.ts';
import { openArchive } from './archive.ts';
import type { Archive, Member } from './archive.ts';
import { isInspectLog, readInspectLog } from './inspect-eval.ts';
import { openParquet } from './parquet.ts';
import { spool } from './spool.ts';
import { openWorkbook } from './workbook.ts';

type Batches = AsyncGenerator<Iterable<ReadItem>, void, undefined>;
type OpenFile = (input: ByteInput, options: OpenOptions) => Promise<OpenedFile>;
type Opened = Pick<OpenedFile, 'delimiter' | 'columns' | 'refusal'> & {
  readonly label: readonly string[];
  readonly batches: Batches;
};

/**
 * Opens a form that is read from its end. It is put into a file of its own first, which is gone when reading ends.
 *
 * @param openFile opens a file inside an archive
 */
export async function openPacked(
  packed: Packed,
  bytes: AsyncIterable<Buffer>,
  options: OpenOptions,
  openFile: OpenFile,
): Promise<OpenedFile> {
  const spooled = await spool(bytes, options.signal);
  const opened = packed === 'parquet' ? await parquet(spooled.path) : await zip(spooled.path, options, openFile);
  if (opened.refusal !== null) await spooled.remove();
  return {
    containers: () => opened.label,
    encoding: () => null,
    delimiter: opened.delimiter,
    columns: opened.columns,
    refusal: opened.refusal,
    batches: closedOnReturn(readOnce(opened.batches, options, spooled.remove), spooled.remove),
  };
}

async function* readOnce(batches: Batches, options: OpenOptions, close: () => Promise<void>): Batches {
  const skip = options.skipRecords ?? 0;
  try {
    for await (const items of batches) {
      options.signal?.throwIfAborted();
      yield skip === 0 ? items : [...items].filter((item) => item.kind === 'note' || item.position.index >= skip);
    }
  } finally {
    await close();
  }
}

/** A generator that was never started runs no `finally`: what is given back unread is closed here. */
function closedOnReturn(batches: Batches, close: () => Promise<void>): Batches {
  const end = batches.return.bind(batches);
  return Object.assign(batches, {
    return: async (): Promise<IteratorResult<Iterable<ReadItem>, void>> => {
      await close();
      return end();
    },
  });
}

async function* nothing(): Batches {
  // A refused file has no records.
}

async function* inOne(items: Iterable<ReadItem>): Batches {
  yield items;
}

async function parquet(path: string): Promise<Opened> {
  const { refusal, batches } = await openParquet(path);
  return { label: ['Parquet'], delimiter: null, columns: null, refusal, batches };
}

const DAMAGED: Refusal = {
  code: 'zip_damaged',
  message: 'This is a zip archive that is damaged or cut off: its index is missing. Get the file again.',
};
const NOTHING_IN_IT: Refusal = {
  code: 'zip_empty',
  message: 'Nothing in this zip archive can be imported: it holds no file of records.',
};

async function zip(path: string, options: OpenOptions, openFile: OpenFile): Promise<Opened> {
  const archive = await openArchive(path);
  const refused = (refusal: Refusal): Opened => {
    archive?.close();
    return { label: ['zip'], delimiter: null, columns: null, refusal, batches: nothing() };
  };
  if (archive === null) return refused(DAMAGED);
  if (archive.members.some(({ name }) => name === 'xl/workbook.xml')) {
    archive.close();
    const { refusal, columns, items } = await openWorkbook(path);
    return { label: ['Excel workbook'], delimiter: null, columns, refusal, batches: inOne(items) };
  }
  if (isInspectLog(archive)) {
    const batches = closing(readInspectLog(archive), archive);
    return { label: ['zip', 'inspect_ai log'], delimiter: null, columns: null, refusal: null, batches };
  }
  const first = await firstReadable(archive, options, openFile);
  if (first === null) return refused(NOTHING_IN_IT);
  return {
    label: ['zip', ...first.containers],
    delimiter: first.delimiter,
    columns: first.columns,
    refusal: null,
    batches: closing(readMembers(archive, options, openFile), archive),
  };
}

async function* closing(batches: Batches, archive: Archive): Batches {
  try {
    yield* batches;
  } finally {
    archive.close();
  }
}

type FirstFile = Pick<OpenedFile, 'delimiter' | 'columns'> & { readonly containers: readonly string[] };

/** The first file that can be read tells what kind of records the archive holds. */
async function firstReadable(archive: Archive, options: OpenOptions, openFile: OpenFile): Promise<FirstFile | null> {
  for (const member of archive.members) {
    const opened = await openMember(member, options, openFile);
    if (opened?.refusal !== null) continue;
    await opened.batches.return();
    return { delimiter: opened.delimiter, columns: opened.columns, containers: opened.containers() };
  }
  return null;
}

async function openMember(member: Member, options: OpenOptions, openFile: OpenFile): Promise<OpenedFile | null> {
  try {
    return await openFile(await member.open(), { ...options, skipRecords: 0 });
  } catch (error) {
    if (options.signal?.aborted === true) throw error;
    return null;
  }
}

/** Reads the files of an archive one after the other; their records are numbered on. Lines count within each file. */
async function* readMembers(archive: Archive, options: OpenOptions, openFile: OpenFile): Batches {
  let base = 0;
  const note = (name: string, why: string): ReadItem =>
    fileNote(
      { line: null, offset: null, index: base },
      'file_left_out',
      `"${name}" in the archive was left out: ${why}`,
    );
  for (const member of archive.members) {
    const opened = await openMember(member, options, openFile);
    if (opened?.refusal !== null) {
      yield [note(member.name, opened?.refusal?.message ?? 'it is damaged.')];
      continue;
    }
    const from = base;
    for await (const items of opened.batches)
      yield [...items].map((item) => {
        const position = { ...item.position, index: from + item.position.index };
        if (item.kind !== 'note') base = position.index + 1;
        return { ...item, position };
      });
  }
  yield archive.left.map(({ name, why }) => note(name, `${why}.`));
}
