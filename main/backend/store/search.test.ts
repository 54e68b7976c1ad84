import type Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addSample, call, result, say } from '../testing/add-sample.ts';
import { createMemoryDatabase } from '../testing/memory-database.ts';
import { checkFilter, completeFilter, countMatching, relaxFilter } from './search.ts';
import { filterIds } from './targets.ts';

let db: Database.Database;

beforeAll(() => {
  db = createMemoryDatabase();
  addSample(db, {
    title: 'Chain skips',
    prompt: [say('system', 'You help.'), say('user', 'The chain skips on hills. Refunds are possible?')],
    lang: 'en',
    tools: [{ name: 'find_booking' }, { name: 'list_parts' }],
    reference: { decision: 'replace\nnow', parts: ['sprocket'] },
    attempts: [
      {
        messages: [
          call(['list_parts', { fits: 'tandem' }], ['find_booking', { order: 'B-77', note: 'line one\nline two' }]),
          result('list_parts', 'Four chains in stock'),
          result('find_booking', 'No such booking', 1, true),
          say('assistant', 'We replace it: 32.50 => due now'),
        ],
      },
    ],
  });
  addSample(db, { title: '北京的天气', prompt: '今天北京天气怎么样？需要带雨伞吗', lang: 'zh', source: 'weather.csv' });
  addSample(db, { title: '後輪のブレーキ', prompt: '後輪のブレーキが効かない', lang: 'ja' });
  addSample(db, { title: 'Happy customer', prompt: 'Thanks 🤗🚲 a lot', lang: 'en' });
  addSample(db, { title: 'Größe', prompt: 'Welche Größe hat der Rahmen? Café crème', lang: 'de' });
  addSample(db, { title: 'ขอบคุณ', prompt: 'ราคาเท่าไหร่', lang: 'th' });
  addSample(db, { title: 'Gone', prompt: 'chain', source: 'removed.csv' });
  db.exec(
    "UPDATE source SET removed_at = 1 WHERE name = 'removed.csv'; INSERT INTO tag (name) VALUES ('two words'), ('rush')",
  );
});
afterAll(() => db.close());

describe('full-text search', () => {
  it.each([
    ['chain', [1]],
    ['CHAINS', [1]],
    ['refund', [1]],
    ['refu*', [1]],
    ['"chain skips"', [1]],
    ['"skips chain"', []],
    ['chain "hills"', [1]],
    ['chain or 天气', [1, 2]],
    ['chain -refund', []],
    ['天气', [2]],
    ['气天', []],
    ['北京天*', [2]],
    ['京天', [2]],
    ['ブレーキ', [3]],
    ['🤗', [4]],
    ['🚲 thanks', [4]],
    ['🦄', []],
    ['grosse', []],
    ['größe', [5]],
    ['GRÖSSE', []],
    ['cafe creme', [5]],
    ['ราคา', [6]],
    ['=>', [1]],
    ['"= >"', []],
    ['S-4', [4]],
    ['s-0001 or 🤗', [1, 4]],
    ['two', [1]],
  ])('finds for %s the samples %j', (text, expected) => {
    expect(filterIds(db, text)).toEqual(expected);
  });

  it.each([
    ['prompt:chain', [1]],
    ['answer:chain', []],
    ['answer:replace', [1]],
    ['tools:tandem', [1]],
    ['tools:list_parts', [1]],
    ['tools:stock', []],
    ['result:stock', [1]],
    ['result:stock,"no such booking"', [1]],
    ['reference:sprocket', [1]],
    ['reference:now', [1]],
    ['reference:decision', [1]],
    ['answer:=>', [1]],
    ['prompt:=>', []],
    ['answer:"=>",nothing', [1]],
    ['reference:none,sprocket', [1, 2, 3, 4, 5, 6]],
    ['-reference:sprocket lang:en', [4]],
    ['title:ückt or title:GRÖß', [5]],
  ])('finds for %s the samples %j', (text, expected) => {
    expect(filterIds(db, text)).toEqual(expected);
  });

  it('takes quotes, operators and control characters of the index as plain text', () => {
    for (const text of [
      '"a"" OR b"',
      '"NEAR(a b)"',
      '"prompt : x"',
      '"^a + b"',
      '"a\0b"',
      '"*"',
      "'; DROP TABLE sample; --",
    ])
      expect(checkFilter(db, text).problem === null ? filterIds(db, text) : []).toEqual([]);
    expect(countMatching(db, '')).toBe(6);
  });
});

describe('checkFilter', () => {
  it('counts what matches, or gives the problem with its place', () => {
    expect(checkFilter(db, 'lang:en')).toEqual({ problem: null, total: 2 });
    expect(checkFilter(db, 'lnag:en')).toEqual({
      problem: { message: 'There is no field “lnag”. Did you mean lang?', from: 0, to: 4, suggestion: 'lang' },
      total: null,
    });
  });

  it('throws the problem as invalid input where a filter is needed', () => {
    expect(() => countMatching(db, 'lnag:en')).toThrow(
      expect.objectContaining({ code: 'invalid_input', message: 'There is no field “lnag”. Did you mean lang?' }),
    );
  });
});

describe('relaxFilter', () => {
  it('leaves out the condition that stands in the way, the nearest result first', () => {
    expect(relaxFilter(db, 'lang:de chain')).toEqual([
      { filter: 'chain', without: 'lang:de', total: 1 },
      { filter: 'lang:de', without: 'chain', total: 1 },
    ]);
    expect(relaxFilter(db, 'lang:en chain unicorn')).toEqual([
      { filter: 'lang:en chain', without: 'unicorn', total: 1 },
    ]);
  });
});

describe('completeFilter', () => {
  it.each([
    ['so|', ['source:', 'reason:']],
    ['lang:|', ['en', 'de', 'ja', 'th', 'zh', 'any', 'none']],
    ['tool:li|', ['list_parts']],
    ['offered:f|', ['find_booking']],
    ['tag:tw|', ['"two words"']],
    ['source:|', ['made.jsonl', 'weather.csv']],
    ['calls>3 outcome:s|', ['success']],
    ['reference.p|', ['reference.parts:']],
  ])('offers for %s what the project holds', (marked, expected) => {
    const items = completeFilter(db, marked.replace('|', ''), marked.indexOf('|')).items.map((item) => item.text);
    expect(marked.startsWith('so') ? items.slice(0, 1) : items).toEqual(
      marked.startsWith('so') ? expected.slice(0, 1) : expected,
    );
  });

  it('replaces the value at the caret only', () => {
    expect(completeFilter(db, 'lang:e,zh chain', 6)).toMatchObject({ from: 5, to: 6 });
  });

  it('offers nothing inside a phrase', () => {
    expect(completeFilter(db, '"lang:', 6).items).toEqual([]);
  });
});
