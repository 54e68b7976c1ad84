import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parsePythonLiteral } from './python-literal.ts';

/** Writes a JSON value as Python's repr does, as far as quotes and escapes go. */
function repr(value: unknown): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string') {
    const quote = value.includes("'") && !value.includes('"') ? '"' : "'";
    return (
      quote +
      value.replaceAll('\\', '\\\\').replaceAll(quote, `\\${quote}`).replaceAll('\n', '\\n').replaceAll('\r', '\\r') +
      quote
    );
  }
  if (Array.isArray(value)) return `[${value.map(repr).join(', ')}]`;
  return `{${Object.entries(value as object)
    .map(([key, item]) => `${repr(key)}: ${repr(item)}`)
    .join(', ')}}`;
}

describe('reading Python literals', () => {
  it('reads back what repr writes', () => {
    const value = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 3 },
        fc.constant(null),
        fc.boolean(),
        fc.integer(),
        fc.string(),
        fc.array(tie('value')),
        fc.dictionary(fc.string(), tie('value')),
      ),
    })).value;
    fc.assert(
      fc.property(value, (data) => {
        fc.pre(!repr(data).includes('__proto__'));
        expect(parsePythonLiteral(repr(data))).toEqual(data);
      }),
    );
  });

  it.each([
    ['(1, 2,)', [1, 2]],
    ['{1, 2}', [1, 2]],
    ['{}', {}],
    ["u'a\\x41\\u00e9'", 'aAé'],
    ["'''two\nlines'''", 'two\nlines'],
    ["[{'a': 1}\n {'a': 2}]", [{ a: 1 }, { a: 2 }]],
    ['1_000', 1000],
    ['12345678901234567890', '12345678901234567890'],
    ['{1: 2}', { 1: 2 }],
  ])('reads %s', (text, value) => {
    expect(parsePythonLiteral(text)).toEqual(value);
  });

  it.each([
    '',
    'print(1)',
    '{',
    "{'a': }",
    '[1',
    "'open",
    '[1 2]',
    '__import__("os")',
    '{"a": 1} x',
    "{'a': 1, 2}",
    '['.repeat(1000),
  ])('refuses %s', (text) => {
    expect(parsePythonLiteral(text)).toBeUndefined();
  });
});
