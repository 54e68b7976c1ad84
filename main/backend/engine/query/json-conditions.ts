import type { Term, Value } from '../../../../shared/query/ast.ts';
import { compose, join, sql, type Fragment } from './fragment.ts';
import { anyOf, numberIs, textIs } from './value-conditions.ts';

/** @returns the path as SQLite writes it; keys hold no quote and no backslash, which the parser refuses */
export function toJsonPath(keys: readonly string[]): string {
  return `$${keys.map((key) => `."${key}"`).join('')}`;
}

/**
 * `reference` and `reference.path`: the value at the path, or an entry of the list there, meets one of the values. Numbers
 * compare with numbers, and as equal with a text of the same digits; true and false are texts.
 */
export function referenceIs(term: Term): Fragment {
  if (term.path.length === 0) return anyOf(term.values, { values: null, any: sql('s.has_reference = 1') });
  const path = toJsonPath(term.path);
  const entry = (condition: Fragment): Fragment =>
    compose(
      's.id IN (SELECT b.sample_id FROM sample_body b, json_each(b.reference, {}) j WHERE {})',
      sql('?', path),
      condition,
    );
  const conditions = [numberEntry(term.values), textEntry(term.values)].filter((condition) => condition !== null);
  return anyOf(term.values, {
    values: conditions.length === 0 ? null : entry(join('OR', conditions)),
    any: sql(`s.id IN (SELECT b.sample_id FROM sample_body b WHERE json_type(b.reference, ?) <> 'null')`, path),
  });
}

function numberEntry(values: readonly Value[]): Fragment | null {
  const numbers = numberIs('j.value', values);
  if (numbers === null) return null;
  const digits = values.flatMap((value): Value[] =>
    value.kind === 'number' && value.op === '=' ? [{ kind: 'text', text: String(value.number), prefix: false }] : [],
  );
  const asText = textIs('j.value', digits);
  const asNumber = compose("(j.type IN ('integer', 'real') AND {})", numbers);
  return asText === null ? asNumber : join('OR', [asNumber, compose("(j.type = 'text' AND {})", asText)]);
}

function textEntry(values: readonly Value[]): Fragment | null {
  const written = "CASE j.type WHEN 'true' THEN 'true' WHEN 'false' THEN 'false' ELSE CAST(j.value AS TEXT) END";
  const texts = textIs(`(${written})`, values);
  return texts === null ? null : compose("(j.type NOT IN ('object', 'array', 'null') AND {})", texts);
}
