import {
  IconBookmark,
  IconCards,
  IconCheck,
  IconCircleDashed,
  IconClipboardPlus,
  IconCopyPlus,
  IconEye,
  IconFilter,
  IconFlag,
  IconPencil,
  IconPlus,
  IconSearch,
  IconTag,
  IconX,
} from '@tabler/icons-react';
import { useEffect, useMemo, useRef, type RefObject } from 'react';
import { useCommands, type Command } from '../../state/commands.tsx';

/** What the keys of the workbench act through. */
export type PageDeps = {
  readonly canWrite: boolean;
  readonly hasTarget: boolean;
  readonly hasSample: boolean;
  readonly hasChecked: boolean;
  readonly search: () => void;
  readonly facets: () => void;
  readonly move: (by: 1 | -1) => void;
  readonly check: () => void;
  readonly checkAll: () => void;
  readonly clear: () => void;
  readonly accept: () => void;
  readonly reject: () => void;
  readonly needsWork: () => void;
  readonly undecide: () => void;
  readonly tag: () => void;
  readonly flag: () => void;
  readonly reference: () => void;
  readonly edit: () => void;
  readonly duplicate: () => void;
  readonly similar: () => void;
  readonly create: () => void;
  readonly paste: () => void;
  readonly saveView: () => void;
};

/** Registers the keys once; what they do is read when they are pressed. */
export function usePageKeys(deps: PageDeps): void {
  const latest = useRef(deps);
  useEffect(() => {
    latest.current = deps;
  });
  useLatestCommands(latest);
}

function useLatestCommands(latest: RefObject<PageDeps>): void {
  const commands = useMemo(() => pageCommands(latest), [latest]);
  useCommands(commands);
}

function movingCommands(get: () => PageDeps): readonly Command[] {
  return [
    {
      id: 'samples.search',
      titleKey: 'samples:commands.search',
      icon: IconSearch,
      keys: ['/'],
      run: () => get().search(),
    },
    {
      id: 'samples.facets',
      titleKey: 'samples:commands.facets',
      icon: IconFilter,
      keys: ['f'],
      run: () => get().facets(),
    },
    { id: 'samples.next', titleKey: 'samples:commands.next', keys: ['j'], isHidden: true, run: () => get().move(1) },
    {
      id: 'samples.previous',
      titleKey: 'samples:commands.previous',
      keys: ['k'],
      isHidden: true,
      run: () => get().move(-1),
    },
    {
      id: 'samples.check',
      titleKey: 'samples:commands.check',
      keys: ['x'],
      isHidden: true,
      when: () => get().hasSample,
      run: () => get().check(),
    },
    { id: 'samples.checkAll', titleKey: 'samples:commands.selectAll', run: () => get().checkAll() },
    { id: 'samples.clear', titleKey: 'samples:commands.clear', when: () => get().hasChecked, run: () => get().clear() },
  ];
}

function pageCommands(latest: RefObject<PageDeps>): readonly Command[] {
  const get = (): PageDeps => latest.current;
  const onTarget = (): boolean => get().canWrite && get().hasTarget;
  const onSample = (): boolean => get().canWrite && get().hasSample;
  const canWrite = (): boolean => get().canWrite;
  return [
    ...movingCommands(get),
    {
      id: 'samples.accept',
      titleKey: 'samples:commands.accept',
      icon: IconCheck,
      keys: ['a'],
      when: onTarget,
      run: () => get().accept(),
    },
    {
      id: 'samples.reject',
      titleKey: 'samples:commands.reject',
      icon: IconX,
      keys: ['r'],
      when: onTarget,
      run: () => get().reject(),
    },
    {
      id: 'samples.needsWork',
      titleKey: 'samples:commands.needsWork',
      icon: IconEye,
      keys: ['w'],
      when: onTarget,
      run: () => get().needsWork(),
    },
    {
      id: 'samples.undecide',
      titleKey: 'samples:commands.undecide',
      icon: IconCircleDashed,
      when: onTarget,
      run: () => get().undecide(),
    },
    {
      id: 'samples.tag',
      titleKey: 'samples:commands.tag',
      icon: IconTag,
      keys: ['t'],
      when: onTarget,
      run: () => get().tag(),
    },
    { id: 'samples.flag', titleKey: 'samples:commands.flag', icon: IconFlag, when: onTarget, run: () => get().flag() },
    {
      id: 'samples.reference',
      titleKey: 'samples:commands.reference',
      icon: IconBookmark,
      keys: ['e'],
      when: onSample,
      run: () => get().reference(),
    },
    {
      id: 'samples.edit',
      titleKey: 'samples:commands.edit',
      icon: IconPencil,
      when: onSample,
      run: () => get().edit(),
    },
    {
      id: 'samples.duplicate',
      titleKey: 'samples:commands.duplicate',
      icon: IconCopyPlus,
      when: onSample,
      run: () => get().duplicate(),
    },
    {
      id: 'samples.similar',
      titleKey: 'samples:commands.similar',
      icon: IconCards,
      keys: ['s'],
      when: () => get().hasSample,
      run: () => get().similar(),
    },
    {
      id: 'samples.create',
      titleKey: 'samples:commands.create',
      icon: IconPlus,
      when: canWrite,
      run: () => get().create(),
    },
    {
      id: 'samples.paste',
      titleKey: 'samples:commands.paste',
      icon: IconClipboardPlus,
      when: canWrite,
      run: () => get().paste(),
    },
    { id: 'samples.saveView', titleKey: 'samples:commands.saveView', when: canWrite, run: () => get().saveView() },
  ];
}
