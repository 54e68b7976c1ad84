/** @returns what a file looks like by its name: decides nothing but its icon */
export function fileKind(name: string): 'archive' | 'table' | 'text' {
  if (/\.(?:gz|zst|zip|bz2|xz|br)$/iu.test(name)) return 'archive';
  return /\.(?:csv|tsv|tab|xlsx?)$/iu.test(name) ? 'table' : 'text';
}

/** @returns `.jsonl .json`, with the dot whether or not a form names it */
export function extensionsText(extensions: readonly string[]): string {
  return extensions.map((extension) => (extension.startsWith('.') ? extension : `.${extension}`)).join(' ');
}
