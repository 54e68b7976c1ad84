import { ActionIcon, Button, Combobox, TextInput, useCombobox } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconAlertCircle, IconSearch, IconX } from '@tabler/icons-react';
import { useRef, useState, type KeyboardEvent, type Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { parse } from '../../../shared/query/parse.ts';
import type { Problem } from '../../../shared/query/problem.ts';
import type { Output } from '../../data/methods.ts';
import { useRpcQuery } from '../../data/use-rpc-query.ts';
import { Kbd } from '../../ui/Kbd.tsx';
import { FilterHelp } from './FilterHelp.tsx';
import classes from './filter.module.css';

type Completion = Output<'filters.complete'>['items'][number];

type FilterFieldProps = {
  readonly ref?: Ref<HTMLInputElement>;
  /** The filter in use; typing changes it after a moment. */
  readonly filter: string;
  readonly onFilter: (filter: string) => void;
};

/** Long enough to finish a word, short enough to feel live. */
const APPLY_AFTER_MS = 250;

/** Search and filter in one line, with suggestions of fields and real values. */
export function FilterField({ ref, filter, onFilter }: FilterFieldProps) {
  const { t } = useTranslation(['samples', 'common']);
  const typing = useTyping(filter, onFilter);
  const { text, caret } = typing;
  const [isFocused, setFocused] = useState(false);
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const answer = useRpcQuery('filters.complete', isFocused ? { filter: text, offset: caret } : null, {
    keepPrevious: true,
  });
  const items = answer.data?.items ?? [];
  const { problem } = parse(text);
  const overlay = useRef<HTMLDivElement>(null);

  function complete(item: Completion): void {
    if (answer.data === undefined) return;
    typing.replace(answer.data.from, answer.data.to, item.text);
  }
  function onKeyDown(event: KeyboardEvent<HTMLInputElement>): void {
    const hasChoice = combobox.dropdownOpened && combobox.getSelectedOptionIndex() >= 0;
    if (event.key === 'Tab' && hasChoice && !event.shiftKey) {
      event.preventDefault();
      combobox.clickSelectedOption();
    } else if (event.key === 'Enter' && !hasChoice) {
      typing.apply();
      combobox.closeDropdown();
    } else if (event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      if (combobox.dropdownOpened) combobox.closeDropdown();
      else event.currentTarget.blur();
    }
  }
  return (
    <div className={classes.field}>
      <Combobox
        store={combobox}
        onOptionSubmit={(value) => {
          const item = items[Number(value)];
          if (item !== undefined) complete(item);
        }}
      >
        <Combobox.Target withKeyboardNavigation>
          <TextInput
            ref={ref}
            classNames={{ input: classes.input }}
            aria-label={t('samples:search.label')}
            aria-keyshortcuts="/"
            error={problem !== null}
            placeholder={t('samples:search.placeholder')}
            spellCheck={false}
            autoComplete="off"
            leftSection={<IconSearch size={14} aria-hidden />}
            leftSectionWidth={30}
            rightSectionWidth={text === '' ? 60 : 58}
            rightSection={
              <span className={classes.right}>
                {text === '' ? <Kbd keys="/" /> : null}
                {text === '' ? null : (
                  <ActionIcon size={24} aria-label={t('samples:search.clear')} onClick={() => typing.set('')}>
                    <IconX size={14} aria-hidden />
                  </ActionIcon>
                )}
                <FilterHelp onExample={(example) => typing.set(example)} />
              </span>
            }
            value={text}
            onChange={(event) => {
              typing.type(event.currentTarget.value, event.currentTarget.selectionStart);
              combobox.openDropdown();
              combobox.resetSelectedOption();
            }}
            onSelect={(event) => typing.moveCaret(event.currentTarget.selectionStart)}
            onFocus={() => setFocused(true)}
            onBlur={() => {
              setFocused(false);
              typing.apply();
              combobox.closeDropdown();
            }}
            onKeyDown={onKeyDown}
            onScroll={(event) => overlay.current?.scrollTo({ left: event.currentTarget.scrollLeft })}
          />
        </Combobox.Target>
        <Combobox.Dropdown hidden={items.length === 0}>
          <Combobox.Options aria-label={t('samples:search.completions')} mah={280} style={{ overflowY: 'auto' }}>
            {items.map((item, index) => (
              <Combobox.Option key={`${item.text} ${index}`} value={String(index)} className={classes.option}>
                <span className="mono ell">{item.label}</span>
                <span className={classes.detail}>{item.detail}</span>
              </Combobox.Option>
            ))}
          </Combobox.Options>
        </Combobox.Dropdown>
      </Combobox>
      {problem === null ? null : (
        <>
          <Underline ref={overlay} text={text} problem={problem} />
          {/* Suggestions lie over this line, and a word that is still being typed needs no complaint. */}
          {combobox.dropdownOpened && items.length > 0 ? null : (
            <ProblemLine
              problem={problem}
              onUse={(suggestion) => typing.replace(problem.from, problem.to, suggestion)}
            />
          )}
        </>
      )}
    </div>
  );
}

type Typing = {
  readonly text: string;
  readonly caret: number;
  readonly type: (text: string, caret: number | null) => void;
  readonly moveCaret: (caret: number | null) => void;
  /** Changes the text and uses it at once. */
  readonly set: (text: string) => void;
  readonly replace: (from: number, to: number, by: string) => void;
  readonly apply: () => void;
};

/** What is typed runs ahead of what is used; a filter set elsewhere replaces it. */
function useTyping(filter: string, onFilter: (filter: string) => void): Typing {
  const [text, setText] = useState(filter);
  const [used, setUsed] = useState(filter);
  const [caret, setCaret] = useState(filter.length);
  if (used !== filter) {
    setUsed(filter);
    setText(filter);
    setCaret(filter.length);
  }
  function applyText(next: string): void {
    const trimmed = next.trim();
    if (trimmed === filter || parse(trimmed).problem !== null) return;
    // What is on the screen stays as it was typed.
    setUsed(trimmed);
    onFilter(trimmed);
  }
  const applySoon = useDebouncedCallback(applyText, APPLY_AFTER_MS);
  function set(next: string): void {
    setText(next);
    setCaret(next.length);
    applySoon.cancel();
    applyText(next);
  }
  return {
    text,
    caret,
    type: (next, at) => {
      setText(next);
      setCaret(at ?? next.length);
      applySoon(next);
    },
    moveCaret: (at) => setCaret(at ?? text.length),
    set,
    replace: (from, to, by) => set(`${text.slice(0, from)}${by}${text.slice(to)}`),
    apply: () => {
      applySoon.cancel();
      applyText(text);
    },
  };
}

/** A wavy line under the part that cannot be read, drawn over the field by a copy of its text. */
function Underline({ ref, text, problem }: { ref: Ref<HTMLDivElement>; text: string; problem: Problem }) {
  const to = Math.max(problem.to, problem.from + 1);
  return (
    <div ref={ref} className={classes.overlay} aria-hidden>
      <span>{text.slice(0, problem.from)}</span>
      <span className={classes.wave}>{text.slice(problem.from, to) || '\u00a0\u00a0'}</span>
      <span>{text.slice(to)}</span>
    </div>
  );
}

function ProblemLine({ problem, onUse }: { problem: Problem; onUse: (suggestion: string) => void }) {
  const { t } = useTranslation('samples');
  const { suggestion } = problem;
  return (
    <div className={classes.problem} role="status">
      <IconAlertCircle size={14} aria-hidden />
      <span>{problem.message}</span>
      {suggestion === null ? null : (
        // The press must not take the focus first: leaving the field closes this line.
        <Button size="xs" onMouseDown={(event) => event.preventDefault()} onClick={() => onUse(suggestion)}>
          {suggestion === '' ? t('search.dropIt') : t('search.use', { suggestion })}
        </Button>
      )}
    </div>
  );
}
