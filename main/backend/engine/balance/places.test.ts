import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { createPlaces } from './places.ts';

const Case = z.object({ quotas: z.array(z.int()), samples: z.array(z.array(z.int())), placed: z.int() });
const cases = z.array(Case).parse(JSON.parse(readFileSync(new URL('places.oracle.json', import.meta.url), 'utf8')));

it('places as many samples as the maximum flow that scipy finds', () => {
  expect(cases.length).toBeGreaterThan(10);
  for (const { quotas, samples, placed } of cases) {
    const places = createPlaces(quotas);
    for (const [at, cells] of samples.entries()) places.add(at, cells);
    expect(places.placed()).toHaveLength(placed);
  }
});
