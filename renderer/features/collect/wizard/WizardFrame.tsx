import { ActionIcon } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useEffect, useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { PendingFile } from '../../../state/slices/navigation.ts';
import { VisibleText } from '../../../trace/VisibleText.tsx';
import { Page, PageHead, Spacer } from '../../../ui/PageHead.tsx';
import { Stepper } from './Stepper.tsx';
import classes from './wizard.module.css';
import type { StepName } from './wizard-state.ts';

type WizardFrameProps = {
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
export function WizardFrame({ files, steps, step, onStep, onClose, footer, children }: WizardFrameProps) {
  const { t } = useTranslation('collect');
  const [first] = files;
  const heading = useRef<HTMLHeadingElement>(null);
  // Each step begins at its heading: what is read next, and where Tab goes on from, is the step itself.
  useEffect(() => heading.current?.focus(), [step]);
  return (
    <Page>
      <div className={classes.root}>
        <PageHead
          title={t('wizard.title')}
          fact={
            <span className={files.length === 1 ? 'mono11' : undefined}>
              {files.length === 1 ? (
                <VisibleText text={first?.name ?? ''} />
              ) : (
                t('wizard.files', { count: files.length })
              )}
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
        <h2 ref={heading} className={classes.hidden} tabIndex={-1}>
          {t(`wizard.steps.${step}`)}
        </h2>
        <div className={classes.body}>{children}</div>
        {footer === undefined ? null : <footer className={classes.footer}>{footer}</footer>}
      </div>
    </Page>
  );
}
