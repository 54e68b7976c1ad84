import {
  IconAlertTriangle,
  IconArrowsSplit2,
  IconBrain,
  IconChevronDown,
  IconChevronRight,
  IconCircleDashed,
  IconMessage2,
  IconSettings,
  IconTool,
  IconUser,
  type Icon,
} from '@tabler/icons-react';
import { UnstyledButton } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { messageText } from '../../shared/model/message.ts';
import { formatDuration } from '../i18n/format.ts';
import { ResultBody } from './CallBody.tsx';
import { ArgsInline, CallCard, CallRow } from './CallView.tsx';
import { PartView } from './PartView.tsx';
import { REASONING_FOLD, TURN_FOLD } from './text-fold.ts';
import textClasses from './text.module.css';
import { callKey, type CallsNode, type NodeMeta, type TimelineNode } from './timeline.ts';
import classes from './timeline.module.css';
import { useTrace } from './trace-context.ts';
import { VisibleText } from './VisibleText.tsx';

type Tone = 'human' | 'think' | 'tool' | 'answer' | 'warn';
type StepProps = {
  readonly node: TimelineNode;
  readonly isCurrent: boolean;
  /** The rail ends here. */
  readonly isLast: boolean;
  /** Said beside the final answer, where the reference is shown under the steps. */
  readonly isCompared: boolean;
  readonly onFocus: (key: string) => void;
};

/** One mark on the rail: who or what, how much, how long, and what it holds. */
export function TimelineStep({ node, isCurrent, isLast, isCompared, onFocus }: StepProps) {
  const { hoverKey, setHover } = useTrace();
  const { icon: MarkIcon, tone } = lookOf(node);
  return (
    <div
      className={classes.step}
      data-node={node.key}
      data-current={isCurrent || undefined}
      data-last={isLast || undefined}
      data-hovered={hoverKey === node.key || undefined}
      role="listitem"
      onPointerEnter={() => setHover(node.key)}
      onPointerLeave={() => setHover(null)}
      onFocus={() => onFocus(node.key)}
      onPointerDown={() => onFocus(node.key)}
    >
      <span className={classes.node} data-tone={tone}>
        <MarkIcon size={12} aria-hidden />
      </span>
      <div className={classes.content}>
        <div className={classes.head}>
          <NodeTitle node={node} isCompared={isCompared} />
          <Meta meta={node.meta} />
        </div>
        <NodeBody node={node} />
      </div>
    </div>
  );
}

function lookOf(node: TimelineNode): { icon: Icon; tone: Tone } {
  switch (node.kind) {
    case 'turn':
      return { icon: node.role === 'user' ? IconUser : IconSettings, tone: 'human' };
    case 'reasoning':
      return { icon: IconBrain, tone: 'think' };
    case 'said':
      return { icon: IconMessage2, tone: 'answer' };
    case 'calls':
      return { icon: node.calls.length > 1 ? IconArrowsSplit2 : IconTool, tone: 'tool' };
    case 'empty':
      return { icon: IconCircleDashed, tone: 'warn' };
    case 'orphan':
      return { icon: IconAlertTriangle, tone: 'warn' };
  }
}

function NodeTitle({ node, isCompared }: { readonly node: TimelineNode; readonly isCompared: boolean }) {
  const { t } = useTranslation('trace');
  switch (node.kind) {
    case 'turn':
      return isFoldable(node) ? <InstructionTitle node={node} /> : <TurnName node={node} />;
    case 'reasoning':
      return t('node.reasoning');
    case 'said':
      if (!node.isFinal) return t('node.said');
      return (
        <>
          {t('node.finalAnswer')}
          {isCompared ? <span className={classes.aside}>{t('node.comparedBelow')}</span> : null}
        </>
      );
    case 'calls':
      return <CallsTitle node={node} />;
    case 'empty':
      return t('node.empty');
    case 'orphan':
      return t('node.orphan');
  }
}

type TurnNode = Extract<TimelineNode, { kind: 'turn' }>;

/** Instructions are the same in every sample: one line until somebody asks for them. */
function isFoldable(node: TurnNode): boolean {
  return node.role !== 'user' && node.role !== 'assistant' && node.parts.length > 0;
}

/** The part that a search opens; all parts of an instruction open with it. */
function instructionKey(node: TurnNode): string {
  return `${node.key}|0`;
}

function TurnName({ node }: { readonly node: TurnNode }) {
  const { t } = useTranslation('trace');
  return (
    <span className={classes.turnName}>
      {t(`node.${node.role}`)}
      {node.name === undefined ? null : (
        <span className={classes.aside}>
          <VisibleText text={` ${node.name}`} />
        </span>
      )}
    </span>
  );
}

