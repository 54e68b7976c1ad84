import { statSync } from 'node:fs';
import path from 'node:path';

/**
 * The project file named on a command line, or undefined. The line may come from a second start by anybody of this user, so a name
 * counts only when it is an existing file that ends in .assay; the backend still checks what is in it.
 *
 * @param argv arguments after the program (and, unpackaged, after the app's folder)
 * @param folder what a relative name is relative to
 */
export function projectArgument(argv: readonly string[], folder: string): string | undefined {
  const names = argv.filter((argument) => !argument.startsWith('-') && argument.toLowerCase().endsWith('.assay'));
  return names.map((name) => path.resolve(folder, name)).find(isFile);
}

function isFile(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false })?.isFile() ?? false;
}
