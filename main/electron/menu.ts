import { Menu, type BrowserWindow, type MenuItemConstructorOptions } from 'electron';

type Role = NonNullable<MenuItemConstructorOptions['role']>;
/** A command of the page (the ids of its own registry), something the system does by itself, or a line. */
type Entry = { readonly id: string; readonly label: string; readonly keys?: string } | { readonly role: Role } | 'line';

const QUIT = { role: 'quit' } as const;

export const MENU: readonly { readonly label: string; readonly entries: readonly Entry[] }[] = [
  {
    label: 'File',
    entries: [
      { id: 'project.new', label: 'New project', keys: 'CmdOrCtrl+Shift+N' },
      { id: 'project.open', label: 'Open…', keys: 'CmdOrCtrl+O' },
      { id: 'project.saveCopy', label: 'Save a copy…', keys: 'CmdOrCtrl+Shift+S' },
      'line',
      { id: 'sources.import', label: 'Import…', keys: 'CmdOrCtrl+I' },
      { id: 'exports.new', label: 'Export…', keys: 'CmdOrCtrl+E' },
      'line',
      { id: 'project.close', label: 'Close project' },
      QUIT,
    ],
  },
  {
    label: 'Edit',
    entries: [
      { id: 'history.undo', label: 'Undo', keys: 'CmdOrCtrl+Z' },
      { id: 'history.redo', label: 'Redo', keys: 'CmdOrCtrl+Shift+Z' },
      'line',
      { role: 'cut' },
      { role: 'copy' },
      { role: 'paste' },
      { role: 'selectAll' },
    ],
  },
  {
    label: 'View',
    entries: [
      { id: 'view.samples', label: 'Samples' },
      { id: 'view.review', label: 'Review' },
      { id: 'view.graders', label: 'Graders' },
      { id: 'view.exports', label: 'Exports' },
      'line',
      { id: 'palette.open', label: 'Command palette', keys: 'CmdOrCtrl+K' },
      'line',
      { role: 'resetZoom' },
      { role: 'zoomIn' },
      { role: 'zoomOut' },
      { role: 'togglefullscreen' },
    ],
  },
  {
    label: 'Help',
    entries: [
      { id: 'help.open', label: 'Help' },
      { id: 'help.shortcuts', label: 'Keyboard shortcuts' },
    ],
  },
];

/**
 * Builds the menu for what can run now.
 *
 * @param enabled ids of the page's commands that can run
 * @param run what to do when one is chosen
 */
export function menuTemplate(
  enabled: ReadonlySet<string>,
  run: (id: string) => void,
  platform: NodeJS.Platform,
): MenuItemConstructorOptions[] {
  const menus = MENU.map(({ label, entries }) => ({
    label,
    submenu: entries.map((entry) => toItem(entry, enabled, run)),
  }));
  return platform === 'darwin' ? [{ role: 'appMenu' }, ...menus, { role: 'windowMenu' }] : menus;
}

function toItem(entry: Entry, enabled: ReadonlySet<string>, run: (id: string) => void): MenuItemConstructorOptions {
  if (entry === 'line') return { type: 'separator' };
  if ('role' in entry) return { role: entry.role };
  const { id, label, keys } = entry;
  return {
    id,
    label,
    enabled: enabled.has(id),
    // The page handles its own keys, and knows when a text field has the focus; the menu only shows them.
    ...(keys === undefined ? {} : { accelerator: keys, registerAccelerator: false }),
    click: () => run(id),
  };
}

/** Shows the menu for a window's state. */
export function showMenu(window: BrowserWindow, enabled: ReadonlySet<string>): void {
  const run = (id: string) => window.webContents.send('assay:command', id);
  Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(enabled, run, process.platform)));
}
