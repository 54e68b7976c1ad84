// Writes every fixture of the importers again with hostile text in each text field that a form lets through:
// node main/tooling/generate/hostile.ts FOLDER [all]. Prints one JSON document: the files, and what was put where.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { inspectInput } from '../../backend/importers/inspect.ts';
import { importerById } from '../../backend/importers/registry.ts';
import { parseAll, whole } from '../../backend/importers/testing/read.ts';
import { isJsonObject, type JsonValue } from '../../../shared/model/json.ts';

const FIXTURES = fileURLToPath(new URL('../../backend/importers/fixtures', import.meta.url));

/**
 * Markup that would run, links that would run, characters that reorder or hide text, a terminal sequence. A page in which
 * any of it worked would have `window.__owned`.
 */
export const HOSTILE = [
  '<script>window.__owned=1</script>',
  '<img src=x onerror="window.__owned=1">',
  '"><svg onload="window.__owned=1">',
  '<iframe srcdoc="<script>parent.__owned=1</script>"></iframe>',
  '[link](javascript:window.__owned=1)',
  '![picture](https://tracker.invalid/p.png)',
  '\u202Edesrever\u202C \u2066isolated\u2069 zero\u200Bwidth \u0007bell \u0000nul \u001B[31mred',
  '{{constructor.constructor("window.__owned=1")()}}',
].join(' ');

type Fixture = { readonly name: string; readonly parts: readonly JsonValue[]; readonly isLines: boolean };
type Spoiled = { readonly text: string; readonly fields: readonly string[]; readonly spared: readonly string[] };
type Outcome = { readonly format: string | null; readonly kept: number; readonly samples: number };

/** @returns the fixture as JSON values; null for one of another form */
function read(name: string): Fixture | null {
  const text = readFileSync(path.join(FIXTURES, name), 'utf8');
  try {
    return { name, parts: [JSON.parse(text) as JsonValue], isLines: false };
  } catch {
    const lines = text.split('\n').filter((line) => line.trim() !== '');
    const parts = lines.flatMap((line): JsonValue[] => {
      try {
        return [JSON.parse(line) as JsonValue];
      } catch {
        return [];
      }
    });
    return parts.length === 0 ? null : { name, parts, isLines: true };
  }
}

const write = ({ parts, isLines }: Fixture): string =>
  isLines ? parts.map((part) => `${JSON.stringify(part)}\n`).join('') : JSON.stringify(parts[0]);

/** @returns the value with `change` done to every string of it; strings that hold JSON are changed inside */
function mapTexts(value: JsonValue, at: string, change: (text: string, at: string) => string): JsonValue {
  if (typeof value === 'string') {
    if (/^\s*[[{]/.test(value)) {
      try {
        return JSON.stringify(mapTexts(JSON.parse(value) as JsonValue, `${at}/`, change));
      } catch {
        return change(value, at);
      }
    }
    return change(value, at);
  }
  if (Array.isArray(value)) return value.map((item: JsonValue) => mapTexts(item, `${at}*.`, change));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries<JsonValue>(value).map(([key, item]) => [key, mapTexts(item, `${at}${key}.`, change)]),
  );
}

async function outcomeOf(text: string): Promise<Outcome> {
  const { format, map } = await inspectInput(whole(text));
  const importer = format === null ? undefined : importerById(format);
  if (importer === undefined) return { format, kept: 0, samples: 0 };
  const { kept, samples } = await parseAll(whole(text), importer, { map });
  return { format, kept, samples: samples.length };
}

/** Fields that say what their neighbours are. With these changed most of a record is shown as of an unknown kind. */
const KINDS = /(?:^|\.|\/)(?:type|kind|object|role|from|source|name|id|\w*_id|\w*Id)\.$/;

/**
 * Spoils as many fields as leave the file what it is: names of kinds and roles cannot be changed without changing the form.
 */
async function spoil(fixture: Fixture, mayBe: (at: string) => boolean): Promise<Spoiled> {
  const places = new Set<string>();
  const note = (text: string, at: string): string => {
    if (mayBe(at)) places.add(at);
    return text;
  };
  for (const part of fixture.parts) mapTexts(part, '', note);
  const wanted = await outcomeOf(write(fixture));
  const chosen = new Set<string>();
  const spared: string[] = [];
  const textWith = (extra: readonly string[]): string => {
    const all = new Set([...chosen, ...extra]);
    const add = (text: string, at: string): string => (all.has(at) ? `${text} ${HOSTILE}` : text);
    return write({ ...fixture, parts: fixture.parts.map((part) => mapTexts(part, '', add)) });
  };
  const attempt = async (some: readonly string[]): Promise<void> => {
    if (some.length === 0) return;
    const got = await outcomeOf(textWith(some));
    if (got.format === wanted.format && got.kept === wanted.kept && got.samples === wanted.samples) {
      for (const at of some) chosen.add(at);
    } else if (some.length === 1) spared.push(...some);
    else {
      await attempt(some.slice(0, some.length / 2));
      await attempt(some.slice(some.length / 2));
    }
  };
  await attempt([...places]);
  return { text: textWith([]), fields: [...chosen], spared };
}

type Way = { readonly mayBe: (at: string) => boolean; readonly few: number };
const WAYS: Readonly<Record<string, Way>> = {
  all: { mayBe: () => true, few: 1 },
  texts: { mayBe: (at) => !KINDS.test(at), few: 1 },
};

/** @returns the fixture's first records, until they give that many samples; all of them where records belong together */
async function headOf(fixture: Fixture, few: number): Promise<Fixture> {
  let samples = 0;
  for (const [at, part] of fixture.parts.entries()) {
    samples += (await outcomeOf(write({ ...fixture, parts: [part] }))).samples;
    const head = { ...fixture, parts: fixture.parts.slice(0, at + 1) };
    if (samples >= few && (await outcomeOf(write(head))).samples === samples) return head;
  }
  return fixture;
}

/**
 * @param isAll every record of every fixture in both ways, not only the first few of each in one
 * @returns the files written, each with the fields that hold the hostile text and those that could not
 */
export async function writeHostile(folder: string, isAll: boolean): Promise<readonly HostileFile[]> {
  mkdirSync(folder, { recursive: true });
  const files: HostileFile[] = [];
  for (const [at, name] of readdirSync(FIXTURES).toSorted().entries()) {
    const fixture = read(name);
    if (fixture === null) continue;
    for (const [way, [prefix, { mayBe, few }]] of Object.entries(WAYS).entries()) {
      // Few: each fixture in one way, turn about.
      if (!isAll && way !== at % 2) continue;
      const { text, fields, spared } = await spoil(isAll ? fixture : await headOf(fixture, few), mayBe);
      const spoiled = `${prefix}-${name}`;
      writeFileSync(path.join(folder, spoiled), text);
      const { format, samples } = await outcomeOf(text);
      files.push({ name: spoiled, format, samples, fields, spared });
    }
  }
  return files;
}

export type HostileFile = {
  readonly name: string;
  readonly format: string | null;
  readonly samples: number;
  readonly fields: readonly string[];
  readonly spared: readonly string[];
};

const [, script = '', folder, amount] = process.argv;
if (path.resolve(script) === fileURLToPath(import.meta.url) && folder !== undefined)
  process.stdout.write(`${JSON.stringify(await writeHostile(folder, amount === 'all'))}\n`);
