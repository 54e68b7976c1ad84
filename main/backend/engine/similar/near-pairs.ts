import { forEachBucket } from './buckets.ts';
import { jaccardFrom } from './jaccard.ts';
import { bandingFor, PERMUTATIONS, signatures } from './minhash.ts';
import { finish, mixIn } from './mix.ts';
import { createPairList, type PairList, type Pairs } from './pair-list.ts';
import { createUnionFind } from './union-find.ts';

export type { Pairs } from './pair-list.ts';

/** Near pairs, and whether each was compared with each. */
export type NearPairs = Pairs & {
  /** false when a bucket was too large for that; see `nearPairs` */
  readonly isComplete: boolean;
};

/** Different sets in a bucket above which its members are compared with their neighbours only. */
export const LARGE_BUCKET = 512;
/** How many neighbours; also how many links a set takes in large buckets before only links that join groups count. */
const NEIGHBOURS = 64;

/**
 * All pairs of sets whose Jaccard similarity is at or above a floor, each verified exactly. Pairs to verify come from
 * MinHash signatures of 128 permutations, cut into bands by which a pair on the floor is found with probability 0.995 and
 * one above it with more (`bandingFor`).
 *
 * Equal sets are collapsed first: the first of them is linked with each other one at 1 (a star, not all pairs), and it
 * alone is compared with the rest. Where more than 512 different sets share a bucket (traces of a few templates), each is
 * compared with its 64 neighbours in the order of their signatures, until each has 64 links; from then on only pairs that
 * join two groups are looked for. Work and memory then grow with the sets, not with their square; groups hold together,
 * not every pair is listed, and `isComplete` says so.
 *
 * @param sets sorted ascending, without repeats
 * @param floor above 0, at most 1
 * @throws RangeError for another floor
 * @see P. Indyk, R. Motwani, "Approximate nearest neighbors: towards removing the curse of dimensionality", 1998
 */
export function nearPairs(sets: readonly Uint32Array[], floor: number): NearPairs {
  if (!(floor > 0 && floor <= 1)) throw new RangeError(`The floor ${floor} is not above 0 and at most 1.`);
  const pairs = createPairList();
  const firsts = collapseEqual(sets, pairs);
  const distinct = Array.from(firsts, (at) => sets[at]!);
  const { keys, bands } = bandKeys(distinct, floor);

  const compared = new Uint8Array(keys.length);
  const large = largeBuckets(distinct.length);
  const column = new Uint32Array(distinct.length);
  let isComplete = true;
  function verify(x: number, y: number): boolean {
    const similarity = jaccardFrom(distinct[x]!, distinct[y]!, floor);
    if (similarity < 0) return false;
    pairs.add(firsts[x]!, firsts[y]!, similarity);
    return true;
  }
  for (let band = 0; band < bands; band++) {
    for (let at = 0; at < column.length; at++) column[at] = keys[at * bands + band]!;
    forEachBucket(column, (members) => {
      if (members.length > LARGE_BUCKET) {
        isComplete = false;
        large.compareNeighbours(inKeyOrder(members, keys, bands), verify);
        return;
      }
      for (const x of members) compared[x * bands + band] = 1;
      for (let i = 0; i < members.length; i++)
        for (let j = i + 1; j < members.length; j++)
          if (!hasMet(members[i]! * bands, members[j]! * bands, band, keys, compared)) verify(members[i]!, members[j]!);
    });
  }
  return { ...pairs.sorted(sets.length), isComplete };
}

/** @returns the position of the first of each different set, ascending; links its copies with it */
function collapseEqual(sets: readonly Uint32Array[], pairs: PairList): Uint32Array {
  const keys = new Uint32Array(sets.length);
  for (const [at, set] of sets.entries()) {
    let hash = 0;
    for (let member = 0; member < set.length; member++) hash = mixIn(hash, set[member]!);
    keys[at] = finish(hash, set.length);
  }
  const isCopy = new Uint8Array(sets.length);
  forEachBucket(keys, (members) => {
    for (const [index, first] of members.entries()) {
      if (isCopy[first] === 1) continue;
      for (const other of members.subarray(index + 1)) {
        if (isCopy[other] === 1 || !areEqual(sets[first]!, sets[other]!)) continue;
        isCopy[other] = 1;
        pairs.add(first, other, 1);
      }
    }
  });
  return Uint32Array.from(sets.keys()).filter((at) => isCopy[at] === 0);
}

function areEqual(a: Uint32Array, b: Uint32Array): boolean {
  if (a.length !== b.length) return false;
  for (let at = 0; at < a.length; at++) if (a[at] !== b[at]) return false;
  return true;
}

/** @returns a key for every set and band, set by set: equal when the band's piece of the signature is */
function bandKeys(sets: readonly Uint32Array[], floor: number): { keys: Uint32Array; bands: number } {
  const { bands, rows } = bandingFor(floor);
  const signature = signatures(sets);
  const keys = new Uint32Array(sets.length * bands);
  for (let at = 0; at < sets.length; at++)
    for (let band = 0; band < bands; band++) {
      let hash = 0;
      const from = at * PERMUTATIONS + band * rows;
      for (let row = 0; row < rows; row++) hash = mixIn(hash, signature[from + row]!);
      keys[at * bands + band] = finish(hash, rows);
    }
  return { keys, bands };
}

/** Whether the two were in one bucket of an earlier band, where each was compared with each. */
function hasMet(x: number, y: number, band: number, keys: Uint32Array, compared: Uint8Array): boolean {
  for (let earlier = 0; earlier < band; earlier++)
    if (keys[x + earlier] === keys[y + earlier] && compared[x + earlier] === 1) return true;
  return false;
}

/** Sets that agree in many bands come to stand side by side. */
function inKeyOrder(members: Uint32Array, keys: Uint32Array, bands: number): Uint32Array {
  return members.slice().sort((x, y) => {
    for (let band = 0; band < bands; band++) {
      const difference = keys[x * bands + band]! - keys[y * bands + band]!;
      if (difference !== 0) return difference;
    }
    return x - y;
  });
}

function largeBuckets(size: number) {
  const links = new Uint32Array(size);
  const groups = createUnionFind(size);
  return {
    compareNeighbours(ordered: Uint32Array, verify: (x: number, y: number) => boolean): void {
      for (let i = 0; i < ordered.length; i++)
        for (let j = i + 1; j < Math.min(ordered.length, i + 1 + NEIGHBOURS); j++) {
          const x = ordered[i]!;
          const y = ordered[j]!;
          const isFull = links[x]! >= NEIGHBOURS && links[y]! >= NEIGHBOURS;
          if (isFull && groups.find(x) === groups.find(y)) continue;
          if (!verify(x, y)) continue;
          links[x]!++;
          links[y]!++;
          groups.union(x, y);
        }
    },
  };
}
