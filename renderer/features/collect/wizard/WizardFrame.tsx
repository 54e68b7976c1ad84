import { ActionIcon } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useEffect, type ReactNode, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import type { PendingFile } from '../../../state/slices/navigation.ts';
import { Page, PageHead, Spacer } from '../../../ui/PageHead.tsx';
import { Stepper } from './Stepper.tsx';
import classes from './wizard.module.css';
import type { StepName } from './wizard-state.ts';

type WizardFrameProps = {
  readonly rootRef: RefObject<HTMLDivElement | null>;
  readonly files: readonly PendingFile[];
  readonly steps: readonly StepName[];
  readonly step: StepName;
  /** Absent while the import runs: there is no way back then. */
  readonly onStep?: (step: StepName) => void;
  readonly onClose: () => void;
  readonly footer?: ReactNode;
  readonly children: ReactNode;
};

/** Head with the steps, the step itself, and the bar with the way on. */
export function WizardFrame({ rootRef, files, steps, step, onStep, onClose, footer, children }: WizardFrameProps) {
  const { t } = useTranslation('collect');
  const [first] = files;
  useEffect(() => rootRef.current?.focus(), [rootRef]);
  return (
    <Page>
      <div ref={rootRef} className={classes.root} tabIndex={-1}>
        <PageHead
          title={t('wizard.title')}
          fact={
            <span className={files.length === 1 ? 'mono11' : undefined}>
              {files.length === 1 ? first?.name : t('wizard.files', { count: files.length })}
            </span>
          }
          middle={
            <>
              <Spacer />
              <Stepper steps={steps} step={step} {...(onStep === undefined ? {} : { onStep })} />
            </>
          }
        >
          <ActionIcon aria-label={t('wizard.close')} title={t('wizard.close')} onClick={onClose}>
            <IconX size={16} aria-hidden />
          </ActionIcon>
        </PageHead>
        <div className={classes.body}>{children}</div>
        {footer === undefined ? null : <footer className={classes.footer}>{footer}</footer>}
      </div>
    </Page>
  );
}
