import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { parse } from '../../../shared/query/parse.ts';

const APPLY_AFTER_MS = 300;

type Props = { readonly scope: string; readonly isOff: boolean; readonly onScope: (scope: string) => void };

/** A filter; one that cannot be read says why and is not used. */
export function ScopeField({ scope, isOff, onScope }: Props) {
  const { t } = useTranslation('balance');
  const [text, setText] = useState(scope);
  const [used, setUsed] = useState(scope);
  if (used !== scope) {
    setUsed(scope);
    setText(scope);
  }
  const { problem } = parse(text);
  const apply = useDebouncedCallback(
    (next: string) => {
      const trimmed = next.trim();
      if (trimmed === scope || parse(trimmed).problem !== null) return;
      // What is on the screen stays as it was typed.
      setUsed(trimmed);
      onScope(trimmed);
    },
    { delay: APPLY_AFTER_MS, flushOnUnmount: true },
  );
  return (
    <TextInput
      label={t('sampling.scope')}
      description={t('sampling.scopeHint')}
      placeholder={t('sampling.scopeAll')}
      spellCheck={false}
      autoComplete="off"
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      styles={{ input: { fontFamily: 'var(--font-mono)', fontSize: 12 } }}
      disabled={isOff}
      error={problem?.message}
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value);
        apply(event.currentTarget.value);
      }}
    />
  );
}
