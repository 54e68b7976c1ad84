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
      {format.per.length === 1 ? (
        <p className={classes.onePer}>
          <b>{format.mappable ? t('collect:form.perRow') : t(`collect:form.per.${standard ?? 'conversation'}`)}</b>
          <Counts count={inspection.counts[0]} />
        </p>
      ) : (
        <Radio.Group
          aria-labelledby={titleId}
          value={inspection.per ?? ''}
          onChange={(value) => onChoose({ per: value === standard ? undefined : Per.parse(value) })}
        >
          <div className={classes.perCards}>
            {format.per.map((per) => (
              <Radio.Card
                key={per}
                value={per}
                className={classes.formCard}
                data-chosen={per === inspection.per || undefined}
              >
                <Radio.Indicator size="xs" />
                <span className={classes.formCardText}>
                  <span className={classes.formCardTitle}>{t(`collect:form.per.${per}`)}</span>
                  <Counts count={inspection.counts.find((entry) => entry.per === per)} />
                </span>
              </Radio.Card>
            ))}
          </div>
        </Radio.Group>
      )}
      <div className={classes.sentences}>
        <Note tone="accent">
          <b>{t('collect:form.answerTitle')}.</b> {format.answer} {format.sample}
        </Note>
      </div>
    </section>
  );
}

function Counts({ count }: { readonly count: Inspection['counts'][number] | undefined }) {
  const { t } = useTranslation(['collect', 'common']);
  return (
    <span className="t2 num">
      {t('collect:form.perCounts', {
        samples: t('common:counts.samples', { count: count?.samples ?? 0 }),
        attempts: t('common:counts.attempts', { count: count?.attempts ?? 0 }),
      })}
    </span>
  );
}
