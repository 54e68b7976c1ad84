import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from './parse.ts';
import { helpTables } from './testing/help-tables.ts';

const page = readFileSync(new URL('../../resources/help/filters.md', import.meta.url), 'utf8');

describe('the help page on filters', () => {
  it('lists every field as the parser knows it', () => {
    const from = page.indexOf('<!-- fields:');
    expect(page.slice(page.indexOf('\n', from)).trim()).toBe(helpTables());
  });

  it('shows only filters that can be typed', () => {
    const cells = page.matchAll(/^\| (`.+?`) \|/gmu);
    const filters = [...cells].flatMap(([, cell]) => [...cell!.matchAll(/`([^`]+)`/gu)].map(([, filter]) => filter!));
    const written = filters.slice(0, filters.indexOf('id'));
    expect(written.length).toBeGreaterThan(20);
    expect(written.filter((filter) => parse(filter).ast === null)).toEqual([]);
  });
});
