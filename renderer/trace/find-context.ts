import { createContext, useContext } from 'react';
import type { FindMatch } from './find.ts';

/** What the find bar looks for, and the match it stands on. Texts below mark their own matches. */
export type FindState = { readonly query: string; readonly current: FindMatch | null };

const NO_FIND: FindState = { query: '', current: null };

export const FindContext = createContext<FindState>(NO_FIND);

export function useFind(): FindState {
  return useContext(FindContext);
}
