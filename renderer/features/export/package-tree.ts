export type TreeFile = { readonly path: string };
export type TreeRow<F extends TreeFile> = {
  readonly path: string;
  readonly name: string;
  readonly depth: number;
  /** null for a folder. */
  readonly file: F | null;
};

/** @returns files and their folders as rows: files of a folder first, then its folders, each once */
export function packageRows<F extends TreeFile>(files: readonly F[]): readonly TreeRow<F>[] {
  return rowsOf(files, '', 0);
}

function rowsOf<F extends TreeFile>(files: readonly F[], folder: string, depth: number): TreeRow<F>[] {
  const here: TreeRow<F>[] = [];
  const below = new Map<string, F[]>();
  for (const file of files) {
    const rest = file.path.slice(folder.length);
    const slash = rest.indexOf('/');
    if (slash === -1) here.push({ path: file.path, name: rest, depth, file });
    else {
      const name = rest.slice(0, slash);
      below.set(name, [...(below.get(name) ?? []), file]);
    }
  }
  for (const [name, members] of below) {
    const path = `${folder}${name}/`;
    here.push({ path, name, depth, file: null }, ...rowsOf(members, path, depth + 1));
  }
  return here;
}

/** `9f2c…41be`: enough to compare by eye; copying gives all of it. */
export function shortHash(sha256: string): string {
  return sha256.length <= 9 ? sha256 : `${sha256.slice(0, 4)}…${sha256.slice(-4)}`;
}
