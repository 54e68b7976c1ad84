import { ActionIcon } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Inspection } from '../../../../shared/contract/sources.ts';
import { AttemptId } from '../../../../shared/model/ids.ts';
import { messageText } from '../../../../shared/model/message.ts';
import { AttemptSwitcher } from '../../../trace/AttemptSwitcher.tsx';
import { ReferenceCompare } from '../../../trace/ReferenceCompare.tsx';
import { TraceView } from '../../../trace/TraceView.tsx';
import { VisibleText } from '../../../trace/VisibleText.tsx';
import { Card } from '../../../ui/Card.tsx';
import classes from './wizard.module.css';

type Sample = Inspection['samples'][number];

/** The first samples as they will look in Samples: prompt, attempts, reference. */
export function SamplePreview({ inspection }: { readonly inspection: Inspection }) {
  const { t } = useTranslation('collect');
  const [index, setIndex] = useState(0);
  const { samples } = inspection;
  const at = Math.min(index, Math.max(0, samples.length - 1));
  const sample = samples[at];
  return (
    <Card
      title={t('check.preview')}
      hasLine
      className={classes.previewCard}
      actions={
        samples.length < 2 ? undefined : (
          <span className={classes.pager}>
            <ActionIcon size={24} aria-label={t('check.previous')} disabled={at === 0} onClick={() => setIndex(at - 1)}>
              <IconChevronLeft size={14} aria-hidden />
            </ActionIcon>
            <span className="num" aria-live="polite">
              {t('check.position', { number: at + 1, total: samples.length })}
            </span>
            <ActionIcon
              size={24}
              aria-label={t('check.next')}
              disabled={at >= samples.length - 1}
              onClick={() => setIndex(at + 1)}
            >
              <IconChevronRight size={14} aria-hidden />
            </ActionIcon>
          </span>
        )
      }
    >
      {sample === undefined ? (
        <p className={classes.nothing}>{t('check.noSamples')}</p>
      ) : (
        <SampleView key={at} sample={sample} />
      )}
    </Card>
  );
}

export function SampleView({ sample }: { readonly sample: Sample }) {
  const [attemptAt, setAttemptAt] = useState(0);
  const [hoverKey, setHover] = useState<string | null>(null);
  const attempt = sample.attempts[attemptAt];
  const messages = attempt?.messages ?? null;
  const hasReference = Object.keys(sample.reference).length > 0;
  // Attempts have no id before they are written; their place serves as one here.
  const marks = sample.attempts.map(({ outcome, reward }, idx) => ({
    id: AttemptId.parse(idx + 1),
    idx,
    outcome,
    reward,
    score: null,
  }));
  return (
    <div className={classes.sample}>
      <div className={classes.sampleHead}>
        <span className={`${classes.sampleTitle} ell`}>
          <VisibleText text={titleOf(sample)} />
        </span>
        {marks.length > 0 ? (
          <AttemptSwitcher
            attempts={marks}
            current={marks[attemptAt]?.id ?? null}
            onPick={(id) => setAttemptAt(id - 1)}
          />
        ) : null}
      </div>
      <TraceView
        key={attemptAt}
        prompt={sample.prompt}
        tools={sample.tools}
        messages={messages}
        attemptNumber={attempt === undefined ? null : attemptAt + 1}
        isCompared={hasReference}
        hoverKey={hoverKey}
        onHover={setHover}
      />
      {hasReference ? (
        <ReferenceCompare
          reference={sample.reference}
          messages={messages}
          attemptNumber={attempt === undefined ? null : attemptAt + 1}
        />
      ) : null}
    </div>
  );
}

/** Its own title, else what the importer will make of the prompt: the first line of the last user turn. */
function titleOf(sample: Sample): string {
  if (sample.title !== '') return sample.title;
  const last = sample.prompt.findLast((message) => message.role === 'user') ?? sample.prompt.at(-1);
  const text = last === undefined ? '' : messageText(last);
  return (
    text
      .split('\n')
      .find((line) => line.trim() !== '')
      ?.trim() ?? ''
  );
}
