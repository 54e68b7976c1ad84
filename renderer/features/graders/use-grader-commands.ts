import {
  IconArrowRight,
  IconArrowLeft,
  IconBug,
  IconBraces,
  IconDeviceFloppy,
  IconGitCompare,
  IconPlayerPlay,
  IconPlus,
} from '@tabler/icons-react';
import { useEffect, useMemo, useRef } from 'react';
import type { GraderProblem } from '../../../shared/model/problem.ts';
import { useHost } from '../../data/client.tsx';
import { nextProblem } from '../../editor/markers.ts';
import { useCommands, type Command } from '../../state/commands.tsx';
import type { GraderSession } from './use-grader-session.ts';
import type { PinnedSample } from './use-pinned-sample.ts';
import type { Scoring } from './use-scoring.ts';

type Deps = {
  readonly session: GraderSession;
  readonly scoring: Scoring;
  readonly pinned: PinnedSample;
  readonly problems: readonly GraderProblem[];
  readonly cursor: () => { readonly line: number; readonly column: number } | null;
  readonly goTo: (problem: GraderProblem) => void;
  readonly compare: () => void;
  readonly onNew: () => void;
  readonly openFormat: () => void;
};

/** Keys of the screen and entries of the palette. The list stays the same; what it acts on is looked up when it runs. */
export function useGraderCommands(deps: Deps): void {
  const { isMac } = useHost();
  const latest = useRef(deps);
  useEffect(() => {
    latest.current = deps;
  });
  const commands = useMemo((): readonly Command[] => {
    const now = (): Deps => latest.current;
    function toProblem(step: 1 | -1): void {
      const { problems, session, cursor, goTo } = now();
      const at = { file: session.active, ...(cursor() ?? { line: 0, column: 0 }) };
      const index = nextProblem(problems, session.names, at, step);
      const problem = index === null ? undefined : problems[index];
      if (problem !== undefined) goTo(problem);
    }
    return [
      {
        id: 'graders.scoreAll',
        titleKey: 'graders:commands.scoreAll',
        icon: IconPlayerPlay,
        keys: ['mod+enter'],
        when: () => now().scoring.obstacle === null && !now().scoring.job.isRunning,
        run: () => now().scoring.start(),
      },
      {
        id: 'graders.save',
        titleKey: 'graders:commands.save',
        icon: IconDeviceFloppy,
        keys: ['mod+s'],
        run: () => {
          // Without a draft the key still belongs to this: the browser must not offer to save the page.
          if (now().session.isDraft && now().scoring.obstacle?.kind !== 'readOnly') void now().session.save();
        },
      },
      {
        id: 'graders.nextProblem',
        titleKey: 'graders:commands.nextProblem',
        icon: IconBug,
        keys: ['f8'],
        inFields: true,
        when: () => now().problems.length > 0,
        run: () => toProblem(1),
      },
      {
        id: 'graders.previousProblem',
        titleKey: 'graders:commands.previousProblem',
        keys: ['shift+f8'],
        inFields: true,
        isHidden: true,
        when: () => now().problems.length > 0,
        run: () => toProblem(-1),
      },
      {
        id: 'graders.nextSample',
        titleKey: 'graders:commands.nextSample',
        icon: IconArrowRight,
        keys: ['alt+arrowright'],
        // On macOS Alt and an arrow move by words in a field.
        inFields: !isMac,
        run: () => now().pinned.move(1),
      },
      {
        id: 'graders.previousSample',
        titleKey: 'graders:commands.previousSample',
        icon: IconArrowLeft,
        keys: ['alt+arrowleft'],
        inFields: !isMac,
        run: () => now().pinned.move(-1),
      },
      {
        id: 'graders.compare',
        titleKey: 'graders:commands.compare',
        icon: IconGitCompare,
        run: () => now().compare(),
      },
      { id: 'graders.new', titleKey: 'graders:commands.newGrader', icon: IconPlus, run: () => now().onNew() },
      {
        id: 'graders.responseFormat',
        titleKey: 'graders:commands.responseFormat',
        icon: IconBraces,
        run: () => now().openFormat(),
      },
    ];
  }, [isMac]);
  useCommands(commands);
}
