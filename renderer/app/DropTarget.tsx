import { IconFileImport, IconFolderOpen } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { takeDroppedItems, type TakenFiles } from '../data/dropped-files.ts';
import { useProject, useProjectActions } from '../data/use-project.ts';
import { useTakeFiles } from '../data/use-take-files.ts';
import { useAppStore } from '../state/store.ts';
import classes from './DropTarget.module.css';

/** One drop target as large as the window, on every screen: traces go to the import, a project is opened. */
export function DropTarget() {
  const { t } = useTranslation('shell');
  const isDragging = useFileDrag(useTakeDropped());
  const project = useProject();
  if (!isDragging) return null;
  const canImport = project?.readOnly === false;
  const Icon = canImport ? IconFileImport : IconFolderOpen;
  return (
    <div className={classes.root} aria-hidden>
      <div className={classes.box}>
        <Icon size={32} stroke={1.5} aria-hidden />
        <b className={classes.title}>{canImport ? t('drop.title') : t('drop.noProjectTitle')}</b>
        <span>{canImport ? t('drop.text') : t(project === undefined ? 'drop.noProjectText' : 'drop.readOnly')}</span>
      </div>
    </div>
  );
}

function useTakeDropped(): (dropped: Promise<TakenFiles>) => void {
  const { drop } = useTakeFiles();
  const { open } = useProjectActions();
  const project = useProject();
  const importFilesPicked = useAppStore((state) => state.importFilesPicked);
  const [, navigate] = useLocation();

  async function take(dropped: Promise<TakenFiles>): Promise<void> {
    const { files, passedOver } = await dropped;
    const [first] = files;
    const isProject = files.length === 1 && first?.name.toLowerCase().endsWith('.assay') === true;
    if (!isProject && project?.readOnly !== false) return;
    const taken = await drop(files);
    const [file] = taken;
    if (file === undefined) return;
    if (isProject) {
      if ((await open({ fileRef: file.ref })) !== undefined) navigate('/samples');
      return;
    }
    importFilesPicked(taken, passedOver);
    navigate('/collect');
  }
  return (dropped) => void take(dropped);
}

function hasFiles(event: DragEvent): boolean {
  return event.dataTransfer?.types.includes('Files') === true;
}

/** Follows a drag of files over the window; entering a child counts as leaving its parent, so depth is counted. */
function useFileDrag(onDrop: (dropped: Promise<TakenFiles>) => void): boolean {
  const [depth, setDepth] = useState(0);
  useEffect(() => {
    const enter = (event: DragEvent): void => {
      if (hasFiles(event)) setDepth((value) => value + 1);
    };
    const leave = (event: DragEvent): void => {
      if (hasFiles(event)) setDepth((value) => Math.max(0, value - 1));
    };
    const over = (event: DragEvent): void => {
      if (hasFiles(event)) event.preventDefault();
    };
    const drop = (event: DragEvent): void => {
      if (!hasFiles(event)) return;
      setDepth(0);
      // A part of the screen may have taken them already.
      if (event.defaultPrevented) return;
      event.preventDefault();
      onDrop(takeDroppedItems(event.dataTransfer));
    };
    window.addEventListener('dragenter', enter);
    window.addEventListener('dragleave', leave);
    window.addEventListener('dragover', over);
    window.addEventListener('drop', drop);
    return () => {
      window.removeEventListener('dragenter', enter);
      window.removeEventListener('dragleave', leave);
      window.removeEventListener('dragover', over);
      window.removeEventListener('drop', drop);
    };
  }, [onDrop]);
  return depth > 0;
}
