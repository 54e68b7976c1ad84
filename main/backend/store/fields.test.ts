import type Database from 'better-sqlite3';
import { beforeEach, describe, expect, it } from 'vitest';
import { FieldInfo } from '../../../shared/contract/graders.ts';
import { addSample, call, say } from '../testing/add-sample.ts';
import { makeSamples } from '../testing/make-samples.ts';
import { createMemoryDatabase } from '../testing/memory-database.ts';
import { listFields, missingField } from './fields.ts';

const SCHEMA = { type: 'json_schema', json_schema: { name: 'a', schema: {} } };

let db: Database.Database;
beforeEach(() => {
  db = createMemoryDatabase();
});

function pick(fields: readonly FieldInfo[], path: string): FieldInfo | undefined {
  return fields.find((field) => field.path === path);
}

describe('listFields', () => {
  it('lists reference fields with kind, coverage, an example and few values', () => {
    addSample(db, { reference: { decision: 'approve', amount: 12, order: { id: 'B-1', rush: true }, parts: ['a'] } });
    addSample(db, { reference: { decision: 'refuse', amount: '12', order: { id: null } }, tools: [{ name: 't' }] });
    addSample(db, {});
    expect(listFields(db, null).filter((field) => field.path.startsWith('item.'))).toEqual([
      { path: 'item.decision', kind: 'text', present: 2, of: 3, example: 'approve', values: ['approve', 'refuse'] },
      { path: 'item.amount', kind: 'mixed', present: 2, of: 3, example: '12', values: ['12'] },
      { path: 'item.order', kind: 'object', present: 2, of: 3, example: '{"id":"B-1","rush":true}', values: null },
      { path: 'item.order.id', kind: 'text', present: 1, of: 3, example: 'B-1', values: ['B-1'] },
      { path: 'item.order.rush', kind: 'bool', present: 1, of: 3, example: 'true', values: ['true'] },
      { path: 'item.parts', kind: 'list', present: 1, of: 3, example: '["a"]', values: null },
      { path: 'item.messages', kind: 'list', present: 3, of: 3, example: null, values: null },
      { path: 'item.tools', kind: 'list', present: 1, of: 3, example: null, values: null },
    ]);
  });

  it('lists fields of JSON answers when a response format is set, and only then', () => {
    const answer = say('assistant', '{"decision":"approve","amount":3}');
    addSample(db, {
      attempts: [
        { messages: [call(['a', {}]), answer] },
        { messages: [say('assistant', 'no JSON')] },
        { messages: [] },
      ],
    });
    const plain = listFields(db, null);
    const asked = listFields(db, SCHEMA);
    expect(plain.map((field) => field.path).filter((path) => path.includes('output_json'))).toEqual([]);
    expect(listFields(db, { type: 'text' })).toEqual(plain);
    expect(pick(asked, 'sample.output_json.amount')).toMatchObject({ kind: 'number', present: 1, of: 3, example: '3' });
    expect(pick(asked, 'sample.output_text')).toMatchObject({ present: 2, of: 3 });
    expect(pick(asked, 'sample.output_tools')).toMatchObject({ present: 1, of: 3 });
    expect(pick(asked, 'sample.choices')).toMatchObject({ present: 2, of: 3 });
  });

  it('follows edits, new samples and removed sources', () => {
    addSample(db, { reference: { a: 1 }, source: 'one' });
    addSample(db, { reference: { b: 1 }, source: 'two' });
    const paths = (): string[] =>
      listFields(db, null)
        .map((field) => field.path)
        .filter((path) => /^item\.[a-d]$/u.test(path));
    expect(paths()).toEqual(['item.a', 'item.b']);
    db.exec(
      `UPDATE sample_body SET reference = '{"c":1}' WHERE sample_id = 1; UPDATE sample SET revision = revision + 1 WHERE id = 1`,
    );
    expect(paths()).toEqual(['item.c', 'item.b']);
    addSample(db, { reference: { d: 1 } });
    expect(paths()).toEqual(['item.c', 'item.b', 'item.d']);
    db.exec("UPDATE source SET removed_at = 1 WHERE name = 'two'");
    expect(paths()).toEqual(['item.c', 'item.d']);
  });

  it('gives what the contract takes, for an empty project too', () => {
    expect(listFields(db, SCHEMA).map((field) => field.of)).toEqual([0, 0, 0, 0, 0]);
    makeSamples(db, { count: 40, seed: 4, scored: false });
    const fields = listFields(db, SCHEMA);
    expect(fields.map((field) => FieldInfo.safeParse(field).error)).toEqual(fields.map(() => undefined));
    expect(pick(fields, 'sample.output_json.decision')?.present).toBeGreaterThan(0);
  });
});

describe('missingField', () => {
  beforeEach(() => {
    addSample(db, { reference: { a: { b: [1] } }, attempts: [{ messages: [say('assistant', '{"x":1}')] }] });
    addSample(db, { reference: { a: { b: null } }, attempts: [{ messages: [say('assistant', '{"x":null}')] }] });
    addSample(db, { reference: { a: 1 }, attempts: [{ messages: [call(['t', {}])] }] });
  });

  it.each([
    ['item.a', []],
    ['item.a.b', [2, 3]],
    ['item.a.b[0]', [2, 3]],
    ['item.a.b[1]', [1, 2, 3]],
    ['item.toString', [1, 2, 3]],
    ['item.tools', [1, 2, 3]],
    ['item.messages', []],
    ['item.a..b', []],
    ['sample.output_text', [3]],
    ['sample.output_json', [3]],
    ['sample.output_json.x', [2, 3]],
    ['sample.output_tools', [1, 2]],
    ['nothing', []],
  ])('of %s are the samples %j', (path, expected) => {
    expect(missingField(db, path, 100)).toEqual({ count: expected.length, sampleIds: expected });
  });

  it('counts beyond the ids it gives', () => {
    expect(missingField(db, 'item.nothing', 2)).toEqual({ count: 3, sampleIds: [1, 2] });
  });
});
