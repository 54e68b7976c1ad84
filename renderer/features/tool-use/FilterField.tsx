import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useState, type Ref } from 'react';
import { parse } from '../../../shared/query/parse.ts';
import classes from './tool-use.module.css';

const APPLY_AFTER_MS = 300;

type Props = {
  readonly label: string;
  readonly placeholder: string;
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly inputRef: Ref<HTMLInputElement>;
};

/** A filter on one line; one that cannot be read says why and is not used. */
export function FilterField({ label, placeholder, value, onValue, inputRef }: Props) {
  const [text, setText] = useState(value);
  const [used, setUsed] = useState(value);
  if (used !== value) {
    setUsed(value);
    setText(value);
  }
  const { problem } = parse(text);
  const apply = useDebouncedCallback(
    (next: string) => {
      const trimmed = next.trim();
      if (trimmed === value || parse(trimmed).problem !== null) return;
      // What is on the screen stays as it was typed.
      setUsed(trimmed);
      onValue(trimmed);
    },
    { delay: APPLY_AFTER_MS, flushOnUnmount: true },
  );
  return (
    <label className={classes.field}>
      <span className={classes.fieldLabel}>{label}</span>
      <TextInput
        ref={inputRef}
        aria-label={label}
        placeholder={placeholder}
        spellCheck={false}
        autoComplete="off"
        className={classes.fieldInput}
        styles={{ input: { fontFamily: 'var(--font-mono)', fontSize: 12 } }}
        error={problem !== null}
        title={problem?.message}
        aria-description={problem?.message}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          apply(event.currentTarget.value);
        }}
      />
      {problem === null ? null : (
        <span className={classes.problem} role="status">
          {problem.message}
        </span>
      )}
    </label>
  );
}
