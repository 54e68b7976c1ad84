import type { FileRefId, ProjectId } from '../../../shared/model/ids.ts';
import type { SetState } from '../store.ts';

export type PendingFile = { readonly ref: FileRefId; readonly name: string; readonly sizeBytes: number | null };
/** Something dropped or picked with files that is not read, and why. */
export type PassedOverFile = { readonly name: string; readonly why: string };
export type DialogName = 'newProject' | 'shortcuts' | 'openProject';

export type NavigationSlice = {
  /** The project that is open in this window. */
  readonly project: ProjectId | null;
  /** Files on their way to the import screen: picked or dropped anywhere, taken by `importFilesTaken`. */
  readonly importFiles: readonly PendingFile[];
  readonly importPassedOver: readonly PassedOverFile[];
  readonly dialog: DialogName | null;
  readonly isJobTrayOpen: boolean;
  /** Where the person was when an action was made, by action id: undo returns there. */
  readonly actionPlaces: Readonly<Record<number, string>>;
  readonly projectOpened: (project: ProjectId | null) => void;
  readonly importFilesPicked: (files: readonly PendingFile[], passedOver?: readonly PassedOverFile[]) => void;
  readonly importFilesTaken: () => void;
  readonly dialogOpened: (dialog: DialogName | null) => void;
  readonly jobTrayToggled: (isOpen?: boolean) => void;
  readonly actionPlaceNoted: (actionId: number, href: string) => void;
};

export function navigationSlice(set: SetState): NavigationSlice {
  return {
    project: null,
    importFiles: [],
    importPassedOver: [],
    dialog: null,
    isJobTrayOpen: false,
    actionPlaces: {},
    projectOpened: (project) =>
      set({
        project,
        importFiles: [],
        importPassedOver: [],
        selection: null,
        paneSizes: {},
        drafts: {},
        actionPlaces: {},
        isJobTrayOpen: false,
      }),
    importFilesPicked: (files, passedOver = []) =>
      set((state) => ({
        importFiles: [...state.importFiles, ...files],
        importPassedOver: [...state.importPassedOver, ...passedOver],
      })),
    importFilesTaken: () => set({ importFiles: [], importPassedOver: [] }),
    dialogOpened: (dialog) => set({ dialog }),
    jobTrayToggled: (isOpen) => set((state) => ({ isJobTrayOpen: isOpen ?? !state.isJobTrayOpen })),
    actionPlaceNoted: (actionId, href) =>
      set((state) => ({ actionPlaces: { ...state.actionPlaces, [actionId]: href } })),
  };
}
