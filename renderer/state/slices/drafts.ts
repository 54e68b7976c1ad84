import type { JsonValue } from '../../../shared/model/json.ts';
import type { SetState } from '../store.ts';

export type DraftsSlice = {
  /** Unfinished text by key; kept per project as the settings `draft.<key>` (see `useDraft`). */
  readonly drafts: Readonly<Record<string, JsonValue>>;
  readonly draftChanged: (key: string, value: JsonValue) => void;
};

export function draftsSlice(set: SetState): DraftsSlice {
  return {
    drafts: {},
    draftChanged: (key, value) => set((state) => ({ drafts: { ...state.drafts, [key]: value } })),
  };
}
