import type { AllHandlers } from '../types.ts';
import { balance } from './balance.ts';
import { exports } from './exports.ts';
import { graders, scores } from './graders.ts';
import { decisions, facets, filters, flags, savedViews, stats, tags, views } from './library.ts';
import { likeness } from './likeness.ts';
import { live } from './live.ts';
import { map } from './map.ts';
import { privacy } from './privacy.ts';
import { app, files, projects, settings } from './projects.ts';
import { samples } from './samples.ts';
import { sources } from './sources.ts';
import { leaks, splits } from './splits.ts';
import { toolUse } from './tool-use.ts';
import { duplicates, history, jobs, reviews } from './work.ts';

/** A handler for every method of the contract: a missing or extra one does not compile. */
export const handlers: AllHandlers = {
  app,
  projects,
  files,
  settings,
  sources,
  views,
  facets,
  filters,
  savedViews,
  samples,
  decisions,
  tags,
  flags,
  stats,
  duplicates,
  balance,
  likeness,
  splits,
  leaks,
  reviews,
  graders,
  scores,
  exports,
  jobs,
  history,
  privacy,
  live,
  map,
  toolUse,
};
