import { Highlight } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { Spotlight } from '@mantine/spotlight';
import {
  IconArrowDown,
  IconArrowUp,
  IconBookmark,
  IconCode,
  IconSearch,
  IconTable,
  IconTool,
} from '@tabler/icons-react';
import { useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { sampleRef } from '../../shared/model/ids.ts';
import { useHost } from '../data/client.tsx';
import { samplesHref, useOpenSamples } from '../data/navigation.ts';
import { useProject } from '../data/use-project.ts';
import { useRpcQuery } from '../data/use-rpc-query.ts';
import { translate } from '../i18n/index.ts';
import { useAllCommands } from '../state/commands.tsx';
import { formatKeys } from '../state/keys.ts';
import { ToneBadge } from '../ui/Badges.tsx';
import { Kbd } from '../ui/Kbd.tsx';
import { OutcomeMark } from '../ui/Marks.tsx';
import { matchCommands, parsePaletteQuery, toolFilter, type PaletteQuery } from './palette-search.ts';
import { paletteStore } from './palette.ts';
import { useSampleHits } from './use-sample-hits.ts';
import classes from './CommandPalette.module.css';

const LIST_ID = 'palette-list';
const SEARCH_AFTER_MS = 150;
const MAX_COMMANDS = 7;
const MAX_PLACES = 6;

/** Commands, samples by full text, and places, from one field. */
export function CommandPalette() {
  const { t } = useTranslation('shell');
  const [query, setQuery] = useState('');
  const [settled] = useDebouncedValue(query, SEARCH_AFTER_MS);
  const project = useProject();
  if (project === undefined) return null;
  return (
    <Spotlight.Root
      store={paletteStore}
      transitionProps={{ duration: 0 }}
      query={query}
      onQueryChange={setQuery}
      shortcut={null}
      scrollable
      maxHeight={520}
      size={640}
      yOffset={64}
      radius="xl"
      centered={false}
      overlayProps={{ color: 'var(--bg-scrim)', backgroundOpacity: 1, blur: 0 }}
      title={t('palette.label')}
      classNames={{
        header: classes.header,
        content: classes.content,
        search: classes.search,
        actionsList: classes.list,
        actionsGroup: classes.group,
        action: classes.action,
        footer: classes.footer,
      }}
    >
      <Spotlight.Search
        placeholder={t('palette.placeholder')}
        aria-label={t('palette.placeholder')}
        leftSection={<IconSearch size={16} aria-hidden />}
        rightSectionWidth={220}
        rightSectionPointerEvents="none"
        rightSection={
          <span className={classes.where}>
            <ToneBadge>{t('palette.inProject', { name: project.name })}</ToneBadge>
            <Kbd keys="Esc" />
          </span>
        }
      />
      <Spotlight.ActionsList id={LIST_ID}>
        <Results query={parsePaletteQuery(query)} settled={parsePaletteQuery(settled)} />
      </Spotlight.ActionsList>
      <Footer />
    </Spotlight.Root>
  );
}

function Results({ query, settled }: { query: PaletteQuery; settled: PaletteQuery }) {
  const { t } = useTranslation('shell');
  const commands = useCommandActions(query);
  const samples = useSampleActions(settled);
  const places = usePlaceActions(query);
  const tools = useToolActions(query);
  const groups: readonly (readonly [label: string, actions: readonly ReactNode[], fact?: string])[] = [
    [t('palette.commands'), commands],
    [t('palette.samples'), samples.actions, samples.fact],
    [t('palette.places'), places],
    [t('palette.tools'), tools],
  ];
  const shown = groups.filter(([, actions]) => actions.length > 0);
  useFirstSelected(`${settled.text} ${samples.actions.length}`);
  if (shown.length === 0) {
    return samples.isPending ? null : <Spotlight.Empty>{t('palette.nothing', { query: query.text })}</Spotlight.Empty>;
  }
  return shown.map(([label, actions, fact]) => (
    <Spotlight.ActionsGroup key={label} label={fact === undefined ? label : `${label} · ${fact}`}>
      {actions}
    </Spotlight.ActionsGroup>
  ));
}

/** Samples arrive after the commands: the first entry is selected again then, as Spotlight does for a new query. */
function useFirstSelected(shownKey: string): void {
  useEffect(() => {
    const list = document.getElementById(LIST_ID);
    list?.querySelector('[data-selected]')?.removeAttribute('data-selected');
    list?.querySelector('[data-action]')?.setAttribute('data-selected', 'true');
    paletteStore.updateState((state) => ({ ...state, selected: 0 }));
  }, [shownKey]);
}

function Item({ icon, label, query, fact }: { icon: ReactNode; label: ReactNode; query: string; fact?: ReactNode }) {
  return (
    <span className={classes.item}>
      <span className={classes.icon}>{icon}</span>
      {typeof label === 'string' && query !== '' ? (
        <Highlight component="span" className="ell" highlight={query.split(/\s+/)} classNames={{ root: classes.text }}>
          {label}
        </Highlight>
      ) : (
        <span className="ell">{label}</span>
      )}
      <span className={classes.fact}>{fact}</span>
    </span>
  );
}

function useCommandActions({ mode, text }: PaletteQuery): readonly ReactNode[] {
  const { isMac } = useHost();
  const commands = useAllCommands();
  if (mode !== 'all' && mode !== 'commands') return [];
  const offered = commands
    .filter((command) => command.isHidden !== true && command.when?.() !== false)
    .filter((command) => mode === 'commands' || text !== '' || !/^(?:view|app)\./.test(command.id))
    .map((command) => ({ command, title: translate(command.titleKey, command.titleValues) }));
  const limit = mode === 'commands' ? offered.length : MAX_COMMANDS;
  return matchCommands(offered, text)
    .slice(0, limit)
    .map(({ command, title }) => {
      const Icon = command.icon;
      const [keys] = command.keys ?? [];
      return (
        <Spotlight.Action key={command.id} onClick={command.run}>
          <Item
            icon={Icon === undefined ? null : <Icon size={16} stroke={1.9} aria-hidden />}
            label={title}
            query={text}
            fact={keys === undefined ? null : <Kbd keys={formatKeys(keys, isMac)} />}
          />
        </Spotlight.Action>
      );
    });
}

function useSampleActions(query: PaletteQuery) {
  const { t } = useTranslation('shell');
  const openSamples = useOpenSamples();
  const hits = useSampleHits(query);
  const actions = hits.rows.map((row) => (
    <Spotlight.Action key={row.id} onClick={() => openSamples(hits.filter, row.id)}>
      <Item
        icon={<OutcomeMark outcome={row.attempts[0]?.outcome ?? 'unknown'} />}
        label={
          <>
            <span className="mono t3">{sampleRef(row.id)}</span> {row.title}
          </>
        }
        query={query.text}
        fact={row.sourceName}
      />
    </Spotlight.Action>
  ));
  if (hits.filter !== '' && hits.total > hits.rows.length) {
    actions.push(
      <Spotlight.Action key="all" onClick={() => openSamples(hits.filter)}>
        <Item icon={<IconTable size={16} aria-hidden />} label={t('palette.all')} query="" />
      </Spotlight.Action>,
    );
  }
  const fact = hits.filter === '' || hits.total === 0 ? undefined : t('palette.hits', { count: hits.total });
  return { actions, fact: fact ?? '', isPending: hits.isPending };
}

/** Saved views and graders; the screens themselves are commands. */
function usePlaceActions({ mode, text }: PaletteQuery): readonly ReactNode[] {
  const { t } = useTranslation(['shell', 'common']);
  const [, navigate] = useLocation();
  const isAsked = mode === 'all' && text !== '';
  const views = useRpcQuery('savedViews.list', isAsked ? {} : null).data ?? [];
  const graders = useRpcQuery('graders.list', isAsked ? {} : null).data ?? [];
  if (!isAsked) return [];
  const holds = (name: string): boolean => name.toLowerCase().includes(text.toLowerCase());
  const actions = [
    ...graders
      .filter((grader) => holds(grader.name))
      .map((grader) => (
        <Spotlight.Action key={`grader ${grader.id}`} onClick={() => navigate(`/graders?grader=${grader.id}`)}>
          <Item
            icon={<IconCode size={16} aria-hidden />}
            label={t('palette.grader', { name: grader.name })}
            query={text}
            fact={grader.type}
          />
        </Spotlight.Action>
      )),
    ...views
      .filter((view) => holds(view.name))
      .map((view) => (
        <Spotlight.Action key={`view ${view.id}`} onClick={() => navigate(samplesHref(view.filter))}>
          <Item
            icon={<IconBookmark size={16} aria-hidden />}
            label={t('palette.savedView', { name: view.name })}
            query={text}
            fact={t('common:counts.samples', { count: view.count })}
          />
        </Spotlight.Action>
      )),
  ];
  return actions.slice(0, MAX_PLACES);
}

function useToolActions({ mode, text }: PaletteQuery): readonly ReactNode[] {
  const openSamples = useOpenSamples();
  const calls = useRpcQuery('stats.get', mode === 'tools' ? {} : null).data?.toolCallsByName ?? {};
  if (mode !== 'tools') return [];
  return Object.entries(calls)
    .filter(([name]) => name.toLowerCase().includes(text.toLowerCase()))
    .toSorted((a, b) => b[1] - a[1])
    .map(([name]) => (
      <Spotlight.Action key={name} onClick={() => openSamples(toolFilter(name))}>
        <Item icon={<IconTool size={16} color="var(--tool)" aria-hidden />} label={name} query={text} />
      </Spotlight.Action>
    ));
}

function Footer() {
  const { t } = useTranslation('shell');
  return (
    <Spotlight.Footer>
      <span className={classes.hint}>
        <IconArrowUp size={12} aria-hidden />
        <IconArrowDown size={12} aria-hidden />
        {t('palette.move')}
      </span>
      <span className={classes.hint}>
        <Kbd keys="Enter" />
        {t('palette.run')}
      </span>
      <span className={classes.spacer} />
      <span className={classes.hint}>
        <Kbd keys=">" />
        {t('palette.prefixCommands')}
      </span>
      <span className={classes.hint}>
        <Kbd keys="#" />
        {t('palette.prefixSamples')}
      </span>
      <span className={classes.hint}>
        <Kbd keys="@" />
        {t('palette.prefixTools')}
      </span>
    </Spotlight.Footer>
  );
}
