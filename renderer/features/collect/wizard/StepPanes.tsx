import { useMediaQuery } from '@mantine/hooks';
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

/** Narrower than this, as at a zoom of 200 %, panes stack. */
const STACK_BELOW = '(max-width: 960px)';

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
  const all = hasRail ? [rail, ...panes] : panes;
  const sizes = usePaneSizes(hasRail ? `import.${id}.files` : `import.${id}`);
  const isStacked = useMediaQuery(STACK_BELOW, false);
  if (isStacked) {
    return (
      <div className={classes.stack}>
        {all.map((pane) => (
          <section
            key={pane.key}
            className={classes.stacked}
            aria-label={pane.label}
            data-pane={pane.key}
            tabIndex={-1}
          >
            {pane.children}
          </section>
        ))}
      </div>
    );
  }
  // Another number of panes is another layout.
  return <PaneLayout key={String(hasRail)} {...sizes} panes={all} />;
}
