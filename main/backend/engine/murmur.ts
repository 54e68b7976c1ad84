/** MurmurHash3's steps for 32 bits. @see Austin Appleby, MurmurHash3 (x86_32), 2011, public domain */

/** @returns the hash with one more word of 32 bits mixed in (signed) */
export function mixIn(hash: number, word: number): number {
  const h = hash ^ scramble(word);
  return (Math.imul((h << 13) | (h >>> 19), 5) + 0xe6546b64) | 0;
}

/** The part of `mixIn` that a rest of fewer than four bytes goes through. */
export function scramble(word: number): number {
  const k = Math.imul(word, 0xcc9e2d51);
  return Math.imul((k << 15) | (k >>> 17), 0x1b873593);
}

/**
 * @param words how many words were mixed in
 * @returns the final hash, 0 … 2^32-1
 */
export function finish(hash: number, words: number): number {
  return avalanche(hash ^ (words << 2)) >>> 0;
}

/** MurmurHash3's last step alone: every bit of the value decides about every bit of the answer (signed). */
export function avalanche(value: number): number {
  let h = value;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return h ^ (h >>> 16);
}
