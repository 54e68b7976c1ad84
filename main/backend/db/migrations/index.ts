import { initial } from './0010-initial.ts';
import { contentIndex } from './0020-content-index.ts';
import { attemptIndexes } from './0030-attempt-indexes.ts';
import { privacy } from './0040-privacy.ts';
import { collect } from './0050-collect.ts';
import { live } from './0060-live.ts';
import { similar } from './0070-similar.ts';
import { production } from './0080-production.ts';
import { splits } from './0090-splits.ts';
import { apart } from './0100-apart.ts';
import { map } from './0120-map.ts';

/** Every schema step in order, in tens so that a repair can slip in between. Add a file, then a line. */
export const migrations = [
  initial,
  contentIndex,
  attemptIndexes,
  privacy,
  collect,
  live,
  similar,
  production,
  splits,
  apart,
  map,
];
