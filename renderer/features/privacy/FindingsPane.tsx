import { Button, Select, SegmentedControl, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconCircleCheck, IconSearch, IconFilterOff } from '@tabler/icons-react';
import { useRef, useState, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import type { Output } from '../../data/methods.ts';
import { useRpcQuery } from '../../data/use-rpc-query.ts';
import { parse } from '../../../shared/query/parse.ts';
import { useCommands } from '../../state/commands.tsx';
import { FilterChip, Note } from '../../ui/Badges.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ListStates, RowSkeleton } from '../../ui/ListStates.tsx';
import { FindingList } from './FindingList.tsx';
import classes from './privacy.module.css';
import type { Findings } from './use-findings.ts';
import type { FindingState, Scope } from './use-scope.ts';

type FindingsPaneProps = {
  readonly summary: Output<'privacy.summary'>;
  readonly view: Scope;
  readonly findings: Findings;
};

/** The findings, narrowed by kind, state, source and the samples they are in. */
export function FindingsPane({ summary, view, findings }: FindingsPaneProps) {
  const { t } = useTranslation('privacy');
  const { conditions } = view;
  return (
    <>
      <Conditions view={view} />
      {summary.unscanned === 0 ? null : (
        <div className={classes.inPane}>
          <Note tone="warn">{t('stale', { count: summary.unscanned })}</Note>
        </div>
      )}
      <div className={classes.listHead}>
        {conditions.kind === null ? null : (
          <FilterChip
            field={t('list.onlyKind')}
            value={t(`kinds.${conditions.kind}`)}
            onRemove={() => view.set({ kind: null })}
          />
        )}
        <span className={classes.grow} />
        {findings.total === 0 ? null : (
          <span className="meta num" aria-live="polite">
            {t('list.position', { at: findings.at + 1, total: findings.total })}
          </span>
        )}
      </div>
      <ListStates
        query={findings.query}
        skeleton={<RowSkeleton rows={8} height={52} />}
        isEmpty={(data) => data.total === 0}
        empty={<NoneHere view={view} hasOpen={summary.open > 0} />}
      >
        {() => <FindingList findings={findings} />}
      </ListStates>
    </>
  );
}

const WAIT_MS = 250;

function Conditions({ view }: { readonly view: Scope }) {
  const { t } = useTranslation('privacy');
  const { conditions, set } = view;
  const { data: sources = [] } = useRpcQuery('sources.list', {});
  const search = useRef<HTMLInputElement>(null);
  useSearchKey(search);
  return (
    <div className={classes.conditions} role="group" aria-label={t('list.label')}>
      <SearchField key={conditions.filter} view={view} inputRef={search} />
      <SegmentedControl
        size="xs"
        aria-label={t('list.state')}
        value={conditions.state}
        onChange={(value) => set({ state: value === 'dismissed' || value === 'all' ? value : 'open' })}
        data={(['open', 'dismissed', 'all'] as const satisfies readonly FindingState[]).map((value) => ({
          value,
          label: t(`list.states.${value}`),
        }))}
      />
      {sources.length < 2 ? null : (
        <Select
          size="xs"
          w={150}
          aria-label={t('list.source')}
          allowDeselect={false}
          data={[
            { value: '', label: t('list.allSources') },
            ...sources.map((source) => ({ value: String(source.id), label: source.name })),
          ]}
          value={conditions.source ?? ''}
          onChange={(value) => set({ source: value })}
        />
      )}
    </div>
  );
}

type SearchFieldProps = { readonly view: Scope; readonly inputRef: RefObject<HTMLInputElement | null> };

function SearchField({ view, inputRef }: SearchFieldProps) {
  const { t } = useTranslation('privacy');
  const [text, setText] = useState(view.conditions.filter);
  const apply = useDebouncedCallback((filter: string) => view.set({ filter }), {
    delay: WAIT_MS,
    flushOnUnmount: false,
  });
  const isBad = parse(text).problem !== null;
  return (
    <TextInput
      ref={inputRef}
      size="xs"
      className={classes.search}
      leftSection={<IconSearch size={14} aria-hidden />}
      aria-label={t('list.search')}
      placeholder={t('list.search')}
      title={t('list.searchHint')}
      value={text}
      error={isBad ? t('list.badFilter') : null}
      onChange={(event) => {
        const next = event.currentTarget.value;
        setText(next);
        if (parse(next).problem === null) apply(next);
      }}
    />
  );
}

function useSearchKey(search: RefObject<HTMLInputElement | null>): void {
  const [commands] = useState(() => [
    {
      id: 'privacy.search',
      titleKey: 'privacy:commands.search' as const,
      icon: IconSearch,
      keys: ['/'],
      run: () => search.current?.focus(),
    },
  ]);
  useCommands(commands);
}

/** No finding under these conditions: all done, or nothing matches. */
function NoneHere({ view, hasOpen }: { readonly view: Scope; readonly hasOpen: boolean }) {
  const { t } = useTranslation('privacy');
  const { filter, source, kind, state } = view.conditions;
  const isAll = filter === '' && source === null && kind === null && state === 'open';
  if (isAll && !hasOpen)
    return (
      <EmptyState
        icon={<IconCircleCheck size={20} aria-hidden />}
        tone="ok"
        title={t('empty.doneTitle')}
        text={t('empty.doneText')}
      />
    );
  return (
    <EmptyState
      icon={<IconFilterOff size={20} aria-hidden />}
      title={t('empty.noMatchTitle')}
      text={t('empty.noMatchText')}
    >
      <Button onClick={() => view.set({ filter: '', source: null, kind: null, state: 'open' })}>
        {t('empty.clear')}
      </Button>
    </EmptyState>
  );
}
