import { UnstyledButton } from '@mantine/core';
import { useRef, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { AttemptId } from '../../shared/model/ids.ts';
import type { AttemptMark } from '../../shared/model/sample.ts';
import { formatScore } from '../i18n/format.ts';
import { OutcomeMark } from '../ui/Marks.tsx';
import classes from './pane.module.css';

type AttemptSwitcherProps = {
  readonly attempts: readonly AttemptMark[];
  readonly current: AttemptId | null;
  readonly onPick: (attempt: AttemptId) => void;
};

/** One button an attempt: mark, number, score. Arrow keys move among them. */
export function AttemptSwitcher({ attempts, current, onPick }: AttemptSwitcherProps) {
  const { t } = useTranslation(['trace', 'common']);
  const root = useRef<HTMLDivElement>(null);
  function onKeyDown(event: KeyboardEvent): void {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    const at = attempts.findIndex((attempt) => attempt.id === current);
    const next = attempts[(at + by + attempts.length) % attempts.length];
    if (by === 0 || next === undefined) return;
    event.preventDefault();
    onPick(next.id);
    root.current?.querySelectorAll<HTMLElement>('[role="radio"]')[attempts.indexOf(next)]?.focus();
  }
  return (
    // The focus is on its buttons; the group only hears their arrow keys.
    // eslint-disable-next-line jsx-a11y/interactive-supports-focus
    <div
      ref={root}
      className={classes.attempts}
      role="radiogroup"
      aria-label={t('trace:attempts.label')}
      onKeyDown={onKeyDown}
    >
      {attempts.map((attempt) => (
        <UnstyledButton
          key={attempt.id}
          className={classes.attempt}
          role="radio"
          aria-checked={attempt.id === current}
          tabIndex={attempt.id === current || (current === null && attempt === attempts[0]) ? 0 : -1}
          aria-label={t('trace:attempts.option', {
            number: attempt.idx + 1,
            outcome: t(`common:outcome.${attempt.outcome}`),
            score: scoreText(attempt),
          })}
          onClick={() => onPick(attempt.id)}
        >
          <OutcomeMark outcome={attempt.outcome} isSmall label="" />
          {attempt.idx + 1}
          <span className={classes.attemptScore}>{shownScore(attempt)}</span>
        </UnstyledButton>
      ))}
    </div>
  );

  function scoreText({ score, reward }: AttemptMark): string {
    if (score !== null) return t('trace:attempts.score', { value: formatScore(score) });
    return reward === null ? t('trace:attempts.noScore') : t('trace:attempts.reward', { value: formatScore(reward) });
  }
}

/** The latest score, else the reward that was recorded with the traffic. */
function shownScore({ score, reward }: AttemptMark): string | null {
  const value = score ?? reward;
  return value === null ? null : formatScore(value);
}
