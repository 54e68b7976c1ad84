import type { OpenedFile, OpenOptions } from './opened.ts';
import { openPacked } from './packed/open-packed.ts';
import type { ReadItem } from './types.ts';
import { peek } from './shared/bytes.ts';
import type { ByteInput } from './shared/bytes.ts';
import { unwrapContainers } from './shared/containers.ts';
import type { Refusal } from './shared/containers.ts';
import type { UnpackProblem } from './shared/decompress.ts';
import { decodeText } from './shared/encoding.ts';
import type { DecodedText } from './shared/encoding.ts';
import { asExported } from './shared/exported-rows.ts';
import { readJsonLines } from './shared/json-lines.ts';
import { readJsonValues } from './shared/json-values.ts';
import { HEAD_BYTES } from './shared/limits.ts';
import { OTLP_LABEL, otlpFraming, readOtlpFile } from './shared/otlp-protobuf-file.ts';
import { fileNote } from './shared/record.ts';
import { sniffLayout } from './shared/sniff.ts';
import type { Layout } from './shared/sniff.ts';
import { readTable } from './shared/table-read.ts';

/**
 * Opens a file of any size as a stream of records: takes compression off, decodes the text, finds out how its records
 * are laid out and reads them one by one. Memory is bounded by one record. Never throws on bad content; only reading
 * the input or the signal can make it throw.
 */
export async function openRecords(input: ByteInput, options: OpenOptions = {}): Promise<OpenedFile> {
  const problems: UnpackProblem[] = [];
  const raw = await unwrapContainers(input, (problem) => problems.push(problem), options.signal);
  if (raw.refusal !== null) return refuse(raw.layers, emptyBy(raw.refusal, problems), raw.bytes);
  if (raw.packed !== null) {
    const file = await openPacked(raw.packed, raw.bytes, options, openRecords);
    return {
      ...file,
      containers: () => [...raw.layers, ...file.containers()],
      batches: Object.assign(exported(file.batches), { return: file.batches.return.bind(file.batches) }),
    };
  }
  const framing = otlpFraming(raw.head);
  if (framing !== null)
    return {
      ...UNREAD,
      containers: () => [...raw.layers, OTLP_LABEL],
      batches: wantedOf(readOtlpFile(raw.bytes, framing, options.partial === true), problems, options),
    };
  const { text, refusal } = decodeText(raw.head, raw.bytes, options.encoding);
  if (refusal !== null) return refuse(raw.layers, refusal, raw.bytes);
  const { head, ended, all } = await peek(text.bytes, HEAD_BYTES);
  const layout = sniffLayout(head, ended && options.partial !== true, options.delimiter);
  if (layout.kind === 'refused') return refuse(raw.layers, layout.refusal, all);
  const table = layout.kind === 'table' ? layout.table : null;
  return {
    containers: () => [...raw.layers, encodingLabel(text), layout.label],
    encoding: text.name,
    delimiter: table?.dialect.delimiter ?? null,
    columns: table?.columns ?? null,
    refusal: null,
    batches: readAll({ ...text, bytes: all }, head, layout, problems, options),
  };
}

/** A compressed file that is cut off in its first bytes unpacks to nothing; say why rather than that it is empty. */
function emptyBy(refusal: Refusal, problems: readonly UnpackProblem[]): Refusal {
  const [problem] = problems;
  if (refusal.code !== 'empty_file' || problem === undefined) return refusal;
  return {
    code: problem.code,
    message: 'The archive is damaged from its start: nothing could be read. Get the file again.',
  };
}

function encodingLabel(text: DecodedText): string {
  return text.bom ? `${text.name()} with BOM` : text.name();
}

async function refuse(
  layers: readonly string[],
  refusal: Refusal,
  bytes: AsyncGenerator<Buffer, void, undefined>,
): Promise<OpenedFile> {
  await bytes.return();
  return { ...UNREAD, containers: () => layers, refusal, batches: nothing() };
}

/** What there is to say of a file that is neither text nor a table. */
const UNREAD = { encoding: () => null, delimiter: null, columns: null, refusal: null } as const;

async function* nothing(): AsyncGenerator<Iterable<ReadItem>, void, undefined> {
  // A refused file has no records.
}

function readAll(
  text: DecodedText,
  head: Buffer,
  layout: Exclude<Layout, { kind: 'refused' }>,
  problems: readonly UnpackProblem[],
  options: OpenOptions,
): AsyncGenerator<Iterable<ReadItem>, void, undefined> {
  return wantedOf(readLayout(text, head, layout, options.partial === true), problems, options);
}

/** Leaves out records that were done before, and tells at the end what went wrong with unpacking. */
async function* wantedOf(
  batches: AsyncIterable<Iterable<ReadItem>>,
  problems: readonly UnpackProblem[],
  options: OpenOptions,
): AsyncGenerator<Iterable<ReadItem>, void, undefined> {
  const skip = options.skipRecords ?? 0;
  let seen = 0;
  function* wanted(items: Iterable<ReadItem>): Generator<ReadItem, void, undefined> {
    for (const item of items) {
      if (item.kind !== 'note') seen = item.position.index + 1;
      if (item.kind === 'note' || item.position.index >= skip) yield asExported(item);
    }
  }
  for await (const items of batches) {
    options.signal?.throwIfAborted();
    yield wanted(items);
  }
  yield problems.map(({ code, message }) => fileNote({ line: null, offset: null, index: seen }, code, message));
}

/** The same for what is packed. */
async function* exported(
  batches: AsyncGenerator<Iterable<ReadItem>, void, undefined>,
): AsyncGenerator<Iterable<ReadItem>, void, undefined> {
  function* each(items: Iterable<ReadItem>): Generator<ReadItem, void, undefined> {
    for (const item of items) yield asExported(item);
  }
  for await (const items of batches) yield each(items);
}

function readLayout(
  text: DecodedText,
  head: Buffer,
  layout: Exclude<Layout, { kind: 'refused' }>,
  partial: boolean,
): AsyncGenerator<Iterable<ReadItem>, void, undefined> {
  switch (layout.kind) {
    case 'lines':
      return readJsonLines(text, head, partial);
    case 'values':
      return readJsonValues(text, head, layout.path, partial);
    case 'table':
      return readTable(text, head, layout.table, partial);
  }
}
