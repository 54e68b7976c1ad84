import { avalanche, mixIn, scramble } from '../murmur.ts';

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
  for (let at = 0; at < whole; at += 4) hash = mixIn(hash, bytes.readInt32LE(at));
  let rest = 0;
  for (let at = bytes.length - 1; at >= whole; at--) rest = (rest << 8) | (bytes[at] ?? 0);
  if (bytes.length > whole) hash ^= scramble(rest);
  return avalanche(hash ^ bytes.length);
}
