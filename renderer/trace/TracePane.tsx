import { ActionIcon, Menu, SegmentedControl } from '@mantine/core';
import { IconAdjustmentsHorizontal, IconAlertTriangle, IconCheck, IconFold, IconSearch } from '@tabler/icons-react';
import { useImperativeHandle, useRef, useState, type ReactNode, type Ref, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import type { JsonValue } from '../../shared/model/json.ts';
import type { Message, ToolDef } from '../../shared/model/message.ts';
import type { AttemptSummary } from '../../shared/model/sample.ts';
import { formatDuration } from '../i18n/format.ts';
import { Kbd } from '../ui/Kbd.tsx';
import { MessageList } from './MessageList.tsx';
import classes from './pane.module.css';
import { TraceView, type TraceHandle } from './TraceView.tsx';
import { useTraceCommands } from './use-trace-commands.ts';
import { Waterfall, WaterfallLegend } from './Waterfall.tsx';

export type TracePaneHandle = TraceHandle & { readonly showTab: (tab: TraceTab) => void };
export type TraceTab = 'steps' | 'messages' | 'raw';

type TracePaneProps = {
  readonly ref?: Ref<TracePaneHandle>;
  /** Changes when another attempt is shown: folds, find and scroll start anew. */
  readonly traceKey: string;
  readonly prompt: readonly Message[];
  readonly tools: readonly ToolDef[];
  readonly messages: readonly Message[] | null;
  readonly summary: AttemptSummary | null;
  readonly extras?: JsonValue | null;
  /** Stands left of the tabs: the attempt switcher. */
  readonly switcher?: ReactNode;
  /** Draws the record as it was read; asked for only when its tab is open. */
  readonly renderRaw: () => ReactNode;
  /** Pinned to the foot. */
  readonly footer?: ReactNode;
  /** The final answer is compared in the footer. Default: when there is a footer. */
  readonly isCompared?: boolean;
};

/** One attempt in full: numbers, waterfall, steps or messages or the raw record, and what is pinned under them. */
export function TracePane({ ref, ...props }: TracePaneProps) {
  const { prompt, messages, summary } = props;
  const { t } = useTranslation('trace');
  const [tab, setTab] = useState<TraceTab>('steps');
  const [hasMarkdown, setMarkdown] = useState(false);
  const [hoverKey, setHover] = useState<string | null>(null);
  const view = useRef<TraceHandle>(null);
  useTraceCommands(view);
  function inSteps(act: (handle: TraceHandle) => void): void {
    if (view.current !== null) act(view.current);
    else setTab('steps');
  }
  useImperativeHandle(ref, () => ({
    toggleStep: () => inSteps((handle) => handle.toggleStep()),
    toggleAll: () => inSteps((handle) => handle.toggleAll()),
    openFind: () => inSteps((handle) => handle.openFind()),
    reveal: (nodeKey) => inSteps((handle) => handle.reveal(nodeKey)),
    revealMessage: (section, messageIdx) => inSteps((handle) => handle.revealMessage(section, messageIdx)),
    showTab: setTab,
  }));
  return (
    <div className={classes.root}>
      <div className={classes.bar}>
        {props.switcher}
        <span className={classes.grow} />
        {tab === 'steps' ? (
          <StepsMenu view={view} hasMarkdown={hasMarkdown} onMarkdown={() => setMarkdown(!hasMarkdown)} />
        ) : null}
        <SegmentedControl
          size="xs"
          classNames={{ label: classes.tabLabel }}
          aria-label={t('tabs.label')}
          value={tab}
          onChange={setTab}
          data={[
            { value: 'steps', label: t('tabs.steps') },
            { value: 'messages', label: t('tabs.messages') },
            { value: 'raw', label: t('tabs.raw') },
          ]}
        />
      </div>
      {messages === null || tab === 'raw' ? null : (
        <div className={classes.numbers}>
          <Stats summary={summary} messages={messages} />
          <Waterfall
            messages={messages}
            hoverKey={hoverKey}
            onHover={setHover}
            onPick={(nodeKey) => inSteps((handle) => handle.reveal(nodeKey))}
          />
        </div>
      )}
      {tab === 'steps' ? (
        <TraceView
          key={props.traceKey}
          ref={view}
          prompt={prompt}
          tools={props.tools}
          messages={messages}
          attemptNumber={summary === null ? null : summary.idx + 1}
          extras={props.extras ?? null}
          hasMarkdown={hasMarkdown}
          isCompared={props.isCompared ?? (props.footer !== undefined && props.footer !== null)}
          hoverKey={hoverKey}
          onHover={setHover}
        />
      ) : null}
      {tab === 'messages' ? <MessageList key={props.traceKey} prompt={prompt} messages={messages ?? []} /> : null}
      {tab === 'raw' ? <div className={classes.raw}>{props.renderRaw()}</div> : null}
      {props.footer}
    </div>
  );
}

type StepsMenuProps = {
  readonly view: RefObject<TraceHandle | null>;
  readonly hasMarkdown: boolean;
  readonly onMarkdown: () => void;
};

function StepsMenu({ view, hasMarkdown, onMarkdown }: StepsMenuProps) {
  const { t } = useTranslation('trace');
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon size={24} aria-label={t('fold.options')}>
          <IconAdjustmentsHorizontal size={14} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconSearch size={14} aria-hidden />}
          rightSection={<Kbd keys="Ctrl F" />}
          onClick={() => view.current?.openFind()}
        >
          {t('find.label')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconFold size={14} aria-hidden />}
          rightSection={<Kbd keys="Shift O" />}
          onClick={() => view.current?.toggleAll()}
        >
          {t('fold.openAll')}
        </Menu.Item>
        <Menu.CheckboxItem
          checked={hasMarkdown}
          checkIcon={<IconCheck size={14} aria-hidden />}
          closeMenuOnClick
          onChange={onMarkdown}
        >
          {t('format.showMarkdown')}
        </Menu.CheckboxItem>
      </Menu.Dropdown>
    </Menu>
  );
}

function Stats({
  summary,
  messages,
}: {
  readonly summary: AttemptSummary | null;
  readonly messages: readonly Message[];
}) {
  const { t } = useTranslation('trace');
  if (summary === null) return null;
  return (
    <div className={classes.stats}>
      <span className={classes.total}>
        {summary.latencyMs === null ? t('stats.noTime') : formatDuration(summary.latencyMs)}
      </span>
      <span>
        {t('stats.callsAndSteps', {
          calls: t('stats.calls', { count: summary.calls }),
          steps: t('stats.steps', { count: summary.steps }),
        })}
      </span>
      {summary.tokens === null ? null : <span>{t('stats.tokens', { count: summary.tokens })}</span>}
      {summary.toolErrors === 0 ? null : (
        <span className={classes.errors}>
          <IconAlertTriangle size={12} aria-hidden />
          {t('stats.toolErrors', { count: summary.toolErrors })}
        </span>
      )}
      <span className={classes.grow} />
      <WaterfallLegend messages={messages} />
    </div>
  );
}
