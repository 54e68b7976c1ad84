/**
 * MurmurHash3 (x86, 32 bits, seed 0) of a text's UTF-8 bytes.
 *
 * @returns a signed 32-bit number
 * @see Austin Appleby, MurmurHash3, 2011, public domain
 */
export function murmurHash(text: string): number {
  const bytes = Buffer.from(text, 'utf8');
  const whole = bytes.length & ~3;
  let hash = 0;
  for (let at = 0; at < whole; at += 4) {
    hash ^= scramble(bytes.readInt32LE(at));
    hash = (hash << 13) | (hash >>> 19);
    hash = (Math.imul(hash, 5) + 0xe6546b64) | 0;
  }
  let rest = 0;
  for (let at = bytes.length - 1; at >= whole; at--) rest = (rest << 8) | (bytes[at] ?? 0);
  if (bytes.length > whole) hash ^= scramble(rest);
  hash ^= bytes.length;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}

function scramble(word: number): number {
  const k = Math.imul(word, 0xcc9e2d51);
  return Math.imul((k << 15) | (k >>> 17), 0x1b873593);
}
