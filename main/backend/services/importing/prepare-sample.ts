import { judgeLanguages, LANGUAGE_MIX } from '../../checks/language-mix.ts';
import { detectLanguage } from '../../facets/language.ts';
import type { ParsedSample } from '../../importers/types.ts';
import type { PreparedSample, UntoldSample } from '../../store/prepared.ts';
import { prepareUntold, toFlag } from './prepare.ts';

/** Computes everything of a sample that does not need the database, its language included. See `prepareUntold`. */
export function prepareSample(parsed: ParsedSample, sourceUid: string): PreparedSample {
  return tellSample(prepareUntold(parsed, sourceUid), detectLanguage);
}

/** Adds what rests on telling languages: the sample's own, and the flag of answers in another one. */
export function tellSample(untold: UntoldSample, tell: (text: string) => string | null): PreparedSample {
  const { opening, languages, ...sample } = untold;
  const lang = tell(opening);
  const found = languages === null ? [] : judgeLanguages(languages, tell);
  return {
    ...sample,
    lang,
    flags: found.length === 0 ? sample.flags : [...sample.flags, ...found.map((one) => toFlag(LANGUAGE_MIX, one))],
  };
}
