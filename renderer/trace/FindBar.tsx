import { ActionIcon, TextInput } from '@mantine/core';
import { IconChevronDown, IconChevronUp, IconSearch, IconX } from '@tabler/icons-react';
import { useEffect, useRef, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { MAX_MATCHES } from './find.ts';
import classes from './timeline.module.css';
import type { Finder } from './use-find.ts';

export function FindBar({ finder }: { readonly finder: Finder }) {
  const { t } = useTranslation('trace');
  const input = useRef<HTMLInputElement>(null);
  const { query, matches, index, move, close } = finder;
  // Asked for by a key or a button: what is typed next is meant for it.
  useEffect(() => input.current?.focus(), []);
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Enter') move(event.shiftKey ? -1 : 1);
    else if (event.key === 'Escape') close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
  const hasNone = matches.length === 0;
  return (
    <div className={classes.findBar} role="search" aria-label={t('find.label')}>
      <TextInput
        ref={input}
        flex={1}
        aria-label={t('find.label')}
        placeholder={t('find.placeholder')}
        leftSection={<IconSearch size={14} aria-hidden />}
        value={query}
        onChange={(event) => finder.setQuery(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <span className={classes.findCount} role="status">
        {countText()}
      </span>
      <ActionIcon size={24} aria-label={t('find.previous')} disabled={hasNone} onClick={() => move(-1)}>
        <IconChevronUp size={14} aria-hidden />
      </ActionIcon>
      <ActionIcon size={24} aria-label={t('find.next')} disabled={hasNone} onClick={() => move(1)}>
        <IconChevronDown size={14} aria-hidden />
      </ActionIcon>
      <ActionIcon size={24} aria-label={t('find.close')} onClick={close}>
        <IconX size={14} aria-hidden />
      </ActionIcon>
    </div>
  );

  function countText(): string {
    if (query === '') return '';
    if (hasNone) return t('find.none');
    const values = { current: index + 1, total: matches.length };
    return matches.length >= MAX_MATCHES ? t('find.many', values) : t('find.count', values);
  }
}
