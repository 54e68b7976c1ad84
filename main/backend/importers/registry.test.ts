import { readdirSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../../../shared/model/json.ts';
import { Message, ToolDef } from '../../../shared/model/message.ts';
import { FormatInfo } from '../../../shared/contract/sources.ts';
import { createParser } from './parse-file.ts';
import { importerById, importers } from './registry.ts';
import { NASTY_FILES } from './testing/nasty-files.ts';
import { fixture, inPieces, parseAll, parseRead, readAll, whole } from './testing/read.ts';
import { formatTitle } from './titles.ts';
import type { ParsedItem, RawRecord } from './types.ts';

// Big files are read once, in open.test.ts.
const SMALL_FILES = NASTY_FILES.filter(({ bytes }) => bytes.length < 100_000);
const FIXTURES = readdirSync(new URL('fixtures', import.meta.url));

function record(value: JsonValue): RawRecord {
  return {
    kind: 'json',
    position: { line: 1, offset: 0, index: 0 },
    value,
    outer: null,
    notes: [],
    text: JSON.stringify(value),
  };
}

/** JSON that comes near the forms: their field names with values of any kind. */
const nearly = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    fc.constantFrom<JsonValue>(
      null,
      true,
      0,
      1,
      -1,
      '',
      'x',
      'user',
      'assistant',
      'tool',
      '{"a":1}',
      'data: {"choices":[]}',
      '[{"role":"user"}]',
    ),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(
      fc.constantFrom(
        'messages',
        'role',
        'content',
        'tool_calls',
        'function',
        'name',
        'arguments',
        'choices',
        'message',
        'delta',
        'index',
        'request',
        'response',
        'body',
        'error',
        'usage',
        'traj',
        'task_id',
        'reward',
        'info',
        'task',
        'prompt',
        'answer',
        'tools',
        'type',
        'input',
        'output',
        '__proto__',
        'constructor',
        'toString',
      ),
      tie('value'),
      { maxKeys: 5 },
    ),
  ),
})).value as fc.Arbitrary<JsonValue>;

function checkRecord(items: readonly ParsedItem[], joins: boolean): void {
  const ends = items.filter(({ kind }) => kind === 'record');
  expect(ends).toHaveLength(1);
  const samples = items.filter((item) => item.kind === 'sample');
  const refused = items.some((item) => item.kind === 'issue' && item.rejected);
  expect(ends).toEqual([expect.objectContaining({ kept: !refused })]);
  // What joins records may give the samples of a kept one later, or nothing but a remark.
  if (!joins) expect(refused).toBe(samples.length === 0);
  expect(items.some((item) => item.kind === 'issue' && item.code === 'importer_failed')).toBe(false);
  for (const sample of samples) {
    for (const message of [...sample.prompt, ...sample.attempts.flatMap(({ messages }) => messages)])
      Message.parse(message);
    for (const tool of sample.tools) ToolDef.parse(tool);
    expect(structuredClone(sample)).toEqual(sample);
  }
}

/** Every file is read once: its records are the same for all importers. */
const FILES = await Promise.all(
  [...FIXTURES.map(fixture), ...SMALL_FILES.map(({ bytes }) => bytes)].map(async (bytes) => ({
    bytes,
    ...(await readAll(whole(bytes))),
  })),
);
type File = (typeof FILES)[number];

const readable = new Map<string, File[]>();

/** Files of which an importer kept a record, once its first mode has read them all. */
function own(id: string): File[] {
  const files = readable.get(id) ?? [];
  readable.set(id, files);
  return files;
}

