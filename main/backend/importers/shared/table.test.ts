import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { brief, readAll, whole } from '../testing/read.ts';
import { guessMapping, mergeMapping } from './columns.ts';
import { linesOf } from './lines.ts';
import { createRowSplitter, splitCells } from './table-rows.ts';
import type { RowText } from './table-rows.ts';

const cell = fc.oneof(
  fc.string(),
  fc.constantFrom('a,b', 'say "x"', 'two\nlines', 'two\r\nlines', '', ' lead', '"', ',', '""'),
);
const quote = (text: string): string => `"${text.replaceAll('"', '""')}"`;

describe('tables', () => {
  it('gives back every cell that was quoted by the rules', async () => {
    const rows = fc.array(
      fc.tuple(cell, cell).filter((row) => row.some((one) => one.trim() !== '')),
      { minLength: 1, maxLength: 8 },
    );
    await fc.assert(
      fc.asyncProperty(
        rows,
        fc.constantFrom(',', ';', '\t', '|'),
        fc.constantFrom('\n', '\r\n'),
        async (data, delimiter, end) => {
          fc.pre(data.every((row) => row.join() !== 'prompt,answer'));
          const text = [['prompt', 'answer'], ...data].map((row) => row.map(quote).join(delimiter) + end).join('');
          const { items } = await readAll(whole(text));
          expect(brief(items)).toEqual(data.map(([prompt, answer]) => ({ prompt, answer })));
        },
      ),
    );
  });

  it('splits rows where csv-parse splits them, badly quoted ones included', () => {
    const piece = fc.constantFrom('a', '"', '""', ',', ' ', 'b"c', '\n', '"x,y"');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (parts) => {
        const text = parts.join('');
        let expected: string[][];
        try {
          expected = parse(text, { relax_quotes: true, relax_column_count: true, record_delimiter: '\n' });
        } catch {
          return;
        }
        const splitter = createRowSplitter({ delimiter: ',', escape: '"' });
        const rows = linesOf(Buffer.from(text), true)
          .map((line) => splitter.push(line))
          .filter((row): row is RowText => row !== null);
        expect(splitCells(rows, { delimiter: ',', escape: '"' })).toEqual(expected);
      }),
      { numRuns: 2000 },
    );
  });

  it('lists bad rows among good ones with their lines (T13)', async () => {
    const lines = Array.from({ length: 1000 }, (_, at) => (at % 18 === 0 ? 'good,row' : 'bad'));
    const { records } = await readAll(whole(`prompt,answer\n${lines.join('\n')}\n`));
    const bad = records.filter(({ kind }) => kind === 'bad');
    expect([records.length, bad.length]).toEqual([1000, 944]);
    expect(bad.slice(0, 3).map(({ position }) => position.line)).toEqual([3, 4, 5]);
  });
});

describe('guessing a mapping', () => {
  it.each([
    [['question_id', 'category', 'Prompt', 'Response'], { prompt: 'Prompt', answer: 'Response', tag: 'category' }],
    [['id', 'input', 'output'], { prompt: 'input', answer: 'output' }],
    [['id', 'user prompt', 'model answer'], { prompt: 'user prompt', answer: 'model answer' }],
    [['question', 'answer'], { prompt: 'question', answer: 'answer' }],
    [['Text', 'LABEL'], { prompt: 'Text', 'reference.LABEL': 'LABEL' }],
    [
      ['Question', 'Ground Truth', 'is_correct', 'task_id'],
      { prompt: 'Question', 'reference.Ground_Truth': 'Ground Truth', reward: 'is_correct', group: 'task_id' },
    ],
    [['a', 'b'], {}],
  ])('of %j is %j', (columns, mapping) => {
    expect(guessMapping(columns)).toEqual(mapping);
  });

  it('gives way to what a person said', () => {
    const guessed = { prompt: 'question', answer: 'answer', title: 'name' };
    expect(mergeMapping(guessed, { 'reference.gold': 'answer', title: '' })).toEqual({
      prompt: 'question',
      'reference.gold': 'answer',
    });
  });
});
