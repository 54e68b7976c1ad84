import type { z } from 'zod';
import type { FileOptions, Inspection, Mapping, PreviewIssue } from '../../../shared/contract/sources.ts';
import { isJsonObject } from '../../../shared/model/json.ts';
import type { JsonValue } from '../../../shared/model/json.ts';
import type { Per } from '../../../shared/model/sample.ts';
import { detectForm } from './detect.ts';
import type { Detection } from './detect.ts';
import { openRecords } from './open.ts';
import { eachRecord } from './opened.ts';
import type { OpenedFile } from './opened.ts';
import { createParser } from './parse-file.ts';
import { importerById } from './registry.ts';
import type { ByteInput } from './shared/bytes.ts';
import { cellText, isEmptyCell } from './shared/cells.ts';
import { joinTasks } from './shared/conversation.ts';
import { DELIMITER_NAMES } from './shared/table-sniff.ts';
import type { Importer, ParsedSample, RawRecord, ReadItem } from './types.ts';

/** Everything an inspection says that follows from the bytes alone. */
export type ContentInspection = Omit<
  z.infer<typeof Inspection>,
  'fileRef' | 'name' | 'sizeBytes' | 'alreadyImported' | 'importedAs' | 'updateOf' | 'known' | 'issues'
> & { readonly issues: Omit<PreviewIssue, 'actions'>[] };
export type InspectOptions = z.infer<typeof FileOptions> & {
  readonly signal?: AbortSignal | undefined;
  /** @returns the mapping that a person used for the same columns before */
  readonly recall?: ((columns: readonly string[]) => Mapping | undefined) | undefined;
};

const MAX_RECORDS = 50;
/** Characters read before a look ends, one record at least: some records are megabytes. */
const MAX_CHARS = 4_000_000;
const PREVIEW_SAMPLES = 10;
const PREVIEW_RECORDS = 10;
const PREVIEW_CHARS = 20_000;
const EXAMPLES = 3;
const EXAMPLE_CHARS = 200;
const MAX_ISSUES = 100;

/**
 * Looks at the start of a file: what holds it, which form it has, what it would give. Reads at most 50 records or a few
 * MB and writes nothing. The options in the answer (`format`, `per`, `map`, `encoding`, `delimiter`) are those in use;
 * passing them back gives the same answer.
 */
export async function inspectInput(input: ByteInput, options: InspectOptions = {}): Promise<ContentInspection> {
  return (await inspectSamples(input, options)).content;
}

/** As `inspectInput`, with all samples that were read for it. */
export async function inspectSamples(
  input: ByteInput,
  options: InspectOptions = {},
): Promise<{ readonly content: ContentInspection; readonly samples: readonly ParsedSample[] }> {
  const { encoding, delimiter, signal } = options;
  const opened = await openRecords(input, { encoding, delimiter, signal });
  const { items, complete } = await readStart(opened);
  const records = items.filter((item) => item.kind !== 'note');
  const detection = detectForm(records);
  const importer = importerOf(options, detection);
  const columns = importer?.mappable === true ? columnsOf(records, opened.columns) : [];
  const { map, mapFrom } = mapOf(importer, columns, options);
  const per = perOf(importer, options);
  const results =
    importer === undefined ? [] : importer.per.map((mode) => ({ mode, ...preview(items, importer, mode, map) }));
  const chosen = results.find(({ mode }) => mode === per);
  const content: ContentInspection = {
    containers: [...opened.containers()],
    detected: detection.detected,
    runnerUp: detection.runnerUp,
    format: importer?.id ?? null,
    per,
    counts: results.map(({ mode, samples }) => ({
      per: mode,
      samples: samples.length,
      attempts: countAttempts(samples),
    })),
    columns,
    map,
    mapFrom,
    encoding: opened.encoding(),
    delimiter: opened.delimiter,
    recordsRead: records.length,
    complete,
    samples: (chosen?.samples ?? []).slice(0, PREVIEW_SAMPLES).map(toPreview),
    issues: (chosen?.issues ?? unreadable(items)).slice(0, MAX_ISSUES),
    refused: chosen?.refused ?? 0,
    records: records.slice(0, PREVIEW_RECORDS).map((record) => record.text.slice(0, PREVIEW_CHARS)),
    refusal: refusalOf({
      opened,
      records,
      complete,
      detection,
      options,
      importer,
      map,
      columns: columns.map(({ name }) => name),
    }),
  };
  return { content, samples: chosen?.samples ?? [] };
}

function importerOf(options: InspectOptions, { detected }: Detection): Importer | undefined {
  return importerById(options.format ?? detected?.format ?? '');
}

/** The mapping in use: what a person said, exactly; else what they used for the same columns; else the guess. */
function mapOf(
  importer: Importer | undefined,
  columns: ContentInspection['columns'],
  options: InspectOptions,
): Pick<ContentInspection, 'map' | 'mapFrom'> {
  if (importer?.mappable !== true) return { map: {}, mapFrom: 'guessed' };
  if (options.map !== undefined) return { map: options.map, mapFrom: 'given' };
  const names = columns.map(({ name }) => name);
  const recalled = options.recall?.(names);
  if (recalled !== undefined) return { map: recalled, mapFrom: 'remembered' };
  return { map: importer.guess?.(names) ?? {}, mapFrom: 'guessed' };
}

