import { expect, test } from 'vitest';
import { matchCommands, parsePaletteQuery, sampleNumber, toolFilter, wordsFilter } from './palette-search.ts';

test.each([
  ['exc', { mode: 'all', text: 'exc' }],
  ['> exp', { mode: 'commands', text: 'exp' }],
  ['#hail', { mode: 'samples', text: 'hail' }],
  ['@get_claim', { mode: 'tools', text: 'get_claim' }],
])('reads %s', (query, expected) => {
  expect(parsePaletteQuery(query)).toEqual(expected);
});

test.each([
  ['S-0187', 187],
  ['s187', 187],
  ['#12', 12],
  ['12', null],
  ['hail 12', null],
])('%s names the sample %s', (query, number) => {
  expect(sampleNumber(parsePaletteQuery(query))).toBe(number);
});

test.each([
  ['exc', 'exc*'],
  ['hail exc', 'hail exc*'],
  ['a', 'a'],
  ['tool:refund', '"tool:refund"'],
  ['this or that', 'this "or" that*'],
  ['say "hi"', 'say "\\"hi\\""'],
  ['(x', '"(x"'],
])('finds the words of %s by %s, never as operators', (text, filter) => {
  expect(wordsFilter(text)).toBe(filter);
});

test('quotes tools with unusual names', () => {
  expect(toolFilter('get_claim')).toBe('tool:get_claim');
  expect(toolFilter('my tool')).toBe('tool:"my tool"');
});

test('commands that begin with the text come first, and every word must be there', () => {
  const command = { id: 'x', titleKey: 'shell:commands.palette', run: () => undefined } as const;
  const items = ['Show the export', 'Export', 'Import files'].map((title) => ({ title, command }));
  expect(matchCommands(items, 'exp').map(({ title }) => title)).toEqual(['Export', 'Show the export']);
  expect(matchCommands(items, 'files imp').map(({ title }) => title)).toEqual(['Import files']);
});
