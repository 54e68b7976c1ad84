import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createWordnetReader } from '../../platform/wordnet.ts';
import { METRICS, similarity, SIMILARITY_METRICS } from './similarity.ts';

// Made by main/tooling/oracles/similarity_oracle.py from NLTK and plain Python readings of the other libraries.
// A null value: the library raises an error for that pair.
const VECTORS = z
  .array(
    z.object({
      candidate: z.string(),
      reference: z.string(),
      values: z.record(z.string(), z.record(z.string(), z.number().nullable())),
    }),
  )
  .parse(JSON.parse(readFileSync(join(import.meta.dirname, 'similarity-vectors.own.json'), 'utf8')));

const RESOURCES = join(import.meta.dirname, '../../../../resources');
const loaded = await createWordnetReader(RESOURCES)();
const definitions = SIMILARITY_METRICS.flatMap((metric) => METRICS[metric].map(({ id }) => ({ metric, id })));

describe('the similarity metrics against the oracle', () => {
  it('reads the WordNet table that METEOR needs', () => {
    expect(loaded.kind).toBe('loaded');
  });

  it('has at least 200 values and one for every pair and definition', () => {
    const expected = VECTORS.flatMap(({ values }) =>
      definitions.filter(({ metric, id }) => values[metric]?.[id] !== undefined),
    );
    expect(expected).toHaveLength(VECTORS.length * definitions.length);
    expect(expected.length).toBeGreaterThan(200);
  });

  it.each(definitions)('agrees on $metric by $id to 1e-6', ({ metric, id }) => {
    const wordnet = loaded.kind === 'loaded' ? { wordnet: loaded.table } : {};
    const wrong = VECTORS.flatMap(({ candidate, reference, values }) => {
      const expected = values[metric]?.[id] ?? null;
      const { value, definition } = similarity(metric, candidate, reference, { definition: id, ...wordnet });
      const agrees =
        expected === null ? value === 0 && definition.includes('refuses') : Math.abs(value - expected) <= 1e-6;
      return agrees ? [] : [{ candidate, reference, expected, value }];
    });
    expect(wrong).toEqual([]);
  });
});
