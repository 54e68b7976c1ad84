import type { FileRefId } from '../../shared/model/ids.ts';
import type { Port } from '../../shared/rpc/port.ts';

/** A file or folder the host has told the backend about; the page never learns a path it could name itself. */
export type PickedFile = { readonly ref: FileRefId; readonly name: string; readonly sizeBytes: number | null };

export type PickFilesOptions = {
  readonly multiple: boolean;
  /** With the dot, `.jsonl`; absent means any file. */
  readonly extensions?: readonly string[];
  /** Share of the bytes taken over, 0..1, where taking over needs a copy. */
  readonly onProgress?: (share: number) => void;
  readonly signal?: AbortSignal;
};

export type MenuState = { readonly enabled: readonly string[]; readonly title: string; readonly path: string | null };

/** What the page needs from the program around it. The two hosts differ behind this and nowhere else. */
export type Host = {
  readonly kind: 'electron' | 'web';
  readonly isMac: boolean;
  /** A fresh port to the backend. Rejects with `HostRefusal` when trying again is useless. */
  readonly connect: () => Promise<Port>;
  /** @returns what was picked; empty when the person changed their mind */
  readonly pickFiles: (options: PickFilesOptions) => Promise<readonly PickedFile[]>;
  /** null: this host has no folder dialog, or nothing was picked. */
  readonly pickFolder: () => Promise<PickedFile | null>;
  /** null: nothing was picked. Only where `hasSaveDialog`; elsewhere the backend chooses a place in the home folder. */
  readonly pickSaveTarget: (suggestedName: string) => Promise<PickedFile | null>;
  readonly hasFolderDialog: boolean;
  readonly hasSaveDialog: boolean;
  /** Takes over files dropped on the window. */
  readonly takeDropped: (
    files: readonly File[],
    options?: Pick<PickFilesOptions, 'onProgress' | 'signal'>,
  ) => Promise<readonly PickedFile[]>;
  /** Opens an http(s) or mailto link outside the app, after the person agreed. */
  readonly openExternal: (url: string) => void;
  /** Shows what a one-shot download names in the file manager; null where there is none. */
  readonly reveal: ((downloadId: string) => void) | null;
  /** Saves a one-shot download the backend prepared; in the desktop app the file is there already and is shown. */
  readonly download: (downloadId: string) => void;
  /** Tells the native menu what can run, and what the window is called. Only where there is a native menu. */
  readonly menuChanged: ((state: MenuState) => void) | null;
  /** Commands chosen in the native menu. */
  readonly onMenuCommand: (listener: (commandId: string) => void) => () => void;
};

export type HostRefusalReason = 'no_token' | 'bad_token';

/** The host will not connect this page, now or later. */
export class HostRefusal extends Error {
  override readonly name = 'HostRefusal';
  readonly reason: HostRefusalReason;

  constructor(reason: HostRefusalReason) {
    super(`The host refused this page: ${reason}`);
    this.reason = reason;
  }
}
