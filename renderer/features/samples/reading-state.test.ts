import { expect, test } from 'vitest';
import { SampleId, ViewId } from '../../../shared/model/ids.ts';
import { nextReading, shownSample, startReading, type ReadingFacts, type ReadingState } from './reading-state.ts';

const id = (value: number) => SampleId.parse(value);
/** A page that reads sample 5 in the first row of view `a`. */
function readingFive(): ReadingState {
  return settle(settle(startReading(null), { view: view('a') }), { view: view('a'), rowId: id(5) });
}
const view = (name: string, total = 10) => ({ viewId: ViewId.parse(name), total });
const NO_FACTS: ReadingFacts = { param: null, view: null, rowId: null, found: undefined };

/** Takes steps until nothing changes; a state that never rests would loop for ever on the page. */
function settle(state: ReadingState, facts: Partial<ReadingFacts>): ReadingState {
  let current = state;
  for (let step = 0; step < 10; step += 1) {
    const next = nextReading(current, { ...NO_FACTS, ...facts });
    if (next === current) return current;
    current = next;
  }
  throw new Error('does not settle');
}

test('starts at the first row when nothing was linked', () => {
  const state = settle(startReading(null), { view: view('a') });
  expect(state.position).toBe(0);
  expect(settle(startReading(null), { view: view('a', 0) }).position).toBeNull();
});

test('finds a linked sample in the view', () => {
  const waiting = settle(startReading('S-0187'), { param: 'S-0187', view: view('a') });
  expect([waiting.wanted, waiting.position]).toEqual([187, null]);
  const found = settle(waiting, { param: 'S-0187', view: view('a'), found: 4 });
  expect([found.wanted, found.position]).toEqual([null, 4]);
});

test('shows a linked sample that is not in the view, and says so', () => {
  const waiting = settle(startReading('7'), { param: '7', view: view('a') });
  const state = settle(waiting, { param: '7', view: view('a'), found: null });
  expect([state.outside, state.position, shownSample(state, null)]).toEqual([7, null, 7]);
});

test('keeps the sample when the order changes, and goes to the top when the filter leaves it out', () => {
  const reading = readingFive();
  const looking = settle(reading, { view: view('b') });
  expect([looking.wanted, looking.isLinked]).toEqual([5, false]);
  expect(settle(looking, { view: view('b'), found: 8 }).position).toBe(8);
  expect(settle(looking, { view: view('b'), found: null })).toMatchObject({ position: 0, outside: null });
});

test('does not take its own address for a link, but follows another one', () => {
  const reading = readingFive();
  expect(settle(reading, { view: view('a'), rowId: id(5), param: '5' }).wanted).toBeNull();
  expect(settle(reading, { view: view('a'), rowId: id(5), param: '9' }).wanted).toBe(9);
});
