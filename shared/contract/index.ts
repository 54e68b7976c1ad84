import { app, files, projects, settings } from './app.ts';
import { exports, graders, scores } from './graders.ts';
import { history, jobs } from './jobs.ts';
import { likeness } from './likeness.ts';
import { live } from './live.ts';
import { map } from './map.ts';
import { privacy } from './privacy.ts';
import { duplicates } from './duplicates.ts';
import { balance } from './balance.ts';
import { reviews } from './reviews.ts';
import { decisions, facets, filters, flags, samples, savedViews, stats, tags, views } from './samples.ts';
import { sources } from './sources.ts';
import { leaks, splits } from './splits.ts';
import { toolUse } from './tool-use.ts';
import type { Contract } from './define.ts';

/** Everything a host can ask of the backend. A method's name on the wire is its path: `samples.get`. */
export const contract = {
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
} satisfies Contract;
export type AppContract = typeof contract;
