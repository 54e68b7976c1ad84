import type Database from 'better-sqlite3';
import { CHECKS, HASH_CHECKS } from '../checks/registry.ts';
import { scanBatch as scanWith, scanDuplicates as scanHashes, type ScanCounts } from '../store/flags.ts';

/**
 * Runs every check over some samples and brings their flags up to date; what people confirmed or dismissed stays. Call it
 * inside a transaction.
 */
export function scanBatch(db: Database.Database, ids: readonly number[]): ScanCounts {
  return scanWith(db, { checks: CHECKS, hashChecks: HASH_CHECKS }, ids);
}

/** Only the checks that compare samples with one another; the others were run when the samples were prepared. */
export function scanDuplicates(db: Database.Database, ids: readonly number[]): ScanCounts {
  return scanHashes(db, HASH_CHECKS, ids);
}
