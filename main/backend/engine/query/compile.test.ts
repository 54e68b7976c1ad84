import type Database from 'better-sqlite3';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { group, type FilterNode } from '../../../../shared/query/ast.ts';
import { parse } from '../../../../shared/query/parse.ts';
import { print } from '../../../../shared/query/print.ts';
import { anyFilter } from '../../../../shared/query/testing/arbitrary-filter.ts';
import { scanBatch } from '../../services/checking.ts';
import { createFilledDatabase } from '../../testing/memory-database.ts';
import { isMatch, readFacts, type Facts } from '../../testing/naive-filter.ts';
import { compileFilter } from './compile.ts';
import type { SqlValue } from './fragment.ts';

let db: Database.Database;
let facts: Facts[];

/** Conditions with values that occur in the made-up project, and some that do not. */
const TERMS = [
  ['id:3', 'id:S-0010..S-0020', 'id>100', 'id:1,5,9'],
  ['title:order', 'title:AUFTRAG', 'title:größe', 'title:GRÖSSE', 'title:any', 'title:100%', 'title:_'],
  [
    'source:web-chat.jsonl',
    'source:Shop*',
    'source:nothing',
    'format:delimited',
    'format:openai*',
    'task:any',
    'task:none',
  ],
  [
    'lang:de',
    'lang:de,fr',
    'lang:none',
    'lang:any',
    'offered:list_parts',
    'offered:none',
    'offered:check*',
    'offered:any',
  ],
  ['reference:any', 'reference:none', 'reference.decision:repair', 'reference.decision:re*', 'reference.price>200'],
  [
    'reference.price:100..200',
    'reference.parts:tube',
    'reference.order.rush:true',
    'reference.order.id:b-1*',
    'reference.nothing:1',
  ],
  [
    'reference.price:55',
    'reference.order:any',
    'reference.order.depth:none',
    'reference.decision:any',
    'reference.parts:any',
  ],
  [
    'decision:include',
    'decision:exclude,undecided',
    'decision:undecided',
    'reason:topic',
    'reason:none',
    'note:mira',
    'note:any',
  ],
  [
    'split:train',
    'split:none',
    'split:test,validation',
    'tag:rush',
    'tag:"winter check"',
    'tag:WIN*',
    'tag:none',
    'tag:any',
  ],
  ['flag:any', 'flag:none', 'flag:missing-reference', 'flag:error-ending,empty-answer', 'reviewed:yes', 'reviewed:no'],
  ['reviewer:mira', 'reviewer:none', 'verdict:needs_work', 'verdict:accept,skip', 'verdict:none'],
  ['attempts:0', 'attempts>=3', 'attempts:1..2', 'outcome:success', 'outcome:failure,error', 'outcome:unknown'],
  [
    'reward>0.5',
    'reward:0.2..<0.3',
    'reward:none',
    'reward:any',
    'spread:0',
    'spread>=0.2',
    'spread:none',
    'spread<0.1,>0.8',
  ],
  [
    'model:wrench*',
    'model:none',
    'model:any',
    'model:wrench-small',
    'tool:quote_repair',
    'tool:LIST*',
    'tool:none',
    'tool:any',
  ],
  [
    'calls:0',
    'calls>7',
    'calls:1..3,>=13',
    'steps>4',
    'errors>0',
    'errors:0',
    'parallel>=3',
    'tokens>3000',
    'tokens:none',
  ],
  [
    'latency>2s',
    'latency:any',
    'score:1',
    'score<0.5',
    'score:0.5..<0.81',
    'score:none',
    'score:any',
    'score:errored',
    'score:skipped',
  ],
  ['why:any', 'why:none', 'why:"The answer is not JSON."', 'why:The*'],
].flat();

