import type { SetState } from '../store.ts';

export type ColorScheme = 'auto' | 'light' | 'dark';

export type PreferencesSlice = {
  /** Kept for the app as the setting `colorScheme`. */
  readonly colorScheme: ColorScheme;
  readonly colorSchemeChosen: (colorScheme: ColorScheme) => void;
};

export function preferencesSlice(set: SetState): PreferencesSlice {
  return {
    colorScheme: 'auto',
    colorSchemeChosen: (colorScheme) => set({ colorScheme }),
  };
}
