import { UnstyledButton } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { StepName } from './wizard-state.ts';
import classes from './wizard.module.css';

type StepperProps = {
  readonly steps: readonly StepName[];
  readonly step: StepName;
  readonly onStep?: (step: StepName) => void;
};

/** Where one is; steps that are done lead back. */
export function Stepper({ steps, step, onStep }: StepperProps) {
  const { t } = useTranslation('collect');
  const current = steps.indexOf(step);
  return (
    <nav aria-label={t('wizard.stepsLabel')}>
      <ol className={classes.steps}>
        {steps.map((name, at) => (
          <li
            key={name}
            data-state={at < current ? 'done' : at === current ? 'on' : 'ahead'}
            aria-current={at === current ? 'step' : undefined}
          >
            {at < current && onStep !== undefined ? (
              <UnstyledButton className={classes.stepLink} onClick={() => onStep(name)}>
                <StepMark isDone number={at + 1} />
                {t(`wizard.steps.${name}`)}
              </UnstyledButton>
            ) : (
              <span className={classes.stepLink}>
                <StepMark isDone={at < current} number={at + 1} />
                {t(`wizard.steps.${name}`)}
              </span>
            )}
          </li>
        ))}
      </ol>
      <span className={classes.hidden} role="status">
        {t('wizard.step', { number: current + 1, total: steps.length, name: t(`wizard.steps.${step}`) })}
      </span>
    </nav>
  );
}

function StepMark({ isDone, number }: { readonly isDone: boolean; readonly number: number }) {
  const { t } = useTranslation('collect');
  return (
    <span className={classes.stepMark}>
      {isDone ? <IconCheck size={12} role="img" aria-label={t('wizard.done')} /> : number}
    </span>
  );
}
