export type SqlValue = string | number;

/** A piece of SQL with the values bound to its `?`, in order. Values never become text. */
export type Fragment = { readonly sql: string; readonly params: readonly SqlValue[] };

/** A fragment of trusted text; the numbers of `?` and of values agree. */
export function sql(text: string, ...params: readonly SqlValue[]): Fragment {
  return { sql: text, params };
}

/** Puts fragments into a text: each `{}` stands for the next one. */
export function compose(text: string, ...parts: readonly Fragment[]): Fragment {
  let at = 0;
  const filled = text.replaceAll('{}', () => parts[at++]?.sql ?? '');
  return { sql: filled, params: parts.flatMap((part) => part.params) };
}

/**
 * Joins conditions by AND or OR as a balanced tree, since SQLite limits how deep an expression may nest.
 *
 * @param conditions at least one
 */
export function join(operator: 'AND' | 'OR', conditions: readonly Fragment[]): Fragment {
  const [only] = conditions;
  if (only === undefined) throw new Error('Nothing to join');
  if (conditions.length === 1) return only;
  const half = Math.ceil(conditions.length / 2);
  return compose(
    `({} ${operator} {})`,
    join(operator, conditions.slice(0, half)),
    join(operator, conditions.slice(half)),
  );
}

/** `column IN (…)` with bound values. */
export function isIn(column: string, values: readonly SqlValue[]): Fragment {
  return { sql: `${column} IN (${values.map(() => '?').join(', ')})`, params: values };
}
