import type Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FacetValue } from '../../../shared/contract/samples.ts';
import { removeField, termsOf, toggleTerm } from '../../../shared/query/edit.ts';
import { FACETS, findFacets } from '../facets/registry.ts';
import { scanBatch } from '../services/checking.ts';
import { addSample, call, say } from '../testing/add-sample.ts';
import { createFilledDatabase, createMemoryDatabase } from '../testing/memory-database.ts';
import { facetCounts } from './facets.ts';
import { countMatching } from './search.ts';

let db: Database.Database;
beforeAll(() => {
  db = createFilledDatabase({ count: 240, seed: 21, attempts: [0, 3] });
  scanBatch(
    db,
    db
      .prepare<[], { id: number }>('SELECT id FROM sample')
      .all()
      .map((row) => row.id),
  );
  db.exec("UPDATE sample SET removed_at = 1 WHERE id % 19 = 0; UPDATE flag SET state = 'dismissed' WHERE id % 4 = 0");
  db.exec('UPDATE sample SET lang = NULL WHERE id % 10 = 0; UPDATE sample SET prompt_chars = id * 17');
  db.exec(`INSERT INTO sample_map VALUES ('prompt', 1, 1, 240, '[]', '[]');
    INSERT INTO map_point SELECT 'prompt', id, 0, 0, id % 7, 1, '' FROM sample WHERE id % 4 > 0`);
});
afterAll(() => db.close());

const FILTERS = [
  '',
  'chain',
  'lang:de calls>3',
  'tool:quote_repair -tool:list_parts decision:include',
  'outcome:error or lang:fr',
  'id:0',
];

describe('facetCounts', () => {
  it.each(FACETS.flatMap((facet) => FILTERS.map((filter) => [facet.key, filter] as const)))(
    'of %s under %j are what the terms of its values find',
    (key, filter) => {
      const [facet] = findFacets([key]);
      const [counts] = facetCounts(db, [facet!], filter);
      expect(counts!.values.length + counts!.more).toBeGreaterThan(1);
      const rest = removeField(filter, facet!.field);
      for (const value of counts!.values) {
        expect(FacetValue.safeParse(value).error).toBeUndefined();
        expect({ value: value.value, count: value.count, total: value.total }).toEqual({
          value: value.value,
          count: countMatching(db, rest === '' ? value.term : `(${rest}) ${value.term}`),
          total: countMatching(db, value.term),
        });
      }
    },
  );

  it('of all facets at once are those of each', () => {
    const filter = 'lang:de,en tool:quote_repair chain';
    expect(facetCounts(db, FACETS, filter)).toEqual(FACETS.flatMap((facet) => facetCounts(db, [facet], filter)));
  });

  it('tell a value to be chosen by its term in the filter', () => {
    const [tools] = facetCounts(db, findFacets(['tool']), '');
    const filter = toggleTerm('chain', tools!.values[1]!.term);
    expect(termsOf(filter, 'tool')).toEqual([tools!.values[1]!.term]);
  });

  it('follow calls that are added, removed or moved to another sample', () => {
    const own = createMemoryDatabase();
    const tools = (): unknown =>
      facetCounts(own, findFacets(['tool']), '')[0]!.values.map((value) => [value.value, value.total]);
    expect(tools()).toEqual([]);
    addSample(own, {
      attempts: [{ messages: [call(['search', {}], ['fetch', {}])] }, { messages: [call(['search', {}])] }],
    });
    addSample(own, { attempts: [{ messages: [say('assistant', 'no calls')] }] });
    expect(tools()).toEqual([
      ['fetch', 1],
      ['search', 1],
    ]);
    own.exec('UPDATE attempt SET sample_id = 2, idx = 5 WHERE id = 2');
    expect(tools()).toEqual([
      ['search', 2],
      ['fetch', 1],
    ]);
    own.exec('DELETE FROM attempt WHERE id = 1');
    expect(tools()).toEqual([['search', 1]]);
    own.close();
  });

  it('list fifty values and say how many more there are', () => {
    const own = createMemoryDatabase();
    for (let n = 0; n < 53; n += 1) addSample(own, { source: `source-${String(n).padStart(2, '0')}` });
    const [sources] = facetCounts(own, findFacets(['source']), '');
    expect([sources!.values.length, sources!.more, sources!.values[0]!.value]).toEqual([50, 3, 'source-00']);
    own.close();
  });

  it('name languages and flags as people do', () => {
    const [languages, flags] = facetCounts(db, findFacets(['lang', 'flag']), '');
    expect(languages!.values.find((value) => value.value === 'de')).toMatchObject({ label: 'German', term: 'lang:de' });
    expect(languages!.values.find((value) => value.value === 'none')).toMatchObject({
      label: 'Not told',
      term: 'lang:none',
    });
    expect(flags!.values.find((value) => value.value === 'missing-reference')).toMatchObject({
      label: 'Reference missing',
    });
  });

  it('refuse a filter with a problem', () => {
    expect(() => facetCounts(db, FACETS, '(')).toThrow(expect.objectContaining({ code: 'invalid_input' }));
  });
});
