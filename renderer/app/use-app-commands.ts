import { useComputedColorScheme } from '@mantine/core';
import { useMemo } from 'react';
import { useLocation } from 'wouter';
import { useHost } from '../data/client.tsx';
import { useTakeFiles } from '../data/use-take-files.ts';
import { useProject, useProjectActions } from '../data/use-project.ts';
import { useCommands } from '../state/commands.tsx';
import { useAppStore } from '../state/store.ts';
import { createAppCommands } from './commands.ts';
import { palette } from './palette.ts';
import { movePane } from './panes.ts';
import { useIsSidebarOpen } from './use-sidebar.ts';
import { useSaveCopy } from '../data/use-save-copy.tsx';
import { useUndo } from './use-undo.ts';

/** Registers the commands of the whole app. */
export function useAppCommands(): void {
  const host = useHost();
  const [, navigate] = useLocation();
  const project = useProject();
  const hasProject = useAppStore((state) => state.project) !== null;
  const canWrite = project?.readOnly === false;
  const { dialogOpened, importFilesPicked, sidebarToggled, jobTrayToggled, colorSchemeChosen } = useAppStore.getState();
  const { close, open } = useProjectActions();
  const { pick } = useTakeFiles();
  const { undo, redo } = useUndo();
  const saveCopy = useSaveCopy();
  const isSidebarOpen = useIsSidebarOpen();
  const colorScheme = useComputedColorScheme('light');

  const commands = useMemo(() => {
    async function importFiles(): Promise<void> {
      const files = await pick({ multiple: true });
      if (files.length === 0) return;
      importFilesPicked(files);
      navigate('/collect');
    }
    async function openProject(): Promise<void> {
      if (!host.hasFolderDialog) {
        dialogOpened('openProject');
        return;
      }
      const [file] = await pick({ multiple: false, extensions: ['.assay'] });
      if (file !== undefined && (await open({ fileRef: file.ref })) !== undefined) navigate('/samples');
    }
    async function closeProject(): Promise<void> {
      await close();
      navigate('/');
    }
    return createAppCommands({
      hasProject,
      canWrite,
      goTo: navigate,
      openPalette: palette.open,
      openShortcuts: () => dialogOpened('shortcuts'),
      newProject: () => dialogOpened('newProject'),
      openProject: () => void openProject(),
      saveCopy: () => void saveCopy(),
      closeProject: () => void closeProject(),
      importFiles: () => void importFiles(),
      undo: () => void undo(),
      redo: () => void redo(),
      toggleSidebar: () => sidebarToggled(!isSidebarOpen),
      toggleJobs: () => jobTrayToggled(),
      toggleTheme: () => colorSchemeChosen(colorScheme === 'dark' ? 'light' : 'dark'),
      movePane,
    });
  }, [
    host,
    navigate,
    hasProject,
    canWrite,
    pick,
    open,
    close,
    undo,
    redo,
    saveCopy,
    isSidebarOpen,
    colorScheme,
    dialogOpened,
    importFilesPicked,
    sidebarToggled,
    jobTrayToggled,
    colorSchemeChosen,
  ]);
  useCommands(commands);
}
