import { isJsonObject } from '../../../../shared/model/json.ts';
import type { JsonObject } from '../../../../shared/model/json.ts';
import { parseJsonRecord } from '../shared/json-parse.ts';
import { LIMITS } from '../shared/limits.ts';
import { badRecord, createNumbering, jsonRecord } from '../shared/record.ts';
import type { ReadItem } from '../types.ts';
import type { Archive, Member } from './archive.ts';

const SAMPLE = /^samples\/.*\.json$/;
/** Parts of the log that say again what the samples say. */
const SUMS = ['reductions', 'samples'];

/** @returns whether an archive is a log of inspect_ai, which it writes as `.eval` */
export function isInspectLog({ members }: Archive): boolean {
  const names = new Set(members.map(({ name }) => name));
  return names.has('header.json') || [...names].some((name) => name.startsWith('_journal/'));
}

/**
 * Reads a log of inspect_ai sample by sample: each is a record of its own that looks like a JSON log with that sample
 * alone, so that one importer reads both.
 */
export async function* readInspectLog({ members }: Archive): AsyncGenerator<Iterable<ReadItem>, void, undefined> {
  const numbering = createNumbering();
  const header = await readHeader(members);
  for (const member of members.filter(({ name }) => SAMPLE.test(name))) {
    const text = await readText(member);
    const position = numbering.next({ line: 1, offset: 0 });
    const record = text === null ? badRecord(position, 'unreadable_row', '') : jsonRecord(position, text);
    yield [record.kind === 'json' ? { ...record, value: { ...header, samples: [record.value] } } : record];
  }
}

/** The log's head; of a run that was cut off only its beginning is there. */
async function readHeader(members: readonly Member[]): Promise<JsonObject> {
  const member =
    members.find(({ name }) => name === 'header.json') ?? members.find(({ name }) => name === '_journal/start.json');
  const text = member === undefined ? null : await readText(member);
  const parsed = text === null ? null : parseJsonRecord(text);
  if (parsed?.ok !== true || !isJsonObject(parsed.value)) return {};
  return Object.fromEntries(Object.entries(parsed.value).filter(([key]) => !SUMS.includes(key)));
}

async function readText(member: Member): Promise<string | null> {
  if (member.size > LIMITS.recordBytes) return null;
  try {
    const chunks: Buffer[] = [];
    // Without an encoding a stream gives buffers.
    for await (const chunk of (await member.open()) as AsyncIterable<Buffer>) chunks.push(chunk);
    return Buffer.concat(chunks).toString('utf8');
  } catch {
    return null;
  }
}
