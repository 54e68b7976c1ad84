/** @returns the set with the key put in or taken out */
export function withFlipped<K>(keys: ReadonlySet<K>, key: K): ReadonlySet<K> {
  const next = new Set(keys);
  if (!next.delete(key)) next.add(key);
  return next;
}

/** @returns the set with all the keys put in, or all taken out */
export function withKeys<K>(keys: ReadonlySet<K>, changed: readonly K[], isIn: boolean): ReadonlySet<K> {
  const next = new Set(keys);
  for (const key of changed) {
    if (isIn) next.add(key);
    else next.delete(key);
  }
  return next;
}
