import { Radio } from '@mantine/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { FileOptions, FormatInfo, Inspection } from '../../../../shared/contract/sources.ts';
import { Per } from '../../../../shared/model/sample.ts';
import { Note } from '../../../ui/Badges.tsx';
import classes from './wizard.module.css';

type PerChoiceProps = {
  readonly inspection: Inspection;
  readonly format: FormatInfo;
  readonly onChoose: (choice: FileOptions) => void;
};

/** What one sample is, each way with the samples and attempts it gives. */
export function PerChoice({ inspection, format, onChoose }: PerChoiceProps) {
  const { t } = useTranslation(['collect', 'common']);
  const titleId = useId();
  const [standard] = format.per;
  return (
    <section aria-labelledby={titleId}>
      <h3 id={titleId} className={classes.groupTitle}>
        {t('collect:form.perTitle')}
        <span className="t3">
          {t(inspection.complete ? 'collect:form.perAll' : 'collect:form.perHead', { count: inspection.recordsRead })}
        </span>
      </h3>
      <Radio.Group
        aria-labelledby={titleId}
        value={inspection.per ?? ''}
        onChange={(value) => onChoose({ per: value === standard ? undefined : Per.parse(value) })}
      >
        <div className={classes.perCards}>
          {format.per.map((per) => {
            const count = inspection.counts.find((entry) => entry.per === per);
            return (
              <label key={per} className={classes.formCard} data-checked={per === inspection.per || undefined}>
                <Radio value={per} aria-label={t(`collect:form.per.${per}`)} />
                <span className={classes.formCardText}>
                  <span className={classes.formCardTitle}>{t(`collect:form.per.${per}`)}</span>
                  <span className="t2 num" aria-live="polite">
                    {t('collect:form.perCounts', {
                      samples: t('common:counts.samples', { count: count?.samples ?? 0 }),
                      attempts: t('common:counts.attempts', { count: count?.attempts ?? 0 }),
                    })}
                  </span>
                </span>
              </label>
            );
          })}
        </div>
      </Radio.Group>
      <div className={classes.sentences}>
        <Note tone="accent">
          <b>{t('collect:form.answerTitle')}.</b> {format.answer} {format.sample}
        </Note>
      </div>
    </section>
  );
}
