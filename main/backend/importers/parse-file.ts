import type { Mapping } from '../../../shared/contract/sources.ts';
import { isJsonObject } from '../../../shared/model/json.ts';
import type { Per } from '../../../shared/model/sample.ts';
import { count } from '../../../shared/text/plural.ts';
import { otherFormOf } from './detect.ts';
import { openRecords } from './open.ts';
import type { ByteInput } from './shared/bytes.ts';
import { note, refuse } from './shared/items.ts';
import { keptRaw } from './shared/limits.ts';
import type { Assembler, Importer, ParsedIssue, ParsedItem, ParsedSample, RawRecord, ReadItem } from './types.ts';

export type ParseFileOptions = {
  readonly per: Per;
  /** Of a mappable form: Assay field to column; guessed from each record's names when empty. */
  readonly map: Mapping;
  readonly encoding?: string | undefined;
  readonly delimiter?: string | undefined;
  /** Records that an earlier run has done. */
  readonly skipRecords?: number | undefined;
  /** Told of every record before what it gives. */
  readonly onRecord?: ((record: RawRecord) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
};

/**
 * Reads a file of any size as samples, issues and one end mark a record, in the order of the file, in batches to be read
 * one after the other. Every record read
 * ends as kept (at least one sample came of it) or as rejected (an issue says why), so `seen = kept + rejected`. A file
 * that cannot be read at all counts as one rejected record.
 *
 * @throws only what reading the input throws, and the signal's reason
 */
export async function* parseFile(
  input: ByteInput,
  importer: Importer,
  options: ParseFileOptions,
): AsyncGenerator<Iterable<ParsedItem>, void, undefined> {
  const parser = createParser(importer, options);
  // What joins records has to see those that were done before: they may be part of what comes.
  const skipRecords = parser.joins ? 0 : options.skipRecords;
  const opened = await openRecords(input, { ...options, skipRecords });
  if (opened.refusal !== null) {
    if ((options.skipRecords ?? 0) > 0) return;
    const position = { line: 1, offset: 0, index: 0 };
    const { code, message } = opened.refusal;
    yield [
      { kind: 'issue', position, code, message, raw: null, rejected: true },
      { kind: 'record', position, kept: false },
    ];
    return;
  }
  const limit = createNoteLimit();
  function* parseItems(items: Iterable<ReadItem>): Generator<ParsedItem, void, undefined> {
    for (const item of items) {
      if (item.kind !== 'note') options.onRecord?.(item);
      for (const parsed of parser.item(item)) if (limit.passes(parsed)) yield parsed;
    }
  }
  for await (const items of opened.batches) yield parseItems(items);
  yield parser.end();
  yield limit.rest();
}

/** What `parseFile` gives, one by one. */
export async function* eachItem(
  batches: AsyncIterable<Iterable<ParsedItem>>,
): AsyncGenerator<ParsedItem, void, undefined> {
  for await (const items of batches) yield* items;
}

/** Remarks of one kind that are listed one by one; a file may have the same one on every record. */
const NOTES_LISTED = 100;

/** Lets refusals through always, and remarks on kept records until there are enough; the rest is counted. */
function createNoteLimit() {
  const seen = new Map<string, { count: number; last: ParsedIssue }>();
  return {
    passes: (item: ParsedItem): boolean => {
      if (item.kind !== 'issue' || item.rejected || item.raw !== null) return true;
      const count = (seen.get(item.code)?.count ?? 0) + 1;
      seen.set(item.code, { count, last: item });
      return count <= NOTES_LISTED;
    },
    rest: function* (): Generator<ParsedIssue, void, undefined> {
      for (const { count: all, last } of seen.values()) {
        if (all <= NOTES_LISTED) continue;
        const more = count(all - NOTES_LISTED, 'more record');
        yield {
          ...last,
          position: { ...last.position, line: null, offset: null },
          message: `${last.message} The same is true of ${more}.`,
        };
      }
    },
  };
}

/** Turns the items of a file into what they give: samples, issues and, for each record, its end mark. */
export type Parser = {
  readonly item: (item: ReadItem) => Iterable<ParsedItem>;
  /** What is complete only at the end of the file. */
  readonly end: () => Iterable<ParsedItem>;
  /** Whether records are joined, so that samples come when they are complete. */
  readonly joins: boolean;
};

/** @returns a parser for the items of one file, in their order */
export function createParser(
  importer: Importer,
  options: Pick<ParseFileOptions, 'per' | 'map' | 'skipRecords'>,
): Parser {
  const assembler = importer.assemble?.(options) ?? null;
  if (assembler === null)
    return {
      item: (item) => parseItem(item, (record) => parseRecord(record, importer, options)),
      end: () => [],
      joins: false,
    };
  const skip = options.skipRecords ?? 0;
  return {
    *item(item) {
      for (const parsed of parseItem(item, (record) => pushRecord(record, importer, assembler, options)))
        // Samples come again after an interruption, and are known by their names.
        if (parsed.kind === 'sample' || parsed.position.index >= skip) yield parsed;
    },
    end: () => assembler.end(),
    joins: true,
  };
}

type Outcome = { readonly items: readonly (ParsedSample | ParsedIssue)[]; readonly kept: boolean };

function* parseItem(item: ReadItem, read: (record: RawRecord) => Outcome): Generator<ParsedItem, void, undefined> {
  if (item.kind === 'note') {
    const { position, code, message } = item;
    yield { kind: 'issue', position, code, message, raw: null, rejected: false };
    return;
  }
  const { items, kept } = read(item);
  if (item.kind !== 'bad') for (const { code, message, lossy } of item.notes) yield note(item, code, message, lossy);
  if (!kept && !items.some((one) => one.kind === 'issue' && one.rejected)) {
    yield refuse(item, 'nothing_found', 'Nothing in the record could be read as a sample.');
  }
  for (const one of items) {
    // A record that gave samples was not refused, whatever else is said of it.
    yield one.kind === 'issue' && one.rejected && kept ? { ...one, rejected: false } : one;
  }
  yield { kind: 'record', position: item.position, kept };
}

function parseRecord(record: RawRecord, importer: Importer, options: Pick<ParseFileOptions, 'per' | 'map'>): Outcome {
  const items = unfit(record, importer) ?? guarded(record, () => importer.parse(record, options));
  if (items.some(({ kind }) => kind === 'sample')) return { items, kept: true };
  return readAsOther(record, importer, options) ?? { items, kept: false };
}

/** Logs mix forms: a record that is none of the file's is read as what it surely is, with a remark. */
function readAsOther(
  record: RawRecord,
  importer: Importer,
  options: Pick<ParseFileOptions, 'per' | 'map'>,
): Outcome | null {
  const other = record.kind === 'json' && isJsonObject(record.value) ? otherFormOf(record, importer) : null;
  const per = other?.per.find((mode) => mode === options.per) ?? other?.per[0];
  if (other === null || per === undefined) return null;
  const items = guarded(record, () => other.parse(record, { per, map: {} }));
  if (!items.some(({ kind }) => kind === 'sample')) return null;
  return { items: [note(record, 'other_form', `The record was read as ${other.title}.`), ...items], kept: true };
}

/** A record of a conversation that goes over several is kept unless it was refused: its sample comes later. */
function pushRecord(
  record: RawRecord,
  importer: Importer,
  assembler: Assembler,
  options: Pick<ParseFileOptions, 'per' | 'map'>,
): Outcome {
  const items = unfit(record, importer) ?? guarded(record, () => assembler.push(record));
  const kept = !items.some((one) => one.kind === 'issue' && one.rejected);
  return kept ? { items, kept } : (readAsOther(record, importer, options) ?? { items, kept });
}

/** @returns the refusal of a record that no importer of this kind can read, else null */
function unfit(record: RawRecord, importer: Importer): readonly ParsedIssue[] | null {
  if (record.kind === 'bad') {
    const { position, code, message, text } = record;
    const said = keptRaw(text, message, code === 'record_too_large');
    return [{ kind: 'issue', position, code, ...said, rejected: true }];
  }
  if (record.kind === 'json' && !isJsonObject(record.value))
    return [refuse(record, 'not_object', 'A row must be an object.')];
  if (record.kind === 'row' && importer.takes === 'json') {
    return [refuse(record, 'table_row', `A row of a table cannot be read as ${importer.title}.`)];
  }
  if (record.kind === 'json' && importer.takes === 'rows') {
    return [refuse(record, 'not_a_row', `A JSON record cannot be read as ${importer.title}.`)];
  }
  return null;
}

function guarded(
  record: RawRecord,
  read: () => readonly (ParsedSample | ParsedIssue)[],
): readonly (ParsedSample | ParsedIssue)[] {
  try {
    return read();
  } catch (error) {
    // A fault of ours, not of the file. The record is listed like any other that could not be read, and reading goes on.
    const kind = error instanceof Error ? error.name : 'error';
    return [
      refuse(record, 'importer_failed', `The record could not be read because of a fault in the importer (${kind}).`),
    ];
  }
}
