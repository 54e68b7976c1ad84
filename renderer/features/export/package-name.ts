const MOST_BYTES = 120;
const DEVICE_NAMES = /^(?:con|prn|aux|nul|com\d|lpt\d)$/u;

/**
 * The folder a package goes to, for display before it is written. The backend names it; a test holds the two together.
 *
 * @param target id of the format
 */
export function packageName(project: string, target: string): string {
  const joined = project
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/gu, '');
  let cut = joined;
  while (new TextEncoder().encode(cut).length > MOST_BYTES) cut = cut.slice(0, -1);
  const name = cut === '' ? 'untitled' : DEVICE_NAMES.test(cut) ? `${cut}-file` : cut;
  return `${name}-${target}`;
}
