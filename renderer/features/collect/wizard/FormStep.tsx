import { Button, Radio, Select, UnstyledButton } from '@mantine/core';
import { IconSparkles } from '@tabler/icons-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { FileOptions, FormatInfo, Inspection } from '../../../../shared/contract/sources.ts';
import { formatPercent } from '../../../i18n/format.ts';
import { Note, ToneBadge } from '../../../ui/Badges.tsx';
import { ListStates, RowSkeleton } from '../../../ui/ListStates.tsx';
import { Toolbar } from '../../../ui/PageHead.tsx';
import { extensionsText } from '../file-kind.ts';
import type { Formats } from './FilesStep.tsx';
import { PerChoice } from './PerChoice.tsx';
import { RecordPane } from './RecordPane.tsx';
import { StepPanes } from './StepPanes.tsx';
import { TextChoices } from './TextChoices.tsx';
import { useFile } from './use-file.ts';
import type { InspectedFile } from './use-inspections.ts';
import type { Wizard } from './use-wizard.ts';
import classes from './wizard.module.css';

export type StepProps = {
  readonly wizard: Wizard;
  readonly formats: Formats;
  readonly inspected: readonly InspectedFile[];
  readonly current: InspectedFile;
};

/** What form a file has, what one sample of it is, and how its text is read. */
export function FormStep({ wizard, formats, inspected, current }: StepProps) {
  const { t } = useTranslation('collect');
  const { ref } = current.file;
  const { query, inspection, isOld } = useFile(wizard, ref);
  const choose = (choice: FileOptions): void => wizard.choose([ref], choice);
  return (
    <StepPanes
      id="form"
      inspected={inspected}
      current={current}
      onShow={wizard.show}
      panes={[
        {
          key: 'form',
          label: t('form.title'),
          size: 1,
          min: '320px',
          children: (
            <>
              <Toolbar label={t('form.title')}>
                <h2 className={classes.paneTitle}>{t('form.title')}</h2>
                <Verdict inspection={inspection} formats={formats} />
              </Toolbar>
              <div className={classes.paneScroll} data-old={isOld || undefined}>
                <ListStates query={{ ...query, data: inspection }} skeleton={<RowSkeleton rows={6} />}>
                  {(shown) => (
                    <FormChoices
                      inspection={shown}
                      formats={formats}
                      options={wizard.optionsOf(ref)}
                      others={othersLike(inspected, current)}
                      wizard={wizard}
                      onChoose={choose}
                    />
                  )}
                </ListStates>
              </div>
            </>
          ),
        },
        {
          key: 'record',
          label: t('record.title'),
          size: '468px',
          min: '260px',
          children: <RecordPane key={ref} inspection={inspection} />,
        },
      ]}
    />
  );
}

/** Files that were found to be of the same form, so that one choice can serve all. */
function othersLike(inspected: readonly InspectedFile[], current: InspectedFile): readonly InspectedFile[] {
  const form = current.inspection?.detected?.format ?? null;
  return inspected.filter(
    (entry) =>
      entry !== current && entry.inspection !== undefined && (entry.inspection.detected?.format ?? null) === form,
  );
}

type VerdictProps = { readonly inspection: Inspection | undefined; readonly formats: Formats };

function Verdict({ inspection, formats }: VerdictProps) {
  const { t } = useTranslation('collect');
  const detected = inspection?.detected ?? null;
  if (detected === null) return null;
  return (
    <ToneBadge tone="accent" icon={<IconSparkles size={12} aria-hidden />}>
      {t('form.detectedAs', { title: titleOf(formats, detected.format), percent: formatPercent(detected.confidence) })}
    </ToneBadge>
  );
}

function titleOf(formats: Formats, id: string): string {
  return formats.find((format) => format.id === id)?.title ?? id;
}

type FormChoicesProps = {
  readonly inspection: Inspection;
  readonly formats: Formats;
  readonly options: FileOptions;
  readonly others: readonly InspectedFile[];
  readonly wizard: Wizard;
  readonly onChoose: (choice: FileOptions) => void;
};