const realistic: fc.Arbitrary<FilterNode> = fc.letrec<{ node: FilterNode }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.constantFrom(...TERMS.map((text) => parse(text).ast).filter((node) => node !== null)),
    fc.array(tie('node'), { minLength: 2, maxLength: 3 }).map((items) => group('and', items)),
    fc.array(tie('node'), { minLength: 2, maxLength: 3 }).map((items) => group('or', items)),
    tie('node').map((item): FilterNode => ({ kind: 'not', item })),
  ),
})).node;

function found(filter: FilterNode): number[] {
  const where = compileFilter(filter);
  return db
    .prepare<SqlValue[], { id: number }>(`SELECT s.id FROM sample s WHERE ${where.sql} ORDER BY s.id`)
    .all(...where.params)
    .map((row) => row.id);
}

beforeAll(() => {
  db = createFilledDatabase({ count: 220, seed: 7, attempts: [0, 3] });
  const ids = db.prepare<[], { id: number }>('SELECT id FROM sample').all();
  scanBatch(
    db,
    ids.map((row) => row.id),
  );
  db.exec("UPDATE flag SET state = 'dismissed' WHERE id % 5 = 0; UPDATE sample SET removed_at = 1 WHERE id % 17 = 0");
  db.exec(
    "UPDATE sample SET lang = NULL, title = '' WHERE id % 13 = 0; UPDATE sample SET title = 'Size 100%_' WHERE id = 40",
  );
  facts = readFacts(db);
});
afterAll(() => db.close());

describe('compileFilter', () => {
  it.each(TERMS)('finds for %s what the plain reading of the language finds', (text) => {
    const { ast } = parse(text);
    expect(ast).not.toBeNull();
    expect(found(ast!)).toEqual(facts.filter((fact) => isMatch(ast!, fact)).map((fact) => fact.id));
  });

  it('is exercised by conditions that mostly match some samples and not all', () => {
    const counts = TERMS.map((text) => found(parse(text).ast!).length);
    expect(counts.filter((count) => count > 0 && count < facts.length).length).toBeGreaterThan(TERMS.length * 0.75);
  });

  it('finds for any combination of conditions what the plain reading finds', () => {
    fc.assert(
      fc.property(realistic, (filter) => {
        expect(found(filter)).toEqual(facts.filter((fact) => isMatch(filter, fact)).map((fact) => fact.id));
      }),
      { numRuns: 250 },
    );
  });

  it('gives SQL that runs, for any filter with any text in it', () => {
    fc.assert(
      fc.property(anyFilter, (filter) => {
        expect(found(filter).every((id) => Number.isInteger(id))).toBe(true);
      }),
      { numRuns: 600 },
    );
  });

  it('splits samples into those that match and those that match the negation', () => {
    fc.assert(
      fc.property(anyFilter, (filter) => {
        const all = [...found(filter), ...found({ kind: 'not', item: filter })].toSorted((a, b) => a - b);
        expect(filter.kind === 'all' ? all.length : all).toEqual(
          filter.kind === 'all' ? facts.length : facts.map((fact) => fact.id),
        );
      }),
      { numRuns: 120 },
    );
  });

  it('binds everything that people write and puts none of it into the SQL', () => {
    fc.assert(
      fc.property(anyFilter, (filter) => {
        const { sql, params } = compileFilter(filter);
        expect(sql.split('?').length - 1).toBe(params.length);
        expect(sql).not.toMatch(/refund|天气|🤗/u);
      }),
    );
  });

  it('takes a filter of every allowed size', () => {
    const long = Array.from({ length: 400 }, (_, at) => (at % 2 === 0 ? 'a' : 'calls>7'));
    const wide = parse(`reward:${Array.from({ length: 900 }, (_, at) => `${at}..${at + 1}`).join(',')}`);
    for (const text of [long.join(' '), long.join(' or '), `${'('.repeat(39)}a${')'.repeat(39)}`]) {
      const { ast, problem } = parse(text);
      expect(problem).toBeNull();
      expect(found(ast!)).toBeInstanceOf(Array);
    }
    expect(found(wide.ast!)).toBeInstanceOf(Array);
    expect(print(wide.ast!).length).toBeGreaterThan(4_000);
  });
});