describe('every importer', () => {
  it('has an id of its own and says what a sample and an answer are', () => {
    expect(importers.map(({ id }) => id)).toEqual([...new Set(importers.map(({ id }) => id))]);
    for (const { id, title, extensions, per, answer, sample, mappable } of importers) {
      FormatInfo.parse({ id, title, extensions: [...extensions], per: [...per], answer, sample, mappable });
      expect([answer, sample]).toEqual([expect.stringMatching(/^[A-Z].*\.$/s), expect.stringMatching(/^[A-Z].*\.$/s)]);
      expect(importerById(id)?.id).toBe(id);
      expect(formatTitle(id)).toBe(title);
    }
    expect([formatTitle('hand'), formatTitle('from-the-future')]).toEqual(['Made by hand', 'from-the-future']);
  });

  it.each(importers.flatMap((importer) => importer.per.map((per) => [importer.id, per] as const)))(
    'keeps or lists every record of every file: %s per %s',
    (id, per) => {
      const importer = importerById(id)!;
      // What a form refuses it refuses in every splitting mode: the others read what the first one could.
      const files = per === importer.per[0] ? FILES : own(id);
      for (const file of files) {
        const { seen, kept, rejected, samples, issues, joins } = parseRead(file.items, importer, per);
        expect([seen, rejected]).toEqual([file.records.length, seen - kept]);
        // What was read as another form is that form's own.
        const others = issues.filter(({ code }) => code === 'other_form').length;
        if (kept > others && per === importer.per[0]) own(id).push(file);
        if (!joins) expect(samples.length).toBeGreaterThanOrEqual(kept);
        expect(issues.filter(({ code }) => code === 'importer_failed')).toEqual([]);
      }
    },
  );

  it('gets the same records of every file in pieces', async () => {
    for (const { bytes, items } of FILES) expect((await readAll(inPieces(bytes, 101))).items).toEqual(items);
  });

  it.each(importers.map((importer) => [importer.id, importer] as const))(
    'gives the same samples in pieces, and when it resumes: %s',
    async (id, importer) => {
      expect(own(id).length).toBeGreaterThan(0);
      for (const { bytes } of own(id)) {
        const all = await parseAll(inPieces(bytes, 997), importer);
        const rest = await parseAll(whole(bytes), importer, { skipRecords: 2 });
        // What joins records gives its samples again; they are known by their names.
        const { joins } = parseRead([], importer, importer.per[0] ?? 'conversation');
        expect(rest.samples).toEqual(all.samples.filter(({ position }) => position.index >= (joins ? 0 : 2)));
        expect(rest.seen).toBe(Math.max(0, all.seen - 2));
      }
    },
  );

  it('never throws, and ends each record once, on anything like its form', () => {
    fc.assert(
      fc.property(
        nearly,
        fc.constantFrom(...importers),
        fc.constantFrom('call', 'turn', 'conversation'),
        (value, importer, per) => {
          importer.detect(record(value));
          {
            const parser = createParser(importer, { per, map: {} });
            checkRecord([...parser.item(record(value))], parser.joins);
            for (const item of parser.end()) expect(item.kind === 'issue' && item.rejected).toBe(false);
          }
        },
      ),
      { numRuns: 2000 },
    );
  });

  it('never throws on random bytes, and seen is kept plus rejected', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), fc.constantFrom(...importers), async (bytes, importer) => {
        const { seen, kept, rejected } = await parseAll(whole(bytes), importer);
        expect(rejected).toBe(seen - kept);
      }),
      { numRuns: 300 },
    );
  });

  it('refuses rows that are no objects (T15)', async () => {
    for (const importer of importers) {
      const { issues, seen } = await parseAll(whole('[1]\n"x"\n7\nnull\ntrue\n'), importer);
      expect(seen).toBe(5);
      expect(issues.map(({ message, position }) => [position.line, message])).toEqual(
        [1, 2, 3, 4, 5].map((line) => [line, 'A row must be an object.']),
      );
    }
  });

  it('cites the physical line of bad JSON and does not repeat it (T14)', async () => {
    for (const importer of importers) {
      const { issues } = await parseAll(
        whole('\n{"prompt":"a","messages":[{"role":"user","content":"a"}]}\n{bad secret'),
        importer,
      );
      const bad = issues.filter(({ code }) => code === 'invalid_json');
      expect(bad).toMatchObject([{ position: { line: 3 }, raw: '{bad secret', rejected: true }]);
      expect(bad[0]?.message).not.toContain('secret');
    }
  });

  it('counts a file that cannot be read as one rejected record that says why', async () => {
    const { issues, seen, kept } = await parseAll(
      whole('version https://git-lfs.github.com/spec/v1\noid sha256:1\n'),
      importers[0],
    );
    expect([seen, kept]).toEqual([1, 0]);
    expect(issues).toMatchObject([{ code: 'lfs_pointer', rejected: true }]);
  });
});
