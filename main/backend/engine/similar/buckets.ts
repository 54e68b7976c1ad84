import { finish } from './mix.ts';

/**
 * Calls back with the positions of every key that stands more than once, ascending within a bucket. The list is reused:
 * copy what should last.
 */
export function forEachBucket(keys: Uint32Array, visit: (members: Uint32Array) => void): void {
  const slots = 2 ** Math.ceil(Math.log2(Math.max(2, keys.length * 2)));
  // Open addressing; a slot holds the first position of its key, the others hang on it.
  const heads = new Int32Array(slots).fill(-1);
  const following = new Int32Array(keys.length).fill(-1);
  const sizes = new Uint32Array(keys.length);
  for (let at = keys.length - 1; at >= 0; at--) {
    const key = keys[at]!;
    let slot = finish(key, 1) & (slots - 1);
    while (heads[slot]! >= 0 && keys[heads[slot]!] !== key) slot = (slot + 1) & (slots - 1);
    const head = heads[slot]!;
    following[at] = head;
    sizes[at] = head < 0 ? 1 : sizes[head]! + 1;
    heads[slot] = at;
  }
  const members = new Uint32Array(keys.length);
  for (const head of heads) {
    if (head < 0 || sizes[head]! < 2) continue;
    let count = 0;
    for (let at = head; at >= 0; at = following[at]!) members[count++] = at;
    visit(members.subarray(0, count));
  }
}
