/** Key combinations are written as `mod+shift+z`, `f6`, `?`, `shift+arrowdown`; `mod` is Cmd on macOS, else Ctrl. */
const NAMES: Readonly<Record<string, string>> = {
  ctrl: 'Ctrl',
  shift: 'Shift',
  alt: 'Alt',
  enter: 'Enter',
  escape: 'Esc',
  space: 'Space',
  backspace: 'Backspace',
  arrowup: 'Up',
  arrowdown: 'Down',
  arrowleft: 'Left',
  arrowright: 'Right',
};

/** @returns the combination as it is shown on controls: `Ctrl Shift Z` */
export function formatKeys(keys: string, isMac: boolean): string {
  return keys
    .split('+')
    .map((part) => {
      if (part === 'mod') return isMac ? 'Cmd' : 'Ctrl';
      return NAMES[part] ?? part.toUpperCase();
    })
    .join(' ');
}
