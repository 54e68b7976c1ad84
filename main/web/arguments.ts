import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';

export type WebArguments = {
  readonly port: number;
  readonly roots: readonly string[];
  readonly dataDir: string | undefined;
  readonly file: string | undefined;
};

/** A mistake on the command line, in one sentence. */
export class UsageError extends Error {}

/**
 * Reads the web host's command line.
 *
 * @param argv arguments after the program's name
 * @param folder what relative paths are relative to
 * @throws {UsageError} with one sentence when something is not understood or a file is missing
 */
export function parseWebArguments(argv: readonly string[], folder: string): WebArguments {
  const { values, positionals } = read(argv);
  const port = values.port ?? '0';
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) {
    throw new UsageError(`"${port}" is not a port; use a number from 0 to 65535.`);
  }
  const roots = (values.root ?? []).map((root) => path.resolve(folder, root));
  for (const root of roots) {
    if (!existsSync(root) || !statSync(root).isDirectory()) throw new UsageError(`${root} is not a folder.`);
  }
  const [file, ...more] = positionals.map((name) => path.resolve(folder, name));
  if (more.length > 0) throw new UsageError('Only one project can be opened at a time; open the others from the app.');
  if (file !== undefined && !existsSync(file)) throw new UsageError(`There is no file ${file}.`);
  const dataDir = values['data-dir'];
  return {
    port: Number(port),
    roots,
    dataDir: dataDir === undefined ? undefined : path.resolve(folder, dataDir),
    file,
  };
}

function read(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: {
        port: { type: 'string' },
        root: { type: 'string', multiple: true },
        'data-dir': { type: 'string' },
      },
    });
  } catch (error) {
    throw new UsageError(
      error instanceof Error ? `${error.message.split('. ')[0] ?? ''}.` : 'The arguments are not understood.',
    );
  }
}
