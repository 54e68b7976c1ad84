import {
  IconArrowBackUp,
  IconBookmark,
  IconCheck,
  IconChevronDown,
  IconChevronUp,
  IconNote,
  IconNumbers,
  IconPencil,
  IconPlayerSkipForward,
  IconX,
} from '@tabler/icons-react';
import { useMemo } from 'react';
import type { Verdict } from '../../../shared/contract/reviews.ts';
import type { AttemptId } from '../../../shared/model/ids.ts';
import { useRpcCommand } from '../../data/use-rpc-command.tsx';
import { useCommands, type Command } from '../../state/commands.tsx';
import type { ReviewDraft } from './use-review-draft.ts';

type Desk = {
  readonly decide: (verdict: Verdict) => Promise<void>;
  readonly move: (by: 1 | -1) => void;
  readonly draft: ReviewDraft;
  readonly canWrite: boolean;
  readonly attempts: readonly { readonly id: AttemptId }[];
  readonly attemptId: AttemptId | null;
  readonly pickAttempt: (id: AttemptId) => void;
};

/** Every key of the desk. Single keys never fire in fields or under a dialog. */
export function useReviewCommands(desk: Desk): void {
  const { run: undo } = useRpcCommand('history.undo');
  const { decide, move, draft, canWrite, attempts, attemptId, pickAttempt } = desk;
  const { setScore } = draft;
  const commands = useMemo((): readonly Command[] => {
    const can = (): boolean => canWrite;
    const step = (by: 1 | -1): void => {
      const next = attempts[attempts.findIndex(({ id }) => id === attemptId) + by];
      if (next !== undefined) pickAttempt(next.id);
    };
    return [
      {
        id: 'review.accept',
        titleKey: 'review:commands.accept',
        icon: IconCheck,
        keys: ['a'],
        when: can,
        run: () => void decide('accept'),
      },
      {
        id: 'review.needsWork',
        titleKey: 'review:commands.needsWork',
        icon: IconPencil,
        keys: ['w'],
        when: can,
        run: () => void decide('needs_work'),
      },
      {
        id: 'review.reject',
        titleKey: 'review:commands.reject',
        icon: IconX,
        keys: ['r'],
        when: can,
        run: () => void decide('reject'),
      },
      {
        id: 'review.skip',
        titleKey: 'review:commands.skip',
        icon: IconPlayerSkipForward,
        keys: ['s'],
        when: can,
        run: () => void decide('skip'),
      },
      { id: 'review.next', titleKey: 'review:commands.next', icon: IconChevronDown, keys: ['j'], run: () => move(1) },
      {
        id: 'review.previous',
        titleKey: 'review:commands.previous',
        icon: IconChevronUp,
        keys: ['k'],
        run: () => move(-1),
      },
      {
        id: 'review.nextAttempt',
        titleKey: 'review:commands.nextAttempt',
        icon: IconChevronDown,
        keys: [']'],
        run: () => step(1),
      },
      {
        id: 'review.previousAttempt',
        titleKey: 'review:commands.previousAttempt',
        icon: IconChevronUp,
        keys: ['['],
        run: () => step(-1),
      },
      {
        id: 'review.reference',
        titleKey: 'review:commands.reference',
        icon: IconBookmark,
        keys: ['e'],
        when: can,
        run: () => focusOn('[data-reference-first]'),
      },
      {
        id: 'review.note',
        titleKey: 'review:commands.note',
        icon: IconNote,
        keys: ['n'],
        when: can,
        run: () => focusOn('[data-review-note]'),
      },
      {
        id: 'review.undo',
        titleKey: 'review:commands.undo',
        icon: IconArrowBackUp,
        keys: ['u'],
        when: can,
        run: () => void undo({}),
      },
      ...scoreCommands(can, setScore),
    ];
  }, [decide, move, setScore, canWrite, attempts, attemptId, pickAttempt, undo]);
  useCommands(commands);
}

function scoreCommands(can: () => boolean, setScore: (score: number) => void): Command[] {
  const tenths = Array.from({ length: 10 }, (_, at) => ({ key: String(at), score: at / 10 }));
  return [...tenths, { key: 'shift+0', score: 1 }].map(({ key, score }) => ({
    id: `review.score.${key}`,
    titleKey: 'review:commands.score',
    titleValues: { score: score.toFixed(1) },
    icon: IconNumbers,
    keys: [key],
    when: can,
    run: () => setScore(score),
  }));
}

/** The next frame, so that the key that asked for it is not typed into the field. */
function focusOn(selector: string): void {
  requestAnimationFrame(() => document.querySelector<HTMLElement>(selector)?.focus());
}
