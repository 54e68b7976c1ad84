import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { gzipSync } from 'node:zlib';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { afterEach, describe, expect, it } from 'vitest';
import { inspectInput } from '../inspect.ts';
import { brief, readAll, whole } from '../testing/read.ts';
import { workbookOf, zipOf } from '../testing/packed.ts';

const leftOvers = (): string[] =>
  readdirSync(tmpdir()).filter((name) => name.startsWith(`assay-unpack-${String(process.pid)}-`));
afterEach(() => expect(leftOvers()).toEqual([]));

function parquetOf(columns: Parameters<typeof parquetWriteBuffer>[0]['columnData'], rowGroupSize = 1_000): Buffer {
  return Buffer.from(parquetWriteBuffer({ columnData: columns, rowGroupSize }));
}

describe('Parquet', () => {
  const file = parquetOf(
    [
      { name: 'prompt', data: ['Fix the tyre', 'Prüfe 北京 🤗', ''], type: 'STRING' },
      { name: 'id', data: [1n, 9_007_199_254_740_993n, 3n], type: 'INT64' },
      { name: 'reward', data: [0.5, Number.NaN, 1], type: 'DOUBLE' },
      { name: 'turns', data: [[{ role: 'user' }], [], [{ role: 'user' }, { role: 'assistant' }]], type: 'JSON' },
    ],
    2,
  );

  it('is read row by row, over its row groups', async () => {
    const read = await readAll(whole(file));
    expect(read.containers).toEqual(['Parquet']);
    expect(brief(read.items)).toEqual([
      { prompt: 'Fix the tyre', id: 1, reward: 0.5, turns: [{ role: 'user' }] },
      { prompt: 'Prüfe 北京 🤗', id: '9007199254740993', reward: null, turns: [] },
      { prompt: '', id: 3, reward: 1, turns: [{ role: 'user' }, { role: 'assistant' }] },
    ]);
    expect(read.records.map(({ position }) => [position.index, position.line])).toEqual([
      [0, 1],
      [1, 2],
      [2, 3],
    ]);
  });

  it('goes on after the records that were done, and can stand in gzip', async () => {
    const read = await readAll(whole(gzipSync(file)), { skipRecords: 2 });
    expect(read.containers).toEqual(['gzip', 'Parquet']);
    expect(read.records.map(({ position }) => position.index)).toEqual([2]);
  });

  it('loses only the row group that is damaged, and says which rows', async () => {
    const damaged = Buffer.from(file);
    damaged.fill(0xff, 4, 40);
    const read = await readAll(whole(damaged));
    expect(brief(read.items).slice(0, 2)).toEqual(['bad: unreadable_row', 'note: row_group_damaged']);
    expect(brief(read.items).at(-1)).toMatchObject({ id: 3 });
  });
});

describe('an Excel workbook', () => {
  const book = workbookOf({
    Notes: [['Read me first']],
    'Desk "A"': [
      ['question', 'answer', '', 'answer'],
      ['Is the bridge open?', 'Yes, until 22:00', true, 0.5],
      [null, null, null, null],
      ['<b>& "quotes"', 'ok', null, null, 'beyond'],
    ],
    Empty: [],
    Second: [
      ['question', 'answer'],
      ['How much?', 12],
    ],
  });

  it('gives the rows of every sheet with a table, and names the others', async () => {
    const read = await readAll(whole(book));
    expect(read.containers).toEqual(['Excel workbook']);
    expect(brief(read.items)).toEqual([
      { question: 'Is the bridge open?', answer: 'Yes, until 22:00', 'column 3': 'true', 'answer (2)': '0.5' },
      { question: '<b>& "quotes"', answer: 'ok', 'column 3': '', 'answer (2)': '' },
      { question: 'How much?', answer: '12' },
      'note: sheets_passed_over',
    ]);
    const [, second] = read.records;
    expect(second).toMatchObject({ position: { line: 4 }, notes: [{ code: 'cells_without_header', lossy: true }] });
    expect(second?.text).toContain('beyond');
  });

  it('is offered for mapping by its columns', async () => {
    expect(await inspectInput(whole(book))).toMatchObject({
      format: 'delimited',
      map: { prompt: 'question', answer: 'answer' },
    });
  });

  it('says so when no sheet holds a table', async () => {
    expect((await readAll(whole(workbookOf({ Notes: [['nothing']] })))).refusal).toBe('workbook_empty');
  });
});

describe('a zip archive', () => {
  const line = (n: number): string => `{"messages":[{"role":"user","content":"question ${n}"}],"model":"m"}\n`;

  it('is read file by file, numbered on, whatever way they are packed', async () => {
    const read = await readAll(
      whole(
        zipOf([
          { name: 'logs/', content: '' },
          { name: '__MACOSX/logs/._a.jsonl', content: 'litter' },
          { name: 'logs/a.jsonl', content: line(1) + line(2) },
          { name: 'logs/b.jsonl', content: line(3), method: 'stored' },
          { name: 'picture.png', content: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 0]) },
          { name: 'c.jsonl.gz', content: gzipSync(line(4)), method: 'zstd' },
        ]),
      ),
    );
    expect(read.containers[0]).toBe('zip');
    expect(read.records.map(({ position }) => [position.index, position.line])).toEqual([
      [0, 1],
      [1, 2],
      [2, 1],
      [3, 1],
    ]);
    const notes = read.items.filter((item) => item.kind === 'note');
    expect(notes).toHaveLength(1);
    expect(notes[0]?.message).toMatch(/^"picture\.png" in the archive was left out: /);
  });

  it('is offered for mapping when it holds a table', async () => {
    const file = zipOf([{ name: 'desk.csv', content: 'question;answer\nIs it open?;Yes\nHow far?;Near\n' }]);
    expect(await inspectInput(whole(file))).toMatchObject({ format: 'delimited', map: { prompt: 'question' } });
  });

  it('may not unpack to far more than its size explains', async () => {
    const bomb = zipOf([{ name: 'a.jsonl', content: line(1) }]);
    // The directory claims four gigabytes.
    bomb.writeUInt32LE(0xff_ff_ff_f0, bomb.indexOf('PK\u0001\u0002', 0, 'latin1') + 24);
    expect((await readAll(whole(bomb))).refusal).toBe('zip_empty');
  });

  it('is refused with a sentence when it is damaged or holds nothing', async () => {
    const file = zipOf([{ name: 'a.jsonl', content: line(1) }]);
    expect((await readAll(whole(file.subarray(0, -10)))).refusal).toBe('zip_damaged');
    expect((await readAll(whole(zipOf([{ name: 'a/', content: '' }])))).refusal).toBe('zip_empty');
  });

  it('of inspect_ai gives one record a sample, with the head of the log around it', async () => {
    const read = await readAll(
      whole(
        zipOf([
          { name: '_journal/start.json', content: '{"version":2}' },
          { name: 'samples/1_epoch_1.json', content: '{"id":1,"score":NaN}', method: 'zstd' },
          { name: 'samples/2_epoch_1.json', content: '{"id":2' },
          { name: 'summaries.json', content: '[]' },
          { name: 'header.json', content: '{"version":2,"eval":{"task":"desk"},"reductions":[]}' },
        ]),
      ),
    );
    expect(read.containers).toEqual(['zip', 'inspect_ai log']);
    expect(brief(read.items)).toEqual([
      { version: 2, eval: { task: 'desk' }, samples: [{ id: 1, score: null }] },
      'bad: invalid_json',
    ]);
    expect(read.records[0]).toMatchObject({ notes: [{ code: 'not_a_number' }] });
  });
});