function perOf(importer: Importer | undefined, options: InspectOptions): Per | null {
  if (importer === undefined) return null;
  return importer.per.find((mode) => mode === options.per) ?? importer.per[0] ?? null;
}

async function readStart(
  opened: OpenedFile,
): Promise<{ readonly items: readonly ReadItem[]; readonly complete: boolean }> {
  const items: ReadItem[] = [];
  let count = 0;
  let chars = 0;
  // Leaving the loop closes the file.
  for await (const item of eachRecord(opened)) {
    items.push(item);
    if (item.kind === 'note') continue;
    count += 1;
    chars += item.text.length;
    if (count >= MAX_RECORDS || chars >= MAX_CHARS) return { items, complete: false };
  }
  return { items, complete: opened.refusal === null };
}

type Preview = {
  readonly samples: readonly ParsedSample[];
  readonly issues: ContentInspection['issues'];
  readonly refused: number;
};

function preview(items: readonly ReadItem[], importer: Importer, per: Per, map: Mapping): Preview {
  const parser = createParser(importer, { per, map });
  const parsed = [...items.flatMap((item) => [...parser.item(item)]), ...parser.end()];
  const issues = parsed.filter((one) => one.kind === 'issue');
  return {
    samples: joinTasks(parsed.filter((one) => one.kind === 'sample')),
    issues: issues.map(({ position, code, message, rejected }) => ({
      line: position.line,
      offset: position.offset,
      code,
      message,
      rejected,
    })),
    refused: parsed.filter((one) => one.kind === 'record' && !one.kept).length,
  };
}

/** What is wrong with a file of no known form. */
function unreadable(items: readonly ReadItem[]): ContentInspection['issues'] {
  return items.flatMap((item) => {
    if (item.kind !== 'bad' && item.kind !== 'note') return [];
    const { position, code, message } = item;
    return [{ line: position.line, offset: position.offset, code, message, rejected: item.kind === 'bad' }];
  });
}

function countAttempts(samples: readonly ParsedSample[]): number {
  return samples.reduce((sum, sample) => sum + sample.attempts.length, 0);
}

function toPreview(sample: ParsedSample): ContentInspection['samples'][number] {
  return {
    title: sample.title ?? '',
    prompt: [...sample.prompt],
    tools: [...sample.tools],
    reference: sample.reference,
    attempts: sample.attempts.map(({ messages, reward, outcome }) => ({ messages: [...messages], reward, outcome })),
  };
}

/** Columns of a table, or the fields of flat records in the order they are met. */
function columnsOf(records: readonly RawRecord[], header: readonly string[] | null): ContentInspection['columns'] {
  const found = new Map<string, { name: string; examples: string[]; filled: number }>();
  const add = (name: string, cell: JsonValue): void => {
    const column = found.get(name) ?? { name, examples: [], filled: 0 };
    found.set(name, column);
    if (isEmptyCell(cell)) return;
    column.filled += 1;
    if (column.examples.length < EXAMPLES) column.examples.push(cellText(cell).slice(0, EXAMPLE_CHARS));
  };
  for (const name of header ?? []) add(name, null);
  for (const record of records) {
    const fields =
      record.kind === 'row' ? record.row : record.kind === 'json' && isJsonObject(record.value) ? record.value : {};
    for (const [name, cell] of Object.entries(fields)) add(name, cell);
  }
  return [...found.values()];
}

type Found = {
  readonly opened: OpenedFile;
  readonly records: readonly RawRecord[];
  readonly complete: boolean;
  readonly detection: Detection;
  readonly options: InspectOptions;
  readonly importer: Importer | undefined;
  readonly map: Mapping;
  readonly columns: readonly string[];
};

/** One sentence on why the file cannot be imported as it stands, null when it can. */
function refusalOf(found: Found): string | null {
  const { opened, records, complete, options, importer } = found;
  if (opened.refusal !== null) return opened.refusal.message;
  if (records.length === 0) return complete ? 'The file holds no records.' : null;
  if (options.format !== undefined && importer === undefined) return `There is no format called "${options.format}".`;
  if (importer === undefined) return unknownForm(found);
  if (options.per !== undefined && !importer.per.includes(options.per)) {
    return `${importer.title} cannot be read as one sample per ${options.per}. It offers: ${importer.per.join(', ')}.`;
  }
  return importer.mappable && found.map['prompt'] === undefined ? unmapped(found) : null;
}

function unknownForm({ records, detection }: Found): string {
  const bad = records.find((record) => record.kind === 'bad');
  if (bad?.kind === 'bad' && records.every(({ kind }) => kind === 'bad'))
    return `None of the first ${records.length} records could be read. ${bad.message}`;
  if (detection.foreign !== null) return `This looks like ${detection.foreign}, which this version cannot read yet.`;
  if (records.every((record) => record.kind === 'json' && !isJsonObject(record.value)))
    return 'The records are not objects, so they hold no messages and no columns.';
  return 'The records are of no form Assay knows. If they are flat, choose "Table or flat records" and say which field is the prompt.';
}

function unmapped({ opened, columns }: Found): string {
  const { delimiter } = opened;
  const how = delimiter === null ? '' : ` The delimiter is ${DELIMITER_NAMES[delimiter] ?? `"${delimiter}"`}.`;
  const names = columns.slice(0, 20).map((name) => name.slice(0, 60));
  return `No column looks like a prompt.${how} Columns found: ${names.join(', ')}${columns.length > 20 ? ', …' : ''}. Map one of them to the prompt.`;
}
