import { opendir, stat } from 'node:fs/promises';
import { basename, extname, join, relative } from 'node:path';
import type { PassedOver } from '../../../../shared/contract/sources.ts';
import { AppError } from '../../../../shared/rpc/errors.ts';
import type { AppContext } from '../../context.ts';

export type GivenFile = { readonly path: string; readonly name: string };
export type Expanded = {
  readonly isFolder: boolean;
  readonly files: readonly GivenFile[];
  readonly passedOver: readonly PassedOver[];
};

/** Files of one folder that an import takes, and folders below it that are entered. */
const MAX_FILES = 1_000;
const MAX_DEPTH = 12;
/** Entries that are looked at before a folder counts as too large to walk. */
const MAX_ENTRIES = 100_000;
const LISTED = 1_000;

/** Kinds of files that never hold traffic, told by their names so that none of them is read. */
const NO_TRAFFIC =
  /^\.(?:png|jpe?g|gif|webp|svg|ico|bmp|tiff?|pdf|docx?|pptx?|mp[34]|m4a|wav|ogg|mov|avi|webm|ttf|otf|woff2?|exe|dll|so|dylib|class|jar|pyc|o|a|safetensors|gguf|pt|onnx|npy|npz|pickle|pkl|html?|css|[cm]?[jt]sx?|py|rs|go|java|rb|sh)$/iu;

/**
 * @returns the file of a ref, or the files below the folder of a ref in the order of their paths, named by them, with what
 *   is passed over and why; the list of those ends with how many more there are
 * @throws {AppError} `not_found` for an unknown ref, `invalid_input` for a folder with too many files
 */
export async function expandRef(app: AppContext, ref: string): Promise<Expanded> {
  const file = resolveAs(app, ref, 'open');
  if (file !== undefined) return { isFolder: false, files: [file], passedOver: [] };
  const folder = app.files.resolve(ref, 'folder');
  const passedOver: PassedOver[] = [];
  const files: GivenFile[] = [];
  let more = 0;
  const pass = (name: string, why: string): void => {
    if (passedOver.length < LISTED) passedOver.push({ name, why });
    else more += 1;
  };
  const walk = { root: folder.path, files, pass, entries: { left: MAX_ENTRIES } };
  await walkFolder(folder.path, 0, walk);
  if (more > 0) passedOver.push({ name: '\u2026', why: `${more} more were passed over.` });
  files.sort((a, b) => (a.name < b.name ? -1 : 1));
  return { isFolder: true, files, passedOver };
}

function resolveAs(app: AppContext, ref: string, purpose: 'open' | 'folder'): GivenFile | undefined {
  try {
    const { path, name } = app.files.resolve(ref, purpose);
    return { path, name };
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return undefined;
    throw error;
  }
}

type Walk = {
  readonly root: string;
  readonly files: GivenFile[];
  readonly pass: (name: string, why: string) => void;
  readonly entries: { left: number };
};

async function walkFolder(path: string, depth: number, walk: Walk): Promise<void> {
  for await (const entry of await opendir(path)) {
    walk.entries.left -= 1;
    if (walk.entries.left < 0)
      throw new AppError('invalid_input', `The folder holds more than ${MAX_ENTRIES} entries. Pick one further down.`);
    const full = join(path, entry.name);
    const name = relative(walk.root, full);
    // A link may lead out of the folder that the person picked.
    if (entry.isSymbolicLink()) walk.pass(name, 'It is a link; pick what it leads to.');
    else if (entry.name.startsWith('.') || entry.name === 'node_modules') walk.pass(name, 'It is hidden.');
    else if (entry.isDirectory()) {
      if (depth >= MAX_DEPTH) walk.pass(name, `It is more than ${MAX_DEPTH} folders down.`);
      else await walkFolder(full, depth + 1, walk);
    } else if (entry.isFile()) await takeFile(full, name, walk);
    else walk.pass(name, 'It is no file.');
  }
}

async function takeFile(path: string, name: string, walk: Walk): Promise<void> {
  const kind = extname(path);
  const { size } = await stat(path);
  if (kind === '.assay' || /\.assay-(?:wal|shm|lock)$/u.test(basename(path)))
    walk.pass(name, 'It is an Assay project.');
  else if (NO_TRAFFIC.test(kind)) walk.pass(name, `Files ending in ${kind} hold no traffic.`);
  else if (size === 0) walk.pass(name, 'It is empty.');
  else if (walk.files.length >= MAX_FILES) walk.pass(name, `The folder holds more than ${MAX_FILES} files.`);
  else walk.files.push({ path, name });
}
