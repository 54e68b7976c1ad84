import { useTranslation } from 'react-i18next';
import type { FileRefId } from '../../../../shared/model/ids.ts';
import { usePaneSizes } from '../../../data/use-pane-sizes.ts';
import { PaneLayout, type Pane } from '../../../ui/PaneLayout.tsx';
import { FileRail } from './FileMarks.tsx';
import type { InspectedFile } from './use-inspections.ts';
import classes from './wizard.module.css';

type StepPanesProps = {
  readonly id: string;
  readonly inspected: readonly InspectedFile[];
  readonly current: InspectedFile;
  readonly onShow: (ref: FileRefId) => void;
  readonly panes: readonly Pane[];
};

/** The panes of a step; with more than one file, the list of files before them. */
export function StepPanes({ id, inspected, current, onShow, panes }: StepPanesProps) {
  const { t } = useTranslation('collect');
  const hasRail = inspected.length > 1;
  const rail: Pane = {
    key: 'files',
    label: t('wizard.rail'),
    size: '220px',
    min: '140px',
    className: classes.tinted,
    children: <FileRail inspected={inspected} current={current.file.ref} onShow={onShow} />,
  };
  return (
    <PaneLayout
      // Another number of panes is another layout.
      key={String(hasRail)}
      {...usePaneSizes(hasRail ? `import.${id}.files` : `import.${id}`)}
      panes={hasRail ? [rail, ...panes] : panes}
    />
  );
}
