import type { Migration } from '../migrate.ts';

/** Drops an index that no query used and every import paid for. */
export const contentIndex: Migration = {
  version: 20,
  name: 'content-index',
  sql: 'DROP INDEX sample_content;',
};