function FormChoices({ inspection, formats, options, others, wizard, onChoose }: FormChoicesProps) {
  const { t } = useTranslation('collect');
  const format = formats.find((entry) => entry.id === inspection.format);
  return (
    <div className={classes.choices}>
      <Reasons inspection={inspection} formats={formats} onChoose={onChoose} />
      {inspection.refusal === null ? null : (
        <Note tone={inspection.recordsRead === 0 ? 'err' : 'warn'}>
          {format?.mappable === true && inspection.recordsRead > 0
            ? `${inspection.refusal} ${t('form.mapNext')}`
            : t('form.refusal', { reason: inspection.refusal })}
        </Note>
      )}
      <FormatChoice inspection={inspection} formats={formats} onChoose={onChoose} />
      {format === undefined ? null : <PerChoice inspection={inspection} format={format} onChoose={onChoose} />}
      <TextChoices inspection={inspection} options={options} onChoose={onChoose} />
      {others.length === 0 ? null : (
        <div>
          <Button
            onClick={() =>
              wizard.choose(
                others.map(({ file }) => file.ref),
                { format: options.format, per: options.per, encoding: options.encoding, delimiter: options.delimiter },
              )
            }
          >
            {t('wizard.applyAll', { count: others.length })}
          </Button>
        </div>
      )}
    </div>
  );
}

/** Why it was taken for this form, and what it might be instead. */
function Reasons({ inspection, formats, onChoose }: FormatCardsProps) {
  const { t } = useTranslation('collect');
  const { detected, runnerUp, containers, recordsRead } = inspection;
  return (
    <div className={classes.reasons}>
      {detected === null ? (
        recordsRead > 0 && <p>{t('form.notDetected')}</p>
      ) : (
        <p>{t('form.reason', { reason: detected.reason })}</p>
      )}
      {runnerUp === null ? (
        detected !== null && <p className="t3">{t('form.noRunnerUp')}</p>
      ) : (
        <p className="t3">
          {t('form.runnerUp', {
            title: titleOf(formats, runnerUp.format),
            percent: formatPercent(runnerUp.confidence),
            reason: runnerUp.reason,
          })}{' '}
          {runnerUp.format === inspection.format ? null : (
            <UnstyledButton className={classes.switchForm} onClick={() => onChoose({ format: runnerUp.format })}>
              {t('form.takeRunnerUp')}
            </UnstyledButton>
          )}
        </p>
      )}
      {containers.length === 0 ? null : (
        <p className="t3">{t('form.wrapped', { containers: containers.join(', ') })}</p>
      )}
    </div>
  );
}

type FormatCardsProps = {
  readonly inspection: Inspection;
  readonly formats: Formats;
  readonly onChoose: (choice: FileOptions) => void;
};

/** What was found and what came next as cards; every other form is in the list. */
function FormatChoice({ inspection, formats, onChoose }: FormatCardsProps) {
  const { t } = useTranslation('collect');
  const titleId = useId();
  const likely = new Set([inspection.detected?.format, inspection.runnerUp?.format, inspection.format]);
  const cards = formats.filter((format) => likely.has(format.id));
  const choose = (format: string): void =>
    onChoose({ format: format === inspection.detected?.format ? undefined : format });
  return (
    <section aria-labelledby={titleId}>
      <h3 id={titleId} className={classes.groupTitle}>
        {t('form.choose')}
      </h3>
      {cards.length === 0 ? null : (
        <Radio.Group aria-labelledby={titleId} value={inspection.format ?? ''} onChange={choose}>
          <div className={classes.formCards}>
            {cards.map((format) => (
              <FormatCard
                key={format.id}
                format={format}
                isChosen={format.id === inspection.format}
                isDetected={format.id === inspection.detected?.format}
              />
            ))}
          </div>
        </Radio.Group>
      )}
      <Select
        className={classes.otherForm ?? ''}
        label={t(cards.length === 0 ? 'form.all' : 'form.other')}
        description={t('form.otherHint', { count: formats.length })}
        placeholder={t('form.otherPlaceholder')}
        data={formats.map(({ id, title }) => ({ value: id, label: title }))}
        value={cards.some(({ id }) => id === inspection.format) ? null : inspection.format}
        searchable
        selectFirstOptionOnChange
        onChange={(value) => {
          if (value !== null) choose(value);
        }}
      />
    </section>
  );
}

type FormatCardProps = { readonly format: FormatInfo; readonly isChosen: boolean; readonly isDetected: boolean };

function FormatCard({ format, isChosen, isDetected }: FormatCardProps) {
  const { t } = useTranslation('collect');
  return (
    <Radio.Card value={format.id} className={classes.formCard} data-chosen={isChosen || undefined}>
      <Radio.Indicator size="xs" />
      <span className={classes.formCardText}>
        <span className={classes.formCardTitle}>
          {format.title}
          {isDetected ? <ToneBadge tone="accent">{t('form.suggested')}</ToneBadge> : null}
        </span>
        <span className="t3">{extensionsText(format.extensions)}</span>
      </span>
    </Radio.Card>
  );
}
