import { flagTitle } from '../../../shared/model/flag-rules.ts';
import type { Facet } from '../engine/facets.ts';
import { choicesOf } from './buckets.ts';

export const decision: Facet = {
  key: 'decision',
  title: 'Decision',
  kind: 'text',
  version: 1,
  field: 'decision',
  from: 'decision',
  buckets: choicesOf('decision'),
};

export const tag: Facet = { key: 'tag', title: 'Tags', kind: 'text', version: 1, field: 'tag', from: 'tag' };

export const flag: Facet = {
  key: 'flag',
  title: 'Flags',
  kind: 'text',
  version: 1,
  field: 'flag',
  from: 'flag',
  label: flagTitle,
};

export const split: Facet = {
  key: 'split',
  title: 'Split',
  kind: 'text',
  version: 1,
  field: 'split',
  from: 'split',
  buckets: choicesOf('split'),
  none: 'No split',
};

export const reviewed: Facet = {
  key: 'reviewed',
  title: 'Reviewed',
  kind: 'bool',
  version: 1,
  field: 'reviewed',
  from: 'reviewed',
  buckets: choicesOf('reviewed'),
};
