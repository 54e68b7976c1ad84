import { SimilarScope } from '../../../../shared/model/similar.ts';
import type { TextLikeness } from '../../../../shared/model/likeness.ts';
import type { ProjectContext } from '../../context.ts';
import type { LabelledVector } from '../../engine/likeness/two-sample.ts';
import { createRandom, shuffled } from '../../engine/prng.ts';
import { IN_CURATED, IN_PRODUCTION, type Membership } from '../../store/likeness-rows.ts';
import { vectorsOf } from '../similarity/embedding.ts';
import { inThread } from './thread.ts';

/** Texts of each set that are looked at; more make the interval hardly narrower. */
const MOST_TEXTS = 1_500;
const SCOPE = SimilarScope.enum.prompt;

type Io = { readonly signal: AbortSignal; readonly onProgress: (done: number, total: number) => void };

/**
 * Tells the prompts of both sets apart by their vectors, for each way of making vectors by itself. Of large sets a seeded
 * draw is looked at.
 */
export async function compareTexts(
  project: ProjectContext,
  members: Membership,
  seed: number,
  { signal, onProgress }: Io,
): Promise<TextLikeness> {
  const drawn = [IN_PRODUCTION, IN_CURATED].map((set) => drawFrom(members, set, seed + set));
  const ids = [...new Set(drawn.flat())].toSorted((a, b) => a - b);
  if (drawn.some((set) => set.length === 0)) return { state: 'unmeasured', reason: 'few' };
  const embedded = await vectorsOf(project, ids, { scope: SCOPE, signal, onProgress });
  const at = new Map(ids.map((id, position) => [id, position]));
  const parts = embedded.methods.map(({ embedder }) => {
    const texts = drawn.flatMap((set, which) =>
      set.flatMap((id): LabelledVector[] => {
        const position = at.get(id) ?? -1;
        const vector = embedded.vectors[position];
        if (vector === undefined || embedded.embedders[position] !== embedder) return [];
        return [{ group: id, isCurated: which === 1, vector }];
      }),
    );
    return { embedder, texts };
  });
  const answer = await inThread({ t: 'texts', parts: parts.map((part) => part.texts), seed }, signal, () => undefined);
  const told = answer.t === 'texts' ? answer.told : [];
  const measured = parts.flatMap(({ embedder, texts }, which) => {
    const found = told[which];
    if (found == null) return [];
    const curated = texts.filter((text) => text.isCurated).length;
    return [{ embedder, curated, production: texts.length - curated, ...found }];
  });
  if (measured.length === 0) return { state: 'unmeasured', reason: 'few' };
  const size = (part: (typeof measured)[number]): number => part.curated + part.production;
  return { state: 'measured', parts: measured.toSorted((a, b) => size(b) - size(a)) };
}

function drawFrom(members: Membership, set: number, seed: number): number[] {
  const ids: number[] = [];
  for (const [id, sets] of members.entries()) if ((sets & set) !== 0) ids.push(id);
  return ids.length <= MOST_TEXTS ? ids : shuffled(ids, createRandom(seed)).slice(0, MOST_TEXTS);
}
