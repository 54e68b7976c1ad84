import { expect, test } from 'vitest';
import { SampleId } from '../../../shared/model/ids.ts';
import { embedderOf, linkPath, type Link } from './link-text.ts';

const id = (value: number): SampleId => SampleId.parse(value);
const link = (a: number, b: number, similarity = 0.9): Link => ({ a: id(a), b: id(b), kind: 'near', similarity });
const hops = (links: readonly Link[], from: number, to: number): readonly number[] | undefined =>
  linkPath(links, id(from), id(to))?.map((hop) => hop.to);

test('two samples are linked by the shortest way, in either direction', () => {
  const links = [link(1, 2), link(2, 3), link(3, 4), link(1, 3)];
  expect(hops(links, 1, 4)).toEqual([3, 4]);
  expect(hops(links, 4, 1)).toEqual([3, 1]);
  expect(hops(links, 2, 1)).toEqual([1]);
  expect(hops(links, 1, 9)).toBeUndefined();
});

test('names the embedder only where it can be told', () => {
  const both = [
    { embedder: 'sentences', count: 3 },
    { embedder: 'word-parts', count: 2 },
  ] as const;
  expect(embedderOf(both, { lang: 'en' })).toBe('sentences');
  expect(embedderOf(both, { lang: 'de' })).toBe('word-parts');
  expect(embedderOf(both, { lang: null })).toBeNull();
  expect(embedderOf([both[0]], { lang: null })).toBe('sentences');
});
