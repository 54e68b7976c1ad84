import { useCallback, useState } from 'react';
import { parse } from '../../../shared/query/parse.ts';
import type { Problem } from '../../../shared/query/problem.ts';
import { useSearchParam } from '../../data/navigation.ts';

export type FilterState = {
  /** What stands in the address: what was typed, valid or not. */
  readonly text: string;
  /** The last text that could be read; the list shows this one. */
  readonly applied: string;
  readonly problem: Problem | null;
  readonly set: (text: string) => void;
};

/** The filter lives in the address, so that every number can link to it. */
export function useFilter(): FilterState {
  const [param, setParam] = useSearchParam('filter');
  const text = param ?? '';
  const { problem } = parse(text);
  const [lastValid, setLastValid] = useState('');
  if (problem === null && lastValid !== text) setLastValid(text);
  const set = useCallback((next: string) => setParam(next === '' ? null : next, { replace: true }), [setParam]);
  return { text, applied: problem === null ? text : lastValid, problem, set };
}
