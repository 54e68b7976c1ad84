/**
 * What can be done from anywhere. Palette, keyboard, native menu and the list of shortcuts are made from these.
 *
 * To add a command: an entry below (or, for one page only, `useCommands` from `state/commands.tsx` in that page) with an id
 * `group.name`, a `titleKey` of `i18n/en`, and `keys` in the notation of `state/keys.ts`. To add a page: its file in
 * `features/<name>/<Name>Page.tsx`, a line in `routes.tsx`, an entry in `places.ts`; its "go to" command comes by itself.
 * To add a text: see `i18n/index.ts`.
 */
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconCopy,
  IconFileImport,
  IconFilePlus,
  IconFolderOpen,
  IconHelp,
  IconKeyboard,
  IconLayoutSidebar,
  IconListCheck,
  IconPackageExport,
  IconSunMoon,
  IconX,
} from '@tabler/icons-react';
import type { Command } from '../state/commands.tsx';
import { translate } from '../i18n/index.ts';
import { PLACES, type PlaceName } from './places.ts';

/** What the commands act through; made by `useAppCommands`. */
export type CommandDeps = {
  readonly hasProject: boolean;
  readonly canWrite: boolean;
  readonly goTo: (path: string) => void;
  readonly openPalette: () => void;
  readonly openShortcuts: () => void;
  readonly newProject: () => void;
  readonly openProject: () => void;
  readonly saveCopy: () => void;
  readonly closeProject: () => void;
  readonly importFiles: () => void;
  readonly undo: () => void;
  readonly redo: () => void;
  readonly toggleSidebar: () => void;
  readonly toggleJobs: () => void;
  readonly toggleTheme: () => void;
  readonly movePane: (step: 1 | -1) => void;
};

export function createAppCommands(deps: CommandDeps): readonly Command[] {
  const inProject = (): boolean => deps.hasProject;
  const writable = (): boolean => deps.hasProject && deps.canWrite;
  return [
    {
      id: 'palette.open',
      titleKey: 'shell:commands.palette',
      keys: ['mod+k'],
      when: inProject,
      run: deps.openPalette,
      isHidden: true,
    },
    ...helpCommands(deps),
    {
      id: 'project.new',
      titleKey: 'shell:project.new',
      icon: IconFilePlus,
      keys: ['mod+n', 'mod+shift+n'],
      run: deps.newProject,
    },
    {
      id: 'project.open',
      titleKey: 'shell:project.open',
      icon: IconFolderOpen,
      keys: ['mod+o'],
      run: deps.openProject,
    },
    {
      id: 'project.saveCopy',
      titleKey: 'shell:project.saveCopy',
      icon: IconCopy,
      keys: ['mod+shift+s'],
      when: inProject,
      run: deps.saveCopy,
    },
    { id: 'project.close', titleKey: 'shell:project.close', icon: IconX, when: inProject, run: deps.closeProject },
    {
      id: 'sources.import',
      titleKey: 'shell:commands.import',
      icon: IconFileImport,
      keys: ['mod+i'],
      when: writable,
      run: deps.importFiles,
    },
    {
      id: 'exports.new',
      titleKey: 'shell:places.export',
      icon: IconPackageExport,
      keys: ['mod+e'],
      when: inProject,
      run: () => deps.goTo('/export'),
      isHidden: true,
    },
    {
      id: 'history.undo',
      titleKey: 'shell:commands.undo',
      icon: IconArrowBackUp,
      keys: ['mod+z'],
      when: writable,
      run: deps.undo,
    },
    {
      id: 'history.redo',
      titleKey: 'shell:commands.redo',
      icon: IconArrowForwardUp,
      keys: ['mod+shift+z', 'mod+y'],
      when: writable,
      run: deps.redo,
    },
    {
      id: 'app.sidebar',
      titleKey: 'shell:commands.sidebar',
      icon: IconLayoutSidebar,
      keys: ['mod+b'],
      when: inProject,
      run: deps.toggleSidebar,
    },
    {
      id: 'app.jobs',
      titleKey: 'shell:commands.jobs',
      icon: IconListCheck,
      keys: ['mod+j'],
      when: inProject,
      run: deps.toggleJobs,
    },
    { id: 'app.theme', titleKey: 'shell:commands.theme', icon: IconSunMoon, run: deps.toggleTheme },
    {
      id: 'app.nextPane',
      titleKey: 'shell:commands.nextPane',
      keys: ['f6'],
      inFields: true,
      run: () => deps.movePane(1),
      isHidden: true,
    },
    {
      id: 'app.previousPane',
      titleKey: 'shell:commands.previousPane',
      keys: ['shift+f6'],
      inFields: true,
      run: () => deps.movePane(-1),
      isHidden: true,
    },
    ...PLACES.map((place): Command => ({
      id: placeCommandId(place.name),
      titleKey: 'shell:commands.goTo',
      titleValues: { place: translate(place.titleKey) },
      icon: place.icon,
      ...(place.keys === undefined ? {} : { keys: [place.keys] }),
      when: place.name === 'settings' ? () => true : inProject,
      run: () => deps.goTo(place.path),
    })),
  ];
}

function helpCommands(deps: CommandDeps): readonly Command[] {
  return [
    {
      id: 'help.open',
      titleKey: 'shell:commands.help',
      icon: IconHelp,
      keys: ['f1'],
      inFields: true,
      run: () => deps.goTo('/help'),
    },
    {
      id: 'help.shortcuts',
      titleKey: 'shell:commands.shortcuts',
      icon: IconKeyboard,
      keys: ['?'],
      run: deps.openShortcuts,
    },
  ];
}

/** The native menu calls the last stage by its plural. */
function placeCommandId(name: PlaceName): string {
  return name === 'export' ? 'view.exports' : `view.${name}`;
}
