import { JobId } from '../../../../shared/model/ids.ts';
import { count } from '../../../../shared/text/plural.ts';
import { compileText } from '../../engine/query/filter.ts';
import { findFacets } from '../../facets/registry.ts';
import { countFacets } from '../../services/faceting.ts';
import { setDecisions } from '../../store/decisions.ts';
import { flagRules, raiseFlags, setFlagStates } from '../../store/flags.ts';
import { countQueue } from '../../store/review-queue.ts';
import { listSavedViews, putSavedView, removeSavedView } from '../../store/saved-views.ts';
import { listFlags } from '../../store/samples.ts';
import { checkFilter, completeFilter, countMatching, relaxFilter } from '../../store/search.ts';
import { sampleStats } from '../../store/stats.ts';
import { listTags, setTags } from '../../store/tags.ts';
import { openView, viewDrift, viewPosition, viewRows } from '../../store/views.ts';
import { nameTarget } from '../name-target.ts';
import { reportFlags } from '../../services/flag-report.ts';
import type { Handlers } from '../types.ts';

export const views: Handlers<'views'> = {
  open: ({ project, session }, input) => ({
    ...openView(project.db, session.id, input.filter, input.sort),
    revision: project.revision(),
  }),
  rows: ({ project }, input) => viewRows(project.db, input.viewId, input.from, input.to),
  position: ({ project }, input) => ({ position: viewPosition(project.db, input.viewId, input.sampleId) }),
  drift: ({ project }, input) => viewDrift(project.db, input.viewId),
};

export const facets: Handlers<'facets'> = {
  list: () => findFacets().map(({ key, title, kind }) => ({ key, title, kind })),
  counts: ({ project, signal }, input) => countFacets(project, input.filter, input.keys, signal),
};

export const filters: Handlers<'filters'> = {
  check: ({ project }, input) => checkFilter(project.db, input.filter),
  complete({ project }, input) {
    const { from, to, items } = completeFilter(project.db, input.filter, input.offset);
    return { from, to, items: [...items] };
  },
  relax: ({ project }, input) => relaxFilter(project.db, input.filter),
};

export const savedViews: Handlers<'savedViews'> = {
  list: ({ project }) =>
    listSavedViews(project.db).map((view) => ({
      ...view,
      count: countOrZero(() => countMatching(project.db, view.filter)),
    })),
  save({ app, project }, input) {
    const { value } = project.act({ kind: 'view.save', label: `Save the view ${input.name}`, tables: ['view'] }, () =>
      putSavedView(project.db, { ...input, at: app.clock.now() }),
    );
    return { id: value };
  },
  remove({ project }, { id }) {
    project.act(
      (name: string | undefined) => ({ kind: 'view.remove', label: `Remove the view ${name ?? ''}`, tables: ['view'] }),
      () => removeSavedView(project.db, id),
    );
    return {};
  },
};

/** A saved filter may name what is gone; its view then counts nothing until it is opened and mended. */
function countOrZero(read: () => number): number {
  try {
    return read();
  } catch {
    // The filter is shown with its problem once the view is opened.
    return 0;
  }
}

const VERB = { include: 'Include', exclude: 'Exclude', undecided: 'Undecide' } as const;

export const decisions: Handlers<'decisions'> = {
  set({ app, project }, input) {
    const { value } = project.act(
      (changed: number) => ({
        kind: `decision.${input.state}`,
        label: `${VERB[input.state]} ${nameTarget(input.target, changed)}`,
        tables: ['decision'],
      }),
      () => setDecisions(project.db, input, { reviewer: project.actor(), now: app.clock.now() }),
    );
    return { changed: value };
  },
};

export const tags: Handlers<'tags'> = {
  list: ({ project }) => [...listTags(project.db)],
  set({ project }, input) {
    const names = [...input.add.map((name) => `+${name}`), ...input.remove.map((name) => `-${name}`)].join(' ');
    const { value } = project.act({ kind: 'tag.set', label: `Tag ${names}`, tables: ['tag', 'sample'] }, () =>
      setTags(project.db, input),
    );
    return { changed: value };
  },
};

export const flags: Handlers<'flags'> = {
  rules: ({ project }) => flagRules(project.db),
  forSample: ({ project }, { sampleId }) => listFlags(project.db, sampleId),
  scan: ({ project }) => ({ jobId: JobId.parse(project.jobs.start('flags.scan', '', {})) }),
  findings: ({ project, signal }, input) => reportFlags(project, input, signal),
  setState({ project }, input) {
    const verb = { open: 'Reopen', confirmed: 'Confirm', dismissed: 'Dismiss' }[input.state];
    const { value } = project.act(
      { kind: 'flag.state', label: `${verb} ${count(input.flagIds.length, 'flag')}`, tables: ['flag'] },
      () => setFlagStates(project.db, input.flagIds, input.state),
    );
    return { changed: value };
  },
  raise({ project }, input) {
    const { value } = project.act(
      (changed: number) => ({
        kind: 'flag.raise',
        label: `Flag ${nameTarget(input.target, changed)}`,
        tables: ['flag'],
      }),
      () => raiseFlags(project.db, input.target, { note: input.note, by: project.actor() }),
    );
    return { changed: value };
  },
};

export const stats: Handlers<'stats'> = {
  get({ project }, input) {
    const { total, pending } = countQueue(project.db, null, project.actor());
    return {
      ...sampleStats(project.db, compileText(input.filter ?? '')),
      reviews: { total, pending, submitted: total - pending },
    };
  },
};
