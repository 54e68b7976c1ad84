import { SampleId, type ViewId } from '../../../shared/model/ids.ts';
import type { OpenView } from './use-sample-view.ts';

/** Which sample is read. The position is the truth while the sample is in the view; ids follow from it. */
export type ReadingState = {
  /** The view that `position` counts in. */
  readonly viewId: ViewId | null;
  /** null: no row, or the sample is not in the view. */
  readonly position: number | null;
  /** Must be found in the view first. */
  readonly wanted: SampleId | null;
  /** It is wanted by a link, so it is shown even outside of the view. */
  readonly isLinked: boolean;
  /** Shown, though not in the view. */
  readonly outside: SampleId | null;
  /** Shown until the row at `position` is there. */
  readonly last: SampleId | null;
  /** The address when it was last looked at. */
  readonly param: string | null;
};

/** What came from outside since. */
export type ReadingFacts = {
  readonly param: string | null;
  readonly view: OpenView | null;
  /** The sample at `position`, once its page is there. */
  readonly rowId: SampleId | null;
  /** Where `wanted` stands in the view; undefined while that is being asked. */
  readonly found: number | null | undefined;
};

/** @returns the state of a page that was opened at an address */
export function startReading(param: string | null): ReadingState {
  const linked = readId(param);
  const isLinked = linked !== null;
  return { viewId: null, position: null, wanted: linked, isLinked, outside: null, last: linked, param };
}

/** @returns the sample on show */
export function shownSample(state: ReadingState, rowId: SampleId | null): SampleId | null {
  return state.outside ?? rowId ?? state.last;
}

/** Takes one step toward the facts; called until it gives the same state back. */
export function nextReading(state: ReadingState, facts: ReadingFacts): ReadingState {
  const { param, view, rowId } = facts;
  if (param !== state.param) return withAddress(state, facts);
  if (view !== null && state.viewId !== view.viewId) return withView(state, view, rowId);
  if (view !== null && state.wanted !== null && facts.found !== undefined) return withFound(state, view, facts.found);
  if (rowId !== null && state.last !== rowId) return { ...state, last: rowId };
  return state;
}

/** A sample in the address that is not the one on show was put there by a link. */
function withAddress(state: ReadingState, { param, rowId }: ReadingFacts): ReadingState {
  const linked = readId(param);
  if (linked === null || linked === shownSample(state, rowId)) return { ...state, param };
  return { ...state, param, wanted: linked, isLinked: true };
}

/** The same sample is looked for in a new view; with none to look for, reading starts at the top. */
function withView(state: ReadingState, view: OpenView, rowId: SampleId | null): ReadingState {
  const isLinked = state.wanted !== null && state.isLinked;
  const wanted = state.wanted ?? shownSample(state, rowId);
  const position = wanted === null && view.total > 0 ? 0 : null;
  return { ...state, viewId: view.viewId, position, wanted, isLinked, last: wanted ?? state.last };
}

/** A sample that left the view by a change of the filter gives way to the first row; one from a link stays, outside. */
function withFound(state: ReadingState, view: OpenView, found: number | null): ReadingState {
  const { wanted } = state;
  if (found !== null) return { ...state, wanted: null, position: found, outside: null, last: wanted };
  if (state.isLinked) return { ...state, wanted: null, position: null, outside: wanted, last: wanted };
  return { ...state, wanted: null, position: view.total > 0 ? 0 : null, outside: null, last: null };
}

/** `S-0187` or its number. */
function readId(param: string | null): SampleId | null {
  const parsed = SampleId.safeParse(Number((param ?? '').replace(/^S-0*/iu, '')));
  return parsed.success ? parsed.data : null;
}
