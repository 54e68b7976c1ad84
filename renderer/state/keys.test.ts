import { expect, test } from 'vitest';
import { formatKeys } from './keys.ts';

test.each([
  ['mod+shift+z', false, 'Ctrl Shift Z'],
  ['mod+shift+z', true, 'Cmd Shift Z'],
  ['f6', false, 'F6'],
  ['?', false, '?'],
  ['shift+arrowdown', false, 'Shift Down'],
  ['mod+,', false, 'Ctrl ,'],
  ['escape', true, 'Esc'],
])('shows %s (mac: %s) as %s', (keys, isMac, shown) => {
  expect(formatKeys(keys, isMac)).toBe(shown);
});
