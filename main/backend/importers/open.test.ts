import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openRecords } from './open.ts';
import { eachRecord } from './opened.ts';
import { NASTY_FILES } from './testing/nasty-files.ts';
import { brief, inPieces, readAll, whole } from './testing/read.ts';

describe('reading a file', () => {
  it.each(NASTY_FILES.map((file) => [file.name, file] as const))('takes %s as it is', async (_, file) => {
    const read = await readAll(whole(file.bytes));
    expect(read.refusal).toBe(file.refusal ?? null);
    if (file.containers !== undefined) expect(read.containers).toEqual(file.containers);
    if (file.items !== undefined) expect(brief(read.items)).toEqual(file.items);
  });

  it.each(NASTY_FILES.filter(({ bytes }) => bytes.length < 100_000).map((file) => [file.name, file] as const))(
    'reads %s the same when it comes byte by byte',
    async (_, file) => {
      const once = await readAll(whole(file.bytes));
      const pieces = await readAll(inPieces(file.bytes, 1));
      expect(pieces.items).toEqual(once.items);
    },
  );

  it('says the physical line and the byte offset of each record', async () => {
    const text = '\n{"a":"é"}\n\r\n{"b":1}\n{bad\n';
    const { records } = await readAll(whole(text));
    expect(records.map(({ position }) => position)).toEqual([
      { line: 2, offset: 1, index: 0 },
      { line: 4, offset: 14, index: 1 },
      { line: 5, offset: 22, index: 2 },
    ]);
  });

  it('counts offsets in the file, not in the decoded text, for UTF-16', async () => {
    const bytes = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('{"a":"é🤗"}\n{"b":1}\n', 'utf16le')]);
    const { records } = await readAll(whole(bytes));
    expect(records.map(({ position }) => position.offset)).toEqual([2, 2 + 2 * 12]);
    expect(bytes.subarray(records[1]?.position.offset ?? 0).toString('utf16le')).toBe('{"b":1}\n');
  });

  it('places the elements of a list by line and offset', async () => {
    const text = '{"data": [\n  {"a": 1},\n  {"a": 2}\n]}';
    const { records } = await readAll(whole(text));
    expect(records.map(({ position }) => [position.line, position.offset])).toEqual([
      [2, 13],
      [3, 25],
    ]);
  });

  it('places table rows by the line they start on, quoted line ends and blank rows counted', async () => {
    const { records } = await readAll(whole('question,answer\n"a\nb",c\n\nd,e\n'));
    expect(records.map(({ position }) => [position.line, position.offset])).toEqual([
      [2, 16],
      [5, 25],
    ]);
  });

  it('keeps the prefix of a log line and the fields of a wrapper beside the record', async () => {
    const { records } = await readAll(
      whole('2026-01-01 INFO {"a":1}\n{"message":"{\\"b\\":2}","timestamp":5,"logStreamName":"s"}\n'),
    );
    expect(records.map((record) => (record.kind === 'json' ? record.outer : null))).toEqual([
      { prefix: '2026-01-01 INFO' },
      { timestamp: 5, logStreamName: 's' },
    ]);
  });

  it('notes what it changed in a record', async () => {
    const { records } = await readAll(
      whole('{"a":NaN,"b":12345678901234567890,"b":1,"__proto__":0,"c":"\\ud800"}\n{"a":1}\n'),
    );
    expect(
      records.map((record) => (record.kind === 'json' ? record.notes.map(({ code }) => code).toSorted() : null)),
    ).toEqual([['big_integer', 'duplicate_key', 'lone_surrogate', 'not_a_number', 'proto_key'], []]);
  });

  it('does not let a __proto__ key reach any prototype', async () => {
    await readAll(whole('{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}\n'));
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  });

  it('gives the first record of a list before it has read the rest', async () => {
    let given = 0;
    async function* endless(): AsyncGenerator<Uint8Array, void, undefined> {
      yield Buffer.from('[{"a":0}');
      for (;;) {
        given += 1;
        yield Buffer.from(`,{"a":"${'x'.repeat(10_000)}"}`);
      }
    }
    const opened = await openRecords(endless());
    let records = 0;
    for await (const item of eachRecord(opened)) {
      expect(item.kind).toBe('json');
      records += 1;
      if (records === 500) break;
    }
    // The head that decides the layout, and then no more than what was asked for.
    expect(given).toBeLessThan(540);
  });

  it('closes the input when reading stops early', async () => {
    let closed = false;
    async function* input(): AsyncGenerator<Uint8Array, void, undefined> {
      try {
        for (;;) yield Buffer.from('{"a":1}\n'.repeat(1000));
      } finally {
        closed = true;
      }
    }
    const opened = await openRecords(input());
    for await (const _ of eachRecord(opened)) break;
    expect(closed).toBe(true);
  });

  it('stops with the reason of the signal', async () => {
    const controller = new AbortController();
    const opened = await openRecords(inPieces(Buffer.from('{"a":1}\n'.repeat(100_000)), 1000), {
      signal: controller.signal,
    });
    const read = async (): Promise<void> => {
      for await (const item of eachRecord(opened))
        if (item.position.index === 10) controller.abort(new Error('enough'));
    };
    await expect(read()).rejects.toThrow('enough');
  });

  it('refuses a line over the limit as one record and goes on after it', async () => {
    async function* input(): AsyncGenerator<Uint8Array, void, undefined> {
      yield Buffer.from('{"a":1}\n{"a":"');
      for (let at = 0; at < 65; at += 1) yield Buffer.alloc(1024 * 1024, 'x');
      yield Buffer.from('"}\n{"a":3}\n');
    }
    const { items } = await readAll(input());
    expect(brief(items)).toEqual([{ a: 1 }, 'bad: record_too_large', { a: 3 }]);
    expect(items.map(({ position }) => position.line)).toEqual([1, 2, 3]);
  });

  it('refuses a list element over the limit as one record and goes on after it', async () => {
    async function* input(): AsyncGenerator<Uint8Array, void, undefined> {
      yield Buffer.from('[{"a":1},{"a":"');
      for (let at = 0; at < 65; at += 1) yield Buffer.alloc(1024 * 1024, 'x');
      yield Buffer.from('"},{"a":3}]');
    }
    const { items } = await readAll(input());
    expect(brief(items)).toEqual([{ a: 1 }, 'bad: record_too_large', { a: 3 }]);
  });

  it('reads the encoding and the delimiter a person chose', async () => {
    const bytes = Buffer.from([0x70, 0x7e, 0x61, 0x0a, 0xe9, 0x7e, 0x62, 0x0a]);
    const opened = await readAll(whole(bytes), { encoding: 'windows-1252', delimiter: '~' });
    expect(brief(opened.items)).toEqual([{ p: 'é', a: 'b' }]);
  });

  it.each(['||', '§', '\\t'])('splits cells at the delimiter %s when it is chosen', async (delimiter) => {
    const mark = delimiter === '\\t' ? '\t' : delimiter;
    const text = `prompt${mark}answer\n"a${mark}b"${mark}"c\nd"\n`;
    expect(brief((await readAll(whole(text), { delimiter })).items)).toEqual([{ prompt: `a${mark}b`, answer: 'c\nd' }]);
  });

  it('names an encoding it does not know', async () => {
    expect((await readAll(whole('{"a":1}'), { encoding: 'klingon' })).refusal).toBe('unknown_encoding');
  });

  it('leaves a record out that only the cut of a partial read has broken', async () => {
    for (const text of ['{"a":1}\n{"a":2}\n{"a":', '[{"a":1},{"a":2},{"a":', 'prompt,answer\n1,2\n3,4\n5']) {
      const { items, records } = await readAll(whole(text), { partial: true });
      expect(records).toHaveLength(2);
      expect(items.some(({ kind }) => kind === 'bad')).toBe(false);
    }
  });

  it.each(NASTY_FILES.filter(({ bytes }) => bytes.length < 100_000).map((file) => [file.name, file] as const))(
    'resumes %s at any record with the same numbers and places',
    async (_, file) => {
      const { items, records } = await readAll(whole(file.bytes));
      for (let skip = 0; skip <= records.length; skip += 1) {
        const rest = await readAll(whole(file.bytes), { skipRecords: skip });
        expect(rest.items).toEqual(items.filter((item) => item.kind === 'note' || item.position.index >= skip));
      }
    },
  );

  it('never throws and numbers every record once, whatever the bytes', async () => {
    const alphabet = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      '"',
      ':',
      ',',
      '\\',
      '\n',
      '\r',
      ' ',
      '1',
      '-',
      'a',
      'NaN',
      'data: ',
      ';',
      '\t',
      "'",
      '{"a":1}',
      'null',
      '\u0000',
      'é',
    );
    const texts = fc.array(alphabet, { maxLength: 60 }).map((parts) => Buffer.from(parts.join('')));
    const bytes = fc.uint8Array({ maxLength: 200 });
    const zipped = fc
      .tuple(texts, fc.nat(40))
      .map(([content, cut]) => gzipSync(content).subarray(0, -cut || undefined));
    await fc.assert(
      fc.asyncProperty(fc.oneof(texts, bytes, zipped), fc.integer({ min: 1, max: 50 }), async (content, size) => {
        const { items, records } = await readAll(inPieces(content, size));
        expect(records.map(({ position }) => position.index)).toEqual(records.map((_, at) => at));
        const lines = items.flatMap(({ position }) => position.line ?? []);
        expect(lines).toEqual(lines.toSorted((a, b) => a - b));
      }),
      { numRuns: 1500 },
    );
  });
});
