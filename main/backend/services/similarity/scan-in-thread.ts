import type Database from 'better-sqlite3';
import { LINK_FLOORS, type Embedder, type ScanMethod, type SimilarScope } from '../../../../shared/model/similar.ts';
import { contentUid } from '../../engine/hash.ts';
import { families } from '../../engine/similar/families.ts';
import { nearPairs } from '../../engine/similar/near-pairs.ts';
import { createPairList, type Pairs } from '../../engine/similar/pair-list.ts';
import { shingleSet } from '../../engine/similar/shingles.ts';
import { cosinePairs } from '../../engine/vectors/cosine-pairs.ts';
import { strongestPairs } from '../../engine/vectors/strongest.ts';
import { samplesToCompare } from '../../store/similar.ts';
import { unusedVectors } from '../../store/text-vectors.ts';
import { makeVectors, vectorText, type VectorText } from './make-vectors.ts';
import type { Scanned, ScannedFamily, ThreadPort } from './protocol.ts';
import { readGroups, type TextGroup } from './read-texts.ts';

/** More are not kept, but for what holds groups together and each sample's strongest. */
const MOST_LINKS = 1_000_000;
const STRONGEST = 20;

/** Finds texts of mostly the same words, and texts that are one but for numbers, names and the like. */
export function scanNear(db: Database.Database, scope: SimilarScope, port: ThreadPort): Scanned {
  const texts = samplesToCompare(db, scope);
  const withTexts = scope !== 'trajectory';
  const groups = readGroups(
    db,
    scope,
    texts.map(({ id }) => id),
    (text) => ({ set: shingleSet(text), text: withTexts ? text : '' }),
    port,
  );
  port.progress('near texts', 0, groups.length);
  const { ids, kept } = spread(groups);
  const found = nearPairs(
    kept.map(({ set }) => set),
    LINK_FLOORS.near,
  );
  const { pairs, isWhole } = thinned(found, ids.length);
  return {
    texts,
    links: linksOf(pairs, ids),
    families: withTexts
      ? familiesOf(
          scope,
          ids,
          kept.map(({ text }) => text),
        )
      : [],
    method: { search: 'lsh', kept: isWhole && found.isComplete ? 'all' : 'strongest', embedders: [] },
    unused: [],
  };
}

/** Finds texts of the same meaning; vectors are compared with those of the same embedder. */
export async function scanSemantic(db: Database.Database, scope: SimilarScope, port: ThreadPort): Promise<Scanned> {
  const texts = samplesToCompare(db, scope);
  const groups = readGroups(
    db,
    scope,
    texts.map(({ id }) => id),
    vectorText,
    port,
  );
  const vectors = await makeVectors(db, scope, groups, port);
  const list = createPairList();
  let search: ScanMethod['search'] = 'exact';
  for (const embedder of ['sentences', 'word-parts'] as const) {
    // A short text says too little to be like another; it is linked with its copies.
    const places = [...groups.entries()].flatMap(([at, group]) =>
      group.embedder === embedder && !group.isShort ? [at] : [],
    );
    const found = cosinePairs(
      places.map((at) => vectors[at] ?? new Float32Array()),
      LINK_FLOORS.semantic,
      { onProgress: (done, total) => port.progress('pairs', done, total) },
    );
    if (found.method === 'lsh') search = 'lsh';
    for (let at = 0; at < found.count; at++)
      list.add(
        firstId(groups, places[found.a[at] ?? 0]),
        firstId(groups, places[found.b[at] ?? 0]),
        found.similarity[at] ?? 0,
      );
  }
  for (const { ids } of groups) for (const other of ids.slice(1)) list.add(ids[0] ?? 0, other, 1);
  const most = (texts.at(-1)?.id ?? 0) + 1;
  const { pairs, isWhole } = thinned(list.sorted(most), most);
  return {
    texts,
    links: { a: Float64Array.from(pairs.a), b: Float64Array.from(pairs.b), similarity: pairs.similarity },
    families: [],
    method: { search, kept: isWhole ? 'all' : 'strongest', embedders: countEmbedders(groups) },
    unused: unusedVectors(db, scope, 'sentences', new Set(groups.map(({ textHash }) => textHash))),
  };
}

export function countEmbedders(
  groups: readonly Pick<TextGroup<VectorText>, 'embedder' | 'ids'>[],
): { embedder: Embedder; count: number }[] {
  return (['sentences', 'word-parts'] as const)
    .map((embedder) => ({
      embedder,
      count: groups.reduce((sum, group) => sum + (group.embedder === embedder ? group.ids.length : 0), 0),
    }))
    .filter(({ count }) => count > 0);
}

function firstId(groups: readonly TextGroup<unknown>[], at: number | undefined): number {
  return groups[at ?? -1]?.ids[0] ?? 0;
}

/** Each sample by id with what is kept of its text; equal texts share it. */
function spread<T>(groups: readonly TextGroup<T>[]): { ids: number[]; kept: T[] } {
  const all = groups.flatMap(({ ids, kept }) => ids.map((id) => ({ id, kept }))).sort((a, b) => a.id - b.id);
  return { ids: all.map(({ id }) => id), kept: all.map(({ kept }) => kept) };
}

function thinned(pairs: Pairs, size: number): { pairs: Pairs; isWhole: boolean } {
  if (pairs.count <= MOST_LINKS) return { pairs, isWhole: true };
  return { pairs: strongestPairs(pairs, size, STRONGEST), isWhole: false };
}

function linksOf(pairs: Pairs, ids: readonly number[]): Scanned['links'] {
  const idOf = (at: number): number => ids[at] ?? 0;
  return {
    a: Float64Array.from(pairs.a, idOf),
    b: Float64Array.from(pairs.b, idOf),
    similarity: pairs.similarity,
  };
}

function familiesOf(scope: SimilarScope, ids: readonly number[], texts: readonly string[]): ScannedFamily[] {
  return families(texts).map(({ template, members }) => ({
    key: contentUid('family', scope, template),
    template,
    members: members.map((at) => ids[at] ?? 0),
  }));
}
