/** MurmurHash3's steps for 32 bits. @see Austin Appleby, MurmurHash3 (x86_32), 2011, public domain */

/** @returns the hash with one more word of 32 bits mixed in (signed) */
export function mixIn(hash: number, word: number): number {
  let k = Math.imul(word, 0xcc9e2d51);
  k = (k << 15) | (k >>> 17);
  const h = hash ^ Math.imul(k, 0x1b873593);
  return (Math.imul((h << 13) | (h >>> 19), 5) + 0xe6546b64) | 0;
}

/**
 * @param words how many words were mixed in
 * @returns the final hash, 0 … 2^32-1
 */
export function finish(hash: number, words: number): number {
  let h = hash ^ (words << 2);
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}
