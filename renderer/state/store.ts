import { create, type StoreApi } from 'zustand';
import { draftsSlice, type DraftsSlice } from './slices/drafts.ts';
import { layoutSlice, type LayoutSlice } from './slices/layout.ts';
import { navigationSlice, type NavigationSlice } from './slices/navigation.ts';
import { preferencesSlice, type PreferencesSlice } from './slices/preferences.ts';
import { selectionSlice, type SelectionSlice } from './slices/selection.ts';

/** What the person is doing. What the backend said lives in the query cache, never here. */
export type AppState = NavigationSlice & SelectionSlice & LayoutSlice & DraftsSlice & PreferencesSlice;
export type SetState = StoreApi<AppState>['setState'];

export const useAppStore = create<AppState>()((set) => ({
  ...navigationSlice(set),
  ...selectionSlice(set),
  ...layoutSlice(set),
  ...draftsSlice(set),
  ...preferencesSlice(set),
}));
