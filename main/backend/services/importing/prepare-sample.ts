import { detectLanguage } from '../../facets/language.ts';
import type { ParsedSample } from '../../importers/types.ts';
import type { PreparedSample } from '../../store/prepared.ts';
import { prepareUntold } from './prepare.ts';

/** Computes everything of a sample that does not need the database, its language included. See `prepareUntold`. */
export function prepareSample(parsed: ParsedSample, sourceUid: string): PreparedSample {
  const { opening, ...sample } = prepareUntold(parsed, sourceUid);
  return { ...sample, lang: detectLanguage(opening) };
}
