import type { FileRefId, ProjectId } from '../../../shared/model/ids.ts';
import type { SetState } from '../store.ts';

export type PendingFile = { readonly ref: FileRefId; readonly name: string; readonly sizeBytes: number | null };
export type DialogName = 'newProject' | 'shortcuts' | 'openProject';

export type NavigationSlice = {
  /** The project that is open in this window. */
  readonly project: ProjectId | null;
  /** Files on their way to the import screen: picked or dropped anywhere, taken by `importFilesTaken`. */
  readonly importFiles: readonly PendingFile[];
  readonly dialog: DialogName | null;
  readonly isJobTrayOpen: boolean;
  /** Where the person was when an action was made, by action id: undo returns there. */
  readonly actionPlaces: Readonly<Record<number, string>>;
  readonly projectOpened: (project: ProjectId | null) => void;
  readonly importFilesPicked: (files: readonly PendingFile[]) => void;
  readonly importFilesTaken: () => void;
  readonly dialogOpened: (dialog: DialogName | null) => void;
  readonly jobTrayToggled: (isOpen?: boolean) => void;
  readonly actionPlaceNoted: (actionId: number, href: string) => void;
};

export function navigationSlice(set: SetState): NavigationSlice {
  return {
    project: null,
    importFiles: [],
    dialog: null,
    isJobTrayOpen: false,
    actionPlaces: {},
    projectOpened: (project) =>
      set({
        project,
        importFiles: [],
        selection: null,
        paneSizes: {},
        drafts: {},
        actionPlaces: {},
        isJobTrayOpen: false,
      }),
    importFilesPicked: (files) => set((state) => ({ importFiles: [...state.importFiles, ...files] })),
    importFilesTaken: () => set({ importFiles: [] }),
    dialogOpened: (dialog) => set({ dialog }),
    jobTrayToggled: (isOpen) => set((state) => ({ isJobTrayOpen: isOpen ?? !state.isJobTrayOpen })),
    actionPlaceNoted: (actionId, href) =>
      set((state) => ({ actionPlaces: { ...state.actionPlaces, [actionId]: href } })),
  };
}