function InstructionTitle({ node }: { readonly node: TurnNode }) {
  const { isOpen, toggle } = useTrace();
  const open = isOpen(instructionKey(node));
  const Chevron = open ? IconChevronDown : IconChevronRight;
  return (
    <UnstyledButton className={classes.instruction} aria-expanded={open} onClick={() => toggle(instructionKey(node))}>
      <TurnName node={node} />
      {open ? null : (
        <span className={classes.firstLine}>
          <VisibleText text={firstLine(node)} />
        </span>
      )}
      <Chevron size={12} aria-hidden />
    </UnstyledButton>
  );
}

const FIRST_LINE = 200;

function firstLine(node: TurnNode): string {
  return (
    messageText({ parts: [...node.parts] })
      .trim()
      .split('\n', 1)[0] ?? ''
  ).slice(0, FIRST_LINE);
}

function CallsTitle({ node }: { readonly node: CallsNode }) {
  const { t } = useTranslation('trace');
  const { isOpen } = useTrace();
  const only = node.calls.length === 1 ? node.calls[0] : undefined;
  if (only === undefined) return t('node.parallel', { count: node.calls.length });
  const key = callKey(node, 0);
  return (
    <>
      <span className={classes.callName}>
        <VisibleText text={only.call.name} pieceKey={`${key}|name`} />
      </span>
      {isOpen(key) ? null : (
        <span className={classes.inlineArgs}>
          <ArgsInline entry={only} />
        </span>
      )}
    </>
  );
}

function Meta({ meta }: { readonly meta: NodeMeta }) {
  const { t } = useTranslation('trace');
  if (meta.tokens === null && meta.durationMs === null) return null;
  return (
    <span className={classes.meta}>
      {meta.tokens === null ? null : <span>{t('meta.tokens', { count: meta.tokens })}</span>}
      {meta.durationMs === null ? null : <span>{formatDuration(meta.durationMs)}</span>}
    </span>
  );
}

function NodeBody({ node }: { readonly node: TimelineNode }): ReactNode {
  const { t } = useTranslation('trace');
  switch (node.kind) {
    case 'turn':
      return <TurnBody node={node} />;
    case 'reasoning':
      return <Parts node={node} className={classes.quiet} limits={REASONING_FOLD} />;
    case 'said':
      return <Parts node={node} className={classes.say} limits={TURN_FOLD} />;
    case 'calls':
      return <Calls node={node} />;
    case 'empty':
      return (
        <div className={textClasses.dim}>
          {node.finish === undefined ? t('node.emptyText') : t('node.emptyFinish', { finish: node.finish })}
        </div>
      );
    case 'orphan':
      return (
        <>
          <div className={textClasses.dim}>{t('node.orphanText')}</div>
          <div className={classes.orphan}>
            <ResultBody result={node.message} resultKey={`${node.key}|result`} />
          </div>
        </>
      );
  }
}

function TurnBody({ node }: { readonly node: TurnNode }) {
  const { isOpen } = useTrace();
  if (isFoldable(node) && !isOpen(instructionKey(node))) return null;
  return <Parts node={node} className={node.role === 'user' ? classes.say : classes.quiet} limits={TURN_FOLD} />;
}

type PartsProps = {
  readonly node: Extract<TimelineNode, { kind: 'turn' | 'reasoning' | 'said' }>;
  readonly className: string | undefined;
  readonly limits: Parameters<typeof PartView>[0]['limits'];
};

function Parts({ node, className, limits }: PartsProps) {
  const { t } = useTranslation('trace');
  if (node.parts.length === 0) return <div className={textClasses.dim}>{t('messages.noText')}</div>;
  return (
    <div className={className}>
      {node.parts.map((part, index) => (
        <PartView key={index} part={part} partKey={`${node.key}|${index}`} limits={limits} canMarkdown />
      ))}
    </div>
  );
}

/** Side by side, at most three in a row. */
function Calls({ node }: { readonly node: CallsNode }) {
  const only = node.calls.length === 1 ? node.calls[0] : undefined;
  if (only !== undefined) return <CallRow entry={only} callKey={callKey(node, 0)} />;
  const times = node.calls.flatMap(({ result }) => result?.timing?.durationMs ?? []);
  const slowestMs = times.length === 0 ? null : Math.max(...times);
  return (
    <div className={classes.grid} data-columns={Math.min(node.calls.length, 3)}>
      {node.calls.map((entry, index) => (
        <CallCard key={index} entry={entry} callKey={callKey(node, index)} slowestMs={slowestMs} />
      ))}
    </div>
  );
}
