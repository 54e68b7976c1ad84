import { formatCount } from '../i18n/format.ts';
import { translate } from '../i18n/index.ts';

export type TakenFiles = {
  readonly files: readonly File[];
  /** What was not taken, with the reason. */
  readonly passedOver: readonly { readonly name: string; readonly why: string }[];
};

/** The same limits as for a folder that the backend walks. */
const MAX_FILES = 1_000;
const MAX_DEPTH = 12;
const MAX_ENTRIES = 100_000;

/** Kinds of files that never hold traffic, told by their names so that none of them is read. */
const NO_TRAFFIC =
  /\.(?:png|jpe?g|gif|webp|svg|ico|bmp|tiff?|pdf|docx?|pptx?|mp[34]|m4a|wav|ogg|mov|avi|webm|ttf|otf|woff2?|exe|dll|so|dylib|class|jar|pyc|o|a|safetensors|gguf|pt|onnx|npy|npz|pickle|pkl|html?|css|[cm]?[jt]sx?|py|rs|go|java|rb|sh)$/iu;

type Walk = { readonly files: File[]; readonly passedOver: { name: string; why: string }[]; left: number };

/**
 * What was dropped: files as they are, folders with the files below them. Must be called while the drop is handled: the
 * browser forgets the items afterwards.
 */
export function takeDroppedItems(transfer: DataTransfer | null): Promise<TakenFiles> {
  const loose: File[] = [];
  const folders: FileSystemDirectoryEntry[] = [];
  for (const item of transfer?.items ?? []) {
    if (item.kind !== 'file') continue;
    const entry = item.webkitGetAsEntry();
    const file = item.getAsFile();
    if (isFolder(entry)) folders.push(entry);
    else if (file !== null) loose.push(file);
  }
  return walkFolders(loose, folders);
}

async function walkFolders(loose: readonly File[], folders: readonly FileSystemDirectoryEntry[]): Promise<TakenFiles> {
  const walk: Walk = { files: [...loose], passedOver: [], left: MAX_ENTRIES };
  for (const folder of folders) await walkFolder(folder, folder.name, 0, walk);
  return walk;
}

async function walkFolder(folder: FileSystemDirectoryEntry, path: string, depth: number, walk: Walk): Promise<void> {
  const reader = folder.createReader();
  for (;;) {
    const entries = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    // A folder is read in pieces; an empty one is the end.
    if (entries.length === 0) return;
    for (const entry of entries) {
      walk.left -= 1;
      const name = `${path}/${entry.name}`;
      if (walk.left === 0) walk.passedOver.push({ name, why: why('entries', MAX_ENTRIES) });
      if (walk.left <= 0) return;
      if (isHidden(entry.name)) walk.passedOver.push({ name, why: why('hidden') });
      else if (isFolder(entry)) {
        if (depth >= MAX_DEPTH) walk.passedOver.push({ name, why: why('deep', MAX_DEPTH) });
        else await walkFolder(entry, name, depth + 1, walk);
      } else if (isFile(entry)) take(await openEntry(entry), name, walk);
    }
  }
}

/** Files of a folder that was picked in a browser, which lists them all at once. */
export function takePickedFolder(files: readonly File[]): TakenFiles {
  const walk: Walk = { files: [], passedOver: [], left: MAX_ENTRIES };
  for (const file of files) {
    const name = file.webkitRelativePath === '' ? file.name : file.webkitRelativePath;
    if (name.split('/').some(isHidden)) walk.passedOver.push({ name, why: why('hidden') });
    else take(file, name, walk);
  }
  return walk;
}

function take(file: File, name: string, walk: Walk): void {
  const kind = /\.[^.]+$/u.exec(name)?.[0] ?? '';
  if (/\.assay(?:-wal|-shm|-lock)?$/u.test(name)) walk.passedOver.push({ name, why: why('project') });
  else if (NO_TRAFFIC.test(name))
    walk.passedOver.push({ name, why: translate('shell:drop.passedOver.kind', { kind }) });
  else if (file.size === 0) walk.passedOver.push({ name, why: why('empty') });
  else if (walk.files.length >= MAX_FILES) walk.passedOver.push({ name, why: why('many', MAX_FILES) });
  else walk.files.push(file);
}

function why(reason: 'entries' | 'hidden' | 'deep' | 'project' | 'empty' | 'many', limit = 0): string {
  return translate(`shell:drop.passedOver.${reason}`, { limit: formatCount(limit) });
}

function isHidden(name: string): boolean {
  return name.startsWith('.') || name === 'node_modules';
}

function isFolder(entry: FileSystemEntry | null): entry is FileSystemDirectoryEntry {
  return entry?.isDirectory === true;
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}

function openEntry(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject));
}
