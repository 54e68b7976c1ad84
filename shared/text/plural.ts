const numbers = new Intl.NumberFormat('en');

/** @returns `1 sample`, `1,548 samples`; `many` for words that do not take an s */
export function count(n: number, one: string, many = `${one}s`): string {
  return `${numbers.format(n)} ${n === 1 ? one : many}`;
}
