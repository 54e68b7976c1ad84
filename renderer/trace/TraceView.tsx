import { useEffect, useImperativeHandle, useMemo, useRef, useState, type Ref } from 'react';
import { useTranslation } from 'react-i18next';
import type { JsonValue } from '../../shared/model/json.ts';
import type { Message, ToolDef } from '../../shared/model/message.ts';
import { FindBar } from './FindBar.tsx';
import { FindContext } from './find-context.ts';
import { StepRows, type StepRow, type StepRowsHandle } from './StepRows.tsx';
import { callKey, toTimeline, type TimelineNode } from './timeline.ts';
import classes from './timeline.module.css';
import { ExtraFields, ToolsOffered } from './ToolsOffered.tsx';
import { TraceContext, type TraceControls } from './trace-context.ts';
import { useFinder } from './use-find.ts';
import { useFolds } from './use-folds.ts';

/** What keys and menus outside of the view can ask of it. */
export type TraceHandle = {
  readonly toggleStep: () => void;
  readonly toggleAll: () => void;
  readonly openFind: () => void;
  readonly reveal: (nodeKey: string) => void;
  /** Brings a message into sight; a result that stands in its call shows with the call. */
  readonly revealMessage: (section: TimelineNode['section'], messageIdx: number) => void;
};

export type TraceViewProps = {
  readonly ref?: Ref<TraceHandle>;
  readonly prompt: readonly Message[];
  readonly tools: readonly ToolDef[];
  /** Messages of the attempt; null when the sample has none. */
  readonly messages: readonly Message[] | null;
  /** As people count: from 1. */
  readonly attemptNumber: number | null;
  readonly extras?: JsonValue | null;
  readonly hasMarkdown?: boolean;
  /** The reference stands under the steps. */
  readonly isCompared?: boolean;
  /** The mark or call the pointer is on, here or in the waterfall. */
  readonly hoverKey: string | null;
  readonly onHover: (key: string | null) => void;
};

/** A prompt and one attempt as a rail of marks that unfold. */
export function TraceView({ ref, ...props }: TraceViewProps) {
  const { prompt, messages, hoverKey, onHover } = props;
  const { t } = useTranslation('trace');
  // In state and not in a ref: the rows must hear when their scroller is there.
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null);
  const rowsHandle = useRef<StepRowsHandle>(null);
  const nodes = useMemo(() => toTimeline(prompt, messages ?? []), [prompt, messages]);
  const rows = useMemo(() => withDivider(nodes), [nodes]);
  const finder = useFinder(nodes);
  const { current } = finder;
  const folds = useFolds();
  const [currentKey, setCurrentKey] = useState<string | null>(null);

  useEffect(() => {
    if (current === null) return;
    rowsHandle.current?.scrollTo(current.nodeKey);
    return showCurrent(scroller);
  }, [current, scroller]);

  function reveal(nodeKey: string): void {
    setCurrentKey(nodeKey);
    rowsHandle.current?.scrollTo(nodeKey);
  }
  useImperativeHandle(ref, () => ({
    toggleStep: () => {
      const keys = stepFolds(nodes, currentKey);
      folds.setAll(keys, !keys.every((key) => folds.isOpen(key)));
    },
    toggleAll: folds.toggleAll,
    openFind: finder.open,
    reveal,
    revealMessage: (section, messageIdx) => {
      // A result has no mark of its own: its call comes before it.
      const node = nodes.findLast((one) => one.section === section && one.messageIdx <= messageIdx);
      const first = nodes.find((one) => one.section === section && one.messageIdx === node?.messageIdx);
      const target = node?.messageIdx === messageIdx ? first : node;
      if (target !== undefined) reveal(target.key);
    },
  }));
  const controls: TraceControls = {
    isOpen: (key) => folds.isOpen(key) || current?.key === key || current?.inside === key,
    toggle: folds.toggle,
    hasMarkdown: props.hasMarkdown ?? false,
    hoverKey,
    setHover: onHover,
  };
  return (
    <TraceContext value={controls}>
      <FindContext value={{ query: finder.shownQuery, current }}>
        {finder.isOpen ? <FindBar finder={finder} /> : null}
        <div
          ref={setScroller}
          className={classes.scroller}
          role="region"
          aria-label={t('label')}
          // It scrolls, so the keyboard must reach it.

          tabIndex={0}
        >
          {props.extras === undefined || props.extras === null ? null : <ExtraFields value={props.extras} />}
          <ToolsOffered tools={props.tools} />
          {prompt.length === 0 ? <div className={classes.divider}>{t('node.noPrompt')}</div> : null}
          <StepRows
            ref={rowsHandle}
            rows={rows}
            scroller={scroller}
            currentKey={currentKey}
            attemptNumber={props.attemptNumber}
            isCompared={props.isCompared ?? false}
            onFocus={setCurrentKey}
          />
          {messages === null ? <div className={classes.divider}>{t('node.noAttempt')}</div> : null}
          {messages?.length === 0 ? <div className={classes.divider}>{t('node.emptyAttempt')}</div> : null}
        </div>
      </FindContext>
    </TraceContext>
  );
}

/** How many drawings a far step may take to appear, be measured and be unfolded. */
const MAX_FRAMES = 30;

/** Brings the current match into sight once it is on the page, and again when the steps around it have been measured. */
function showCurrent(scroller: HTMLElement | null): () => void {
  let frame = 0;
  let framesLeft = MAX_FRAMES;
  let timesShown = 0;
  function look(): void {
    const match = scroller?.querySelector('[data-current-match]') ?? null;
    match?.scrollIntoView({ block: 'center' });
    if (match !== null) timesShown += 1;
    framesLeft -= 1;
    if (timesShown < 2 && framesLeft > 0) frame = requestAnimationFrame(look);
  }
  frame = requestAnimationFrame(look);
  return () => cancelAnimationFrame(frame);
}

/** A line stands where the prompt ends when it holds turns of the model, which could be taken for the attempt's own. */
function withDivider(nodes: readonly TimelineNode[]): readonly StepRow[] {
  const rows: StepRow[] = nodes.map((node) => ({ key: node.key, node }));
  const firstOfAttempt = nodes.findIndex((node) => node.section === 'attempt');
  const hasModelTurns = nodes.some((node) => node.section === 'prompt' && node.stepIdx !== null);
  if (firstOfAttempt > 0 && hasModelTurns) rows.splice(firstOfAttempt, 0, { key: 'prompt-end', node: null });
  return rows;
}

/** What can be unfolded in the step of a mark; of the first step with calls when no mark was touched yet. */
function stepFolds(nodes: readonly TimelineNode[], currentKey: string | null): readonly string[] {
  const target = nodes.find((node) => node.key === currentKey) ?? nodes.find((node) => node.kind === 'calls');
  return nodes
    .filter((node) => node.section === target?.section && node.messageIdx === target.messageIdx)
    .flatMap((node) => {
      if (node.kind === 'calls') return node.calls.map((_, index) => callKey(node, index));
      return 'parts' in node ? node.parts.map((_, index) => `${node.key}|${index}`) : [];
    });
}
