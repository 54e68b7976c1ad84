import { Button, Checkbox, Popover, Radio, Stack, TextInput, Tooltip } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconChevronDown, IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useHost } from '../../data/client.tsx';
import { useRpcQuery } from '../../data/use-rpc-query.ts';
import { formatCount } from '../../i18n/format.ts';
import { formatKeys } from '../../state/keys.ts';
import { Kbd } from '../../ui/Kbd.tsx';
import classes from './graders.module.css';
import type { GraderSession } from './use-grader-session.ts';
import { filterOfScope, type Scope, type Scoring } from './use-scoring.ts';

/** Scores the chosen samples; while that goes on, stops it. */
export function ScoreButton({ session, scoring }: { readonly session: GraderSession; readonly scoring: Scoring }) {
  const { t } = useTranslation('graders');
  const { isMac } = useHost();
  const { job, scope, obstacle } = scoring;
  const count = useScopeCount(scope);
  if (job.isRunning) {
    return (
      <Button leftSection={<IconPlayerStop size={14} />} onClick={() => job.cancel()}>
        {t('score.cancel')}
      </Button>
    );
  }
  return (
    <Button.Group>
      <Tooltip label={hint()} disabled={hint() === ''} multiline maw={280}>
        <Button
          variant={obstacle === null ? 'filled' : 'default'}
          leftSection={<IconPlayerPlay size={14} />}
          rightSection={<Kbd keys={formatKeys('mod+enter', isMac)} isOnFill={obstacle === null} />}
          aria-keyshortcuts="Control+Enter"
          {...(obstacle === null ? {} : { 'data-disabled': true })}
          aria-disabled={obstacle !== null}
          loading={session.isSaving}
          onClick={() => scoring.start()}
        >
          {label()}
        </Button>
      </Tooltip>
      <Popover position="bottom-end" width={320} trapFocus>
        <Popover.Target>
          <Button
            variant={obstacle === null ? 'filled' : 'default'}
            px={6}
            aria-label={t('score.scope')}
            className={obstacle === null ? (classes.split ?? '') : ''}
            disabled={obstacle?.kind === 'readOnly'}
          >
            <IconChevronDown size={14} aria-hidden />
          </Button>
        </Popover.Target>
        <Popover.Dropdown p={12}>
          <ScopeForm scope={scope} onChange={scoring.setScope} problem={count.problem} />
        </Popover.Dropdown>
      </Popover>
    </Button.Group>
  );

  function label(): string {
    if (scope.kind === 'all') return t('score.all');
    return scope.kind === 'included' ? t('score.included') : t('score.filter', { count: count.total ?? 0 });
  }
  function hint(): string {
    if (obstacle?.kind === 'errors') return t('score.errorsFirst', { count: obstacle.count });
    if (obstacle !== null) return t(`score.${obstacle.kind}`);
    return session.isDraft ? t('score.savesFirst', { version: session.nextVersion }) : '';
  }
}

/** Samples of a scope, and what is wrong with its filter. */
function useScopeCount(scope: Scope): { readonly total: number | null; readonly problem: string | null } {
  const [filter] = useDebouncedValue(filterOfScope(scope), 250);
  const { data } = useRpcQuery('filters.check', { filter }, { keepPrevious: true });
  return { total: data?.total ?? null, problem: data?.problem?.message ?? null };
}

type FormProps = {
  readonly scope: Scope;
  readonly problem: string | null;
  readonly onChange: (scope: Scope) => void;
};

function ScopeForm({ scope, problem, onChange }: FormProps) {
  const { t } = useTranslation('graders');
  const { data: all } = useRpcQuery('filters.check', { filter: '' });
  const { data: included } = useRpcQuery('filters.check', { filter: 'decision:include' });
  const { data: views = [] } = useRpcQuery('savedViews.list', {});
  return (
    <Stack gap={12}>
      <Radio.Group
        label={t('score.scope')}
        value={scope.kind}
        onChange={(kind) => onChange({ ...scope, kind: kind === 'included' || kind === 'filter' ? kind : 'all' })}
      >
        <Stack gap={8} mt={4}>
          <Radio value="all" label={withCount(t('score.scopeAll'), all?.total)} />
          <Radio value="included" label={withCount(t('score.scopeIncluded'), included?.total)} />
          <Radio value="filter" label={t('score.scopeFilter')} />
        </Stack>
      </Radio.Group>
      {scope.kind === 'filter' ? (
        <TextInput
          aria-label={t('score.filterLabel')}
          placeholder={t('score.filterHint')}
          value={scope.filter}
          error={problem}
          list="grader-scope-views"
          onChange={(event) => onChange({ ...scope, filter: event.currentTarget.value })}
        />
      ) : null}
      <datalist id="grader-scope-views">
        {views.map((view) => (
          <option key={view.id} value={view.filter}>
            {view.name}
          </option>
        ))}
      </datalist>
      <Checkbox
        label={t('score.useReference')}
        checked={scope.useReference}
        onChange={(event) => onChange({ ...scope, useReference: event.currentTarget.checked })}
      />
    </Stack>
  );
}

function withCount(label: string, count: number | null | undefined): string {
  return count == null ? label : `${label}, ${formatCount(count)}`;
}
