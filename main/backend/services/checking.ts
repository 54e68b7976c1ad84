import type Database from 'better-sqlite3';
import { createChecks, HASH_CHECKS, POPULATION_CHECKS } from '../checks/registry.ts';
import { PROMPT_TOKENS } from '../checks/too-long.ts';
import type { Check } from '../engine/checks.ts';
import { createLanguageTeller, detectLanguage } from '../facets/language.ts';
import { scanBatch as scanWith, scanDuplicates as scanHashes, type ScanCounts } from '../store/flags.ts';
import { scanPopulation as scanFacts } from '../store/population-flags.ts';
import { getSetting } from '../store/settings.ts';

/** The project setting for the most tokens of a prompt with its tools. */
const PROMPT_TOKENS_SETTING = 'flags.promptTokens';

/** @returns the most tokens a prompt with its tools may have: the project's setting, else what targets document */
export function promptTokensOf(db: Database.Database): number {
  const own = getSetting(db, PROMPT_TOKENS_SETTING);
  return typeof own === 'number' && own > 0 ? own : PROMPT_TOKENS;
}

/** Made once a job: the checks remember schemas, and the words of languages. */
export function checksFor(db: Database.Database): readonly Check[] {
  return createChecks(createLanguageTeller(), promptTokensOf(db));
}

/**
 * Runs every check that looks at single samples, or compares them by hash, over some samples and brings their flags up to
 * date; what people confirmed or dismissed stays. Call it inside a transaction.
 */
export function scanBatch(
  db: Database.Database,
  ids: readonly number[],
  checks: readonly Check[] = createChecks(detectLanguage, promptTokensOf(db)),
): ScanCounts {
  return scanWith(db, { checks, hashChecks: HASH_CHECKS }, ids);
}

/** Only the checks that compare samples with one another; the others were run when the samples were prepared. */
export function scanDuplicates(db: Database.Database, ids: readonly number[]): ScanCounts {
  return scanHashes(db, HASH_CHECKS, ids);
}

/** Steps of `scanPopulation`, one a rule, so that a job can breathe between them. */
export const POPULATION_STEPS: readonly ((db: Database.Database) => ScanCounts)[] = POPULATION_CHECKS.map(
  (check) => (db) => scanFacts(db, check),
);
