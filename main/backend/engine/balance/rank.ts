/**
 * A place in a shuffle that a seed and the sample's name by content fix: the same on any machine and whatever other samples
 * there are, so that a set that grows keeps its order.
 *
 * FNV-1a over the name, finished by MurmurHash3's 32-bit mixer.
 *
 * @param seed any integer; its low 32 bits count
 * @returns 0 to 2^32-1
 * @see A. Appleby, "MurmurHash3", 2011 (public domain)
 */
export function seededRank(seed: number, name: string): number {
  let hash = 0x811c9dc5 ^ mix(seed | 0);
  for (let at = 0; at < name.length; at++) hash = Math.imul(hash ^ name.charCodeAt(at), 0x01000193);
  return mix(hash) >>> 0;
}

function mix(value: number): number {
  let hash = value;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}
