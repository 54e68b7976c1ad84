import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { themeData, themeName } from './theme.ts';

const tokens = readFileSync(path.join(import.meta.dirname, '../styles/tokens.css'), 'utf8');

/** Values of the light scheme: the first block of the file that names the token. */
function light(name: string): string {
  return new RegExp(`${name}:\\s*([^;]+);`, 'u').exec(tokens)?.[1] ?? '';
}

test('every colour of the theme is a token with a value Monaco takes', () => {
  const theme = themeData('light', light);
  const colors = [...Object.values(theme.colors), ...theme.rules.map((rule) => `#${rule.foreground ?? ''}`)];
  expect(colors.filter((color) => !/^#(?:[\da-f]{6}|[\da-f]{8})$/iu.test(color))).toEqual([]);
});

test('the editor has the colours of the mock-up', () => {
  const theme = themeData('light', light);
  expect(theme.rules.find((rule) => rule.token === 'string.key.json')?.foreground).toBe('0b6878');
  expect(theme.colors['editor.background']).toBe('#ffffff');
  expect([themeName('light'), themeName('dark')]).toEqual(['assay-light', 'assay-dark']);
  expect(themeData('dark', light).base).toBe('vs-dark');
});

test('short colours are written out', () => {
  expect(themeData('light', () => '#abc').colors['editor.background']).toBe('#aabbcc');
});
