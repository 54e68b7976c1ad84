import type { Facet } from '../engine/facets.ts';
import { choicesOf, exactly, FIFTHS, fromTo, orMore } from './buckets.ts';

/** A sample with several attempts counts once under every value that one of them has. */
export const outcome: Facet = {
  key: 'outcome',
  title: 'Outcome',
  kind: 'text',
  version: 1,
  field: 'outcome',
  from: 'outcome',
  buckets: choicesOf('outcome'),
};

export const attempts: Facet = {
  key: 'attempts',
  title: 'Attempts',
  kind: 'number',
  version: 1,
  field: 'attempts',
  from: 'attempts',
  buckets: [exactly(0), exactly(1), fromTo(2, 3), fromTo(4, 7), orMore(8)],
};

export const calls: Facet = {
  key: 'calls',
  title: 'Tool calls',
  kind: 'number',
  version: 1,
  field: 'calls',
  from: 'calls',
  buckets: [exactly(0), fromTo(1, 3), fromTo(4, 7), fromTo(8, 12), orMore(13)],
};

export const steps: Facet = {
  key: 'steps',
  title: 'Steps',
  kind: 'number',
  version: 1,
  field: 'steps',
  from: 'steps',
  buckets: [exactly(0), exactly(1), fromTo(2, 3), fromTo(4, 7), fromTo(8, 15), orMore(16)],
};

/** By how many of its attempts a sample is solved: what is always or never solved teaches little. */
export const difficulty: Facet = {
  key: 'difficulty',
  title: 'Difficulty',
  kind: 'text',
  version: 1,
  field: 'difficulty',
  from: 'difficulty',
  buckets: choicesOf('difficulty'),
  none: 'Not known',
};

export const toolset: Facet = {
  key: 'toolset',
  title: 'Tool set',
  kind: 'text',
  version: 1,
  field: 'toolset',
  from: 'toolset',
  none: 'No tools',
};

export const tool: Facet = { key: 'tool', title: 'Tools used', kind: 'text', version: 1, field: 'tool', from: 'tool' };

export const model: Facet = {
  key: 'model',
  title: 'Model',
  kind: 'text',
  version: 1,
  field: 'model',
  from: 'model',
};

export const reward: Facet = {
  key: 'reward',
  title: 'Reward',
  kind: 'number',
  version: 1,
  field: 'reward',
  from: 'reward',
  buckets: FIFTHS,
};

/** Scores of the latest finished run. */
export const score: Facet = {
  key: 'score',
  title: 'Score',
  kind: 'number',
  version: 1,
  field: 'score',
  from: 'score',
  buckets: FIFTHS,
};
