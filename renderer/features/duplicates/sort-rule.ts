/** @returns the list with one item moved by so many places, as far as it goes */
export function moved<T>(list: readonly T[], at: number, by: -1 | 1): readonly T[] {
  const to = at + by;
  const item = list[at];
  if (item === undefined || to < 0 || to >= list.length) return list;
  return list.toSpliced(at, 1).toSpliced(to, 0, item);
}

/** @returns the list without the item, or with it as the last */
export function toggled<T>(list: readonly T[], item: T): readonly T[] {
  return list.includes(item) ? list.filter((one) => one !== item) : [...list, item];
}
