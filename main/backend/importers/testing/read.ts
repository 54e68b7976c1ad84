import { readFileSync } from 'node:fs';
import type { Mapping } from '../../../../shared/contract/sources.ts';
import type { Per } from '../../../../shared/model/sample.ts';
import { openRecords } from '../open.ts';
import { eachRecord } from '../opened.ts';
import type { OpenOptions } from '../opened.ts';
import { createParser, eachItem, parseFile } from '../parse-file.ts';
import type { ByteInput } from '../shared/bytes.ts';
import type { Importer, ParsedIssue, ParsedSample, RawRecord, ReadItem } from '../types.ts';

/** @returns the bytes of one of our own fixtures */
export function fixture(name: string): Buffer {
  return readFileSync(new URL(`../fixtures/${name}`, import.meta.url));
}

/** Gives bytes in pieces of a size, as a slow disk or a socket would. */
export async function* inPieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array, void, undefined> {
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size);
}

/** @returns bytes as an input of one piece */
export function whole(bytes: Uint8Array | string): ByteInput {
  return [typeof bytes === 'string' ? Buffer.from(bytes, 'utf8') : bytes];
}

export type Read = {
  readonly containers: readonly string[];
  readonly refusal: string | null;
  readonly items: readonly ReadItem[];
  readonly records: readonly RawRecord[];
};

/** Reads everything of an input. */
export async function readAll(input: ByteInput, options: OpenOptions = {}): Promise<Read> {
  const opened = await openRecords(input, options);
  const items: ReadItem[] = [];
  for await (const item of eachRecord(opened)) items.push(item);
  return {
    containers: opened.containers(),
    refusal: opened.refusal?.code ?? null,
    items,
    records: items.filter((item) => item.kind !== 'note'),
  };
}

/** @returns each item in a few words: the value of a record, the code of what is wrong */
export function brief(items: readonly ReadItem[]): readonly unknown[] {
  return items.map((item) => {
    if (item.kind === 'json') return item.value;
    if (item.kind === 'row') return item.row;
    return item.kind === 'bad' ? `bad: ${item.code}` : `note: ${item.code}`;
  });
}

export type Parsed = {
  readonly samples: readonly ParsedSample[];
  readonly issues: readonly ParsedIssue[];
  readonly seen: number;
  readonly kept: number;
  readonly rejected: number;
};

/** Parses everything of an input. `rejected` counts issues that refuse a record. */
export async function parseAll(
  input: ByteInput,
  importer: Importer,
  options: {
    readonly per?: Per;
    readonly map?: Mapping;
    readonly skipRecords?: number;
    readonly encoding?: string;
  } = {},
): Promise<Parsed> {
  const samples: ParsedSample[] = [];
  const issues: ParsedIssue[] = [];
  let seen = 0;
  let kept = 0;
  const per = options.per ?? importer.per[0] ?? 'conversation';
  for await (const item of eachItem(parseFile(input, importer, { ...options, per, map: options.map ?? {} }))) {
    if (item.kind === 'sample') samples.push(item);
    else if (item.kind === 'issue') issues.push(item);
    else {
      seen += 1;
      kept += item.kept ? 1 : 0;
    }
  }
  return { samples, issues, seen, kept, rejected: issues.filter(({ rejected }) => rejected).length };
}

/**
 * Parses what was read of an input already. For tests that give the same files to every importer: reading does not depend
 * on who reads, and takes most of the time.
 */
export function parseRead(
  items: readonly ReadItem[],
  importer: Importer,
  per: Per,
): Parsed & { readonly joins: boolean } {
  const parser = createParser(importer, { per, map: {} });
  const parsed = [...items.flatMap((item) => [...parser.item(item)]), ...parser.end()];
  const ends = parsed.filter((item) => item.kind === 'record');
  const issues = parsed.filter((item) => item.kind === 'issue');
  return {
    samples: parsed.filter((item) => item.kind === 'sample'),
    issues,
    seen: ends.length,
    kept: ends.filter(({ kept }) => kept).length,
    rejected: issues.filter(({ rejected }) => rejected).length,
    joins: parser.joins,
  };
}
