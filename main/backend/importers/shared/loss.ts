import { isJsonObject } from '../../../../shared/model/json.ts';
import type { JsonValue } from '../../../../shared/model/json.ts';
import type { LossReport } from '../../../../shared/model/source.ts';
import type { Importer, ParsedSample, RawRecord } from '../types.ts';
import { walkLeaves } from './leaves.ts';
import type { Leaf } from './leaves.ts';

/** Every one of the first records is looked at, and then one of so many. */
const FIRST = 1_000;
const EVERY = 50;
/** Characters of records that are looked at in all. */
const MAX_CHARS = 64_000_000;
const MAX_PATHS = 400;
/** Distinct paths that are told apart beyond those listed. */
const MAX_MORE = 10_000;
const EXAMPLES = 8;
/** Values of samples that are remembered; beyond them a path may be said to be left out that is not. */
const MAX_VALUES = 400_000;
const TEXT_KEPT = 80;

const EMPTY = 'It is empty in every record that was looked at.';
const NOT_FOUND =
  'Its values are nowhere in the samples word for word: it was used to join, order or compute something, or left out.';

export type LossCollector = {
  readonly record: (record: RawRecord) => void;
  readonly sample: (sample: ParsedSample) => void;
  readonly report: () => LossReport;
};

type Path = { records: number; last: number; isEmpty: boolean; readonly examples: Leaf[] };

/**
 * Works out what became of the fields of a source's records: it walks records and what was read of them, and compares
 * values. A path counts as kept when one of its values stands in extras under the same key; as mapped when one stands
 * anywhere else in a sample (short numbers and truth values only under the same key, since they are everywhere); else as
 * ignored, with the importer's reason where it gives one.
 */
export function createLossCollector(importer: Importer, joins: boolean): LossCollector {
  const paths = new Map<string, Path>();
  const more = new Set<string>();
  const values: Values = { kept: new Set(), mapped: new Set() };
  let read = 0;
  let scanned = 0;
  let chars = 0;
  let isScanning = false;

  function note(leaf: Leaf): void {
    let path = paths.get(leaf.path);
    if (path === undefined) {
      if (paths.size >= MAX_PATHS) {
        if (more.size < MAX_MORE) more.add(leaf.path);
        return;
      }
      path = { records: 0, last: -1, isEmpty: true, examples: [] };
      paths.set(leaf.path, path);
    }
    if (path.last !== read) path.records += 1;
    path.last = read;
    if (isEmpty(leaf.value)) return;
    path.isEmpty = false;
    if (path.examples.length < EXAMPLES) path.examples.push(shorten(leaf));
  }

  return {
    record(record) {
      read += 1;
      isScanning = record.kind !== 'bad' && chars < MAX_CHARS && (read <= FIRST || read % EVERY === 0);
      if (!isScanning || record.kind === 'bad') return;
      scanned += 1;
      chars += record.text.length;
      walkLeaves(record.kind === 'row' ? record.row : record.value, note);
      // What stood around the record: the prefix of a log line, the fields of a wrapper.
      if (record.kind === 'json' && record.outer !== null)
        walkLeaves(record.outer, (leaf) => note({ ...leaf, path: `outer ${leaf.path}` }));
    },
    sample(sample) {
      if (isScanning || joins) rememberSample(values, sample);
    },
    report() {
      const told = [...paths].map(([path, one]) => ({
        path,
        records: one.records,
        ...fateOf(importer, values, path, one),
      }));
      const list = told.map((one) => (one.fate === 'ignored' && isRead(told, one.path) ? asMapped(one) : one));
      const count = (fate: string): number => list.filter((one) => one.fate === fate).length;
      return {
        recordsRead: read,
        recordsScanned: scanned,
        mapped: count('mapped'),
        kept: count('kept'),
        ignored: count('ignored'),
        paths: list,
        morePaths: more.size,
      };
    },
  };
}

type Values = { readonly kept: Set<string>; readonly mapped: Set<string> };

function remember(into: Set<string>, value: JsonValue | undefined): void {
  if (value === undefined) return;
  walkLeaves(value, ({ key, value: leaf }) => {
    if (isEmpty(leaf) || into.size >= MAX_VALUES) return;
    into.add(valueKey(leaf));
    into.add(pairKey(key, leaf));
  });
}

function rememberSample({ kept, mapped }: Values, sample: ParsedSample): void {
  if (mapped.size >= MAX_VALUES) return;
  remember(kept, sample.extras ?? undefined);
  for (const attempt of sample.attempts) remember(kept, attempt.extras ?? undefined);
  for (const { extras, ...message } of [...sample.prompt, ...sample.attempts.flatMap(({ messages }) => messages)]) {
    remember(kept, extras);
    for (const call of message.calls ?? []) remember(kept, call.extras);
    remember(mapped, plain(message));
  }
  for (const { extras, ...tool } of sample.tools) {
    remember(kept, extras);
    remember(mapped, plain(tool));
  }
  const { taskKey, sourceRef, title, reference, tags } = sample;
  remember(mapped, plain({ taskKey, sourceRef, title, reference, tags }));
  remember(mapped, plain(sample.attempts.map(({ messages: _messages, extras: _extras, ...facts }) => facts)));
}

type Fate = Pick<LossReport['paths'][number], 'fate' | 'why'>;

function fateOf(importer: Importer, { kept, mapped }: Values, name: string, path: Path): Fate {
  if (path.examples.some(({ key, value }) => kept.has(pairKey(key, value)))) return { fate: 'kept', why: null };
  const isMapped = path.examples.some(({ key, value }) =>
    mapped.has(isCommon(value) ? pairKey(key, value) : valueKey(value)),
  );
  if (isMapped || importer.takenApart?.includes(name) === true) return { fate: 'mapped', why: null };
  const known = importer.ignored?.find(
    ({ path: top }) => name.startsWith(top) && /^(?:[.[{]|$)/u.test(name.slice(top.length)),
  );
  return { fate: 'ignored', why: known?.why ?? (path.isEmpty ? EMPTY : NOT_FOUND) };
}

/** A text that holds JSON is read when something inside of it is. */
function isRead(told: LossReport['paths'], path: string): boolean {
  return told.some((one) => one.fate !== 'ignored' && one.path.startsWith(`${path}{}`));
}

function asMapped(one: LossReport['paths'][number]): LossReport['paths'][number] {
  return { ...one, fate: 'mapped', why: null };
}

function plain(value: unknown): JsonValue {
  // Parsed samples are made of JSON values only; absent members are skipped by the walk.
  return value as JsonValue;
}

function isEmpty(value: JsonValue): boolean {
  return (
    value === null ||
    value === '' ||
    (Array.isArray(value) && value.length === 0) ||
    (isJsonObject(value) && Object.keys(value).length === 0)
  );
}

/** Values that are met everywhere, so that finding one somewhere says nothing. */
function isCommon(value: JsonValue): boolean {
  return typeof value === 'boolean' || (typeof value === 'number' && Number.isInteger(value) && Math.abs(value) < 100);
}

function shorten(leaf: Leaf): Leaf {
  return leaf.value === null || typeof leaf.value !== 'string' ? leaf : { ...leaf, value: shortText(leaf.value) };
}

function shortText(text: string): string {
  return text.length <= TEXT_KEPT
    ? text
    : `${text.length} ${text.slice(0, TEXT_KEPT / 2)}${text.slice(-TEXT_KEPT / 2)}`;
}

function valueKey(value: JsonValue): string {
  return typeof value === 'string' ? shortText(value) : JSON.stringify(value);
}

function pairKey(key: string, value: JsonValue): string {
  return `${key}\u0000${valueKey(value)}`;
}
