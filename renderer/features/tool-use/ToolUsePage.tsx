import { Button, NativeSelect } from '@mantine/core';
import { IconArrowsDiff, IconEye, IconFilter, IconTool, IconX } from '@tabler/icons-react';
import { useMemo, useRef, type ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { samplesHref } from '../../data/navigation.ts';
import { useRpcQuery } from '../../data/use-rpc-query.ts';
import { useCommands } from '../../state/commands.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ListStates } from '../../ui/ListStates.tsx';
import { Page, PageHead, Toolbar } from '../../ui/PageHead.tsx';
import { FilterField } from './FilterField.tsx';
import { GroupTable } from './GroupTable.tsx';
import { MeasureCharts } from './MeasureCharts.tsx';
import { SpreadTable } from './SpreadTable.tsx';
import classes from './tool-use.module.css';
import { useToolUse, type ToolUseState } from './use-tool-use.ts';

/** How attempts use tools, by any facet, and beside another set. */
export function ToolUsePage() {
  const { t } = useTranslation('toolUse');
  const state = useToolUse();
  const all = state.summary.data?.all;
  return (
    <Page isTinted>
      <PageHead
        title={t('title')}
        fact={all === undefined ? undefined : t('fact', { count: all.attempts, samples: all.samples })}
      >
        <Button component={Link} href={samplesHref(state.filter)} leftSection={<IconEye size={14} aria-hidden />}>
          {t('showSamples')}
        </Button>
      </PageHead>
      <Bar state={state} />
      <ListStates
        query={state.summary}
        isEmpty={(summary) => summary.all.attempts === 0}
        empty={<Nothing filter={state.filter} onClear={() => state.setFilter(null)} />}
      >
        {() => <Body state={state} />}
      </ListStates>
    </Page>
  );
}

function Bar({ state }: { readonly state: ToolUseState }) {
  const { t } = useTranslation('toolUse');
  const facets = useRpcQuery('facets.list', {});
  const scope = useRef<HTMLInputElement>(null);
  const other = useRef<HTMLInputElement>(null);
  const { setAgainst, against } = state;
  useCommands(
    useMemo(
      () => [
        {
          id: 'toolUse.scope',
          titleKey: 'toolUse:commands.scope' as const,
          icon: IconFilter,
          keys: ['/'],
          run: () => scope.current?.focus(),
        },
        {
          id: 'toolUse.against',
          titleKey: 'toolUse:commands.against' as const,
          icon: IconArrowsDiff,
          keys: ['c'],
          run: () => other.current?.focus(),
        },
        {
          id: 'toolUse.stop',
          titleKey: 'toolUse:commands.stop' as const,
          icon: IconX,
          when: () => against !== null,
          run: () => setAgainst(null),
        },
      ],
      [against, setAgainst],
    ),
  );
  return (
    <Toolbar label={t('bar.label')}>
      <FilterField
        label={t('bar.scope')}
        placeholder={t('bar.scopeAll')}
        value={state.filter}
        onValue={(value) => state.setFilter(value, { replace: true })}
        inputRef={scope}
      />
      <FilterField
        label={t('bar.against')}
        placeholder={t('bar.againstNone')}
        value={against ?? ''}
        onValue={(value) => setAgainst(value === '' ? null : value, { replace: true })}
        inputRef={other}
      />
      {against === null ? null : (
        <Button variant="subtle" leftSection={<IconX size={14} aria-hidden />} onClick={() => setAgainst(null)}>
          {t('bar.stop')}
        </Button>
      )}
      <label className={classes.facet}>
        <span className={classes.fieldLabel}>{t('bar.by')}</span>
        <NativeSelect
          aria-label={t('bar.by')}
          value={state.by}
          data={(facets.data ?? []).map(({ key, title }) => ({ value: key, label: title }))}
          onChange={(event) => state.setBy(event.currentTarget.value, { replace: true })}
        />
      </label>
    </Toolbar>
  );
}

function Body({ state }: { readonly state: ToolUseState }) {
  const { t } = useTranslation('toolUse');
  const facets = useRpcQuery('facets.list', {});
  const summary = state.summary.data;
  if (summary === undefined) return null;
  return (
    <div
      className={classes.body}
      data-pane="tool-use"
      tabIndex={-1}
      role="region"
      aria-label={t('title')}
      aria-busy={state.isOld}
    >
      {state.against === null ? (
        <Measures stats={summary.all} other={null} charts={summary.charts} filter={state.filter} />
      ) : (
        <ListStates query={state.comparison}>
          {({ one, other, charts }) => <Measures stats={one} other={other} charts={charts} filter={state.filter} />}
        </ListStates>
      )}
      <GroupTable
        key={state.by}
        facet={facets.data?.find(({ key }) => key === state.by)?.title ?? state.by}
        groups={summary.groups}
        more={summary.more}
        filter={state.filter}
        onCompare={state.compare}
      />
    </div>
  );
}

function Measures(props: ComponentProps<typeof MeasureCharts>) {
  return (
    <>
      <SpreadTable stats={props.stats} other={props.other} />
      <MeasureCharts {...props} />
    </>
  );
}

function Nothing({ filter, onClear }: { readonly filter: string; readonly onClear: () => void }) {
  const { t } = useTranslation('toolUse');
  if (filter !== '')
    return (
      <EmptyState icon={<IconFilter size={20} aria-hidden />} title={t('empty.noMatch')} text={t('empty.noMatchText')}>
        <Button onClick={onClear}>{t('empty.clear')}</Button>
      </EmptyState>
    );
  return (
    <EmptyState icon={<IconTool size={20} aria-hidden />} title={t('empty.title')} text={t('empty.text')}>
      <Button variant="filled" component={Link} href="/collect">
        {t('empty.collect')}
      </Button>
    </EmptyState>
  );
}
