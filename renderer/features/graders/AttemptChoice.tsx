import { Textarea, UnstyledButton } from '@mantine/core';
import { IconBookmark, IconClipboardText } from '@tabler/icons-react';
import { useRef, type KeyboardEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { AttemptSummary, SampleDetail } from '../../../shared/model/sample.ts';
import type { ScoreRow } from '../../../shared/model/score.ts';
import { useRpcQuery } from '../../data/use-rpc-query.ts';
import { formatScore } from '../../i18n/format.ts';
import { OutcomeMark } from '../../ui/Marks.tsx';
import classes from './preview.module.css';
import type { Run } from './run-view.ts';
import type { Graded, Preview } from './use-preview.ts';

type Props = { readonly detail: SampleDetail; readonly preview: Preview; readonly run: Run | null };
type Option = { readonly key: string; readonly graded: Graded; readonly label: string; readonly content: ReactNode };

/** The answers that can be graded: each attempt with its score, the reference, and one pasted by hand. */
export function AttemptChoice({ detail, preview, run }: Props) {
  const { t } = useTranslation(['graders', 'common']);
  const root = useRef<HTMLDivElement>(null);
  const { data: stored } = useRpcQuery(
    'scores.forSample',
    run === null ? null : { sampleId: detail.row.id, runId: run.id },
  );
  const options: readonly Option[] = [
    ...detail.attempts.map((attempt): Option => {
      const value = shownValue(attempt, preview.scores.get(attempt.id), stored?.scores ?? []);
      return {
        key: String(attempt.id),
        graded: { kind: 'attempt', attemptId: attempt.id },
        label: [
          t('preview.attemptOption', { number: attempt.idx + 1 }),
          ...(attempt.outcome === 'unknown' ? [] : [t(`common:outcome.${attempt.outcome}`)]),
          value ?? t('preview.notScored'),
        ].join(', '),
        content: (
          <>
            <OutcomeMark outcome={attempt.outcome} isSmall label="" />
            {value ?? String(attempt.idx + 1)}
          </>
        ),
      };
    }),
    {
      key: 'reference',
      graded: { kind: 'reference' },
      label: t('preview.referenceOption'),
      content: <IconBookmark size={12} aria-hidden />,
    },
    {
      key: 'answer',
      graded: { kind: 'answer' },
      label: t('preview.answerOption'),
      content: <IconClipboardText size={12} aria-hidden />,
    },
  ];
  const chosen = options.findIndex((option) => isSame(option.graded, preview.graded));

  function onKeyDown(event: KeyboardEvent): void {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    const at = (chosen + by + options.length) % options.length;
    const next = options[at];
    if (by === 0 || event.altKey || next === undefined) return;
    event.preventDefault();
    preview.choose(next.graded);
    root.current?.querySelectorAll<HTMLElement>('[role="radio"]')[at]?.focus();
  }
  return (
    <div className={classes.choice}>
      <div className={classes.choiceRow}>
        <span className="label t2">
          {detail.attempts.length === 0 ? t('preview.noAttempts') : t('preview.attempts')}
        </span>
        <span className={classes.grow} />
        {/* The focus is on its buttons; the group only hears their arrow keys. */}
        {/* eslint-disable-next-line jsx-a11y/interactive-supports-focus */}
        <div
          ref={root}
          className={classes.chips}
          role="radiogroup"
          aria-label={t('preview.choose')}
          onKeyDown={onKeyDown}
        >
          {options.map((option, index) => (
            <UnstyledButton
              key={option.key}
              className={classes.chip}
              role="radio"
              aria-checked={index === chosen}
              aria-label={option.label}
              title={option.label}
              tabIndex={index === Math.max(0, chosen) ? 0 : -1}
              onClick={() => preview.choose(option.graded)}
            >
              {option.content}
            </UnstyledButton>
          ))}
        </div>
      </div>
      {preview.graded.kind === 'answer' ? (
        <Textarea
          aria-label={t('preview.answerLabel')}
          placeholder={t('preview.answerHint')}
          autosize
          minRows={3}
          maxRows={10}
          spellCheck={false}
          classNames={{ input: classes.answerInput ?? '' }}
          value={preview.answer}
          onChange={(event) => preview.setAnswer(event.currentTarget.value)}
        />
      ) : null}
    </div>
  );
}

/** What the text gives now, else what the latest run gave; nothing for what has no score. */
function shownValue(attempt: AttemptSummary, live: ScoreRow | undefined, stored: readonly ScoreRow[]): string | null {
  const row = live ?? stored.find((score) => score.attemptId === attempt.id);
  return row?.value == null ? null : formatScore(row.value);
}

function isSame(a: Graded, b: Graded): boolean {
  return a.kind === b.kind && (a.kind !== 'attempt' || b.kind !== 'attempt' || a.attemptId === b.attemptId);
}
