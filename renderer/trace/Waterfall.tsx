import { useElementSize } from '@mantine/hooks';
import { memo, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Message } from '../../shared/model/message.ts';
import { formatDuration } from '../i18n/format.ts';
import { layoutWaterfall, type BarKind, type WaterfallBar, type WaterfallLayout } from './waterfall-layout.ts';
import { markedText } from './visible-text.ts';
import classes from './waterfall.module.css';

type WaterfallProps = {
  readonly messages: readonly Message[];
  readonly hoverKey: string | null;
  readonly onHover: (key: string | null) => void;
  /** Go to the step of a bar. */
  readonly onPick: (nodeKey: string) => void;
};

const LEFT_PX = 44;
const LANE_PX = 10;
const MODEL_PX = 12;
const BAR_PX = 8;
const AXIS_PX = 16;
/** A bar thinner than this could not be seen or pointed at. */
const MIN_BAR_PX = 2;

/** Where the time went: the model in one lane, each parallel call in a lane of its own. */
export function Waterfall({ messages, hoverKey, onHover, onPick }: WaterfallProps) {
  const { t } = useTranslation('trace');
  const layout = useMemo(() => layoutWaterfall(messages), [messages]);
  const { ref, width } = useElementSize();
  if (layout === null) return <p className={classes.note}>{t('waterfall.none')}</p>;
  const plot = Math.max(120, (width === 0 ? 512 : width) - LEFT_PX - 5);
  const scale = plot / layout.totalMs;
  const height = MODEL_PX + layout.lanes * LANE_PX + AXIS_PX;
  const hovered = layout.bars.filter((bar) => bar.key === hoverKey || bar.nodeKey === hoverKey);
  return (
    <div ref={ref} className={classes.root}>
      <svg
        width={LEFT_PX + plot + 5}
        height={height}
        role="img"
        aria-label={t('waterfall.label', { total: formatDuration(layout.totalMs), bars: layout.bars.length })}
        onPointerLeave={() => onHover(null)}
      >
        <text className={classes.axis} x={0} y={10}>
          {t('waterfall.model')}
        </text>
        {layout.lanes > 1 ? (
          <text className={classes.axis} x={0} y={22}>
            {t('waterfall.tools')}
          </text>
        ) : null}
        <Ticks layout={layout} scale={scale} height={height} />
        <Bars bars={layout.bars} scale={scale} onHover={onHover} onPick={onPick} />
        {hovered.map((bar) => (
          <rect key={bar.key} className={classes.hovered} {...place(bar, scale, 1.5)} rx={3} />
        ))}
      </svg>
      <Notes layout={layout} />
    </div>
  );
}

/** Only the kinds that are drawn. */
export function WaterfallLegend({ messages }: { readonly messages: readonly Message[] }) {
  const { t } = useTranslation('trace');
  const layout = useMemo(() => layoutWaterfall(messages), [messages]);
  const kinds = new Set(layout?.bars.map((bar) => (bar.kind === 'error' ? 'tool' : bar.kind)));
  const shown = (['reasoning', 'model', 'tool', 'answer'] as const).filter((kind) => kinds.has(kind));
  return (
    <span className={classes.legend}>
      {shown.map((kind) => (
        <span key={kind}>
          <i className={classes.square} data-kind={kind} />
          {t(`waterfall.kinds.${kind}`)}
        </span>
      ))}
    </span>
  );
}

function Notes({ layout }: { readonly layout: WaterfallLayout }) {
  const { t } = useTranslation('trace');
  return (
    <>
      {layout.placement === 'in order' ? <p className={classes.note}>{t('waterfall.inOrder')}</p> : null}
      {layout.untimed > 0 ? <p className={classes.note}>{t('waterfall.untimed', { count: layout.untimed })}</p> : null}
    </>
  );
}

function Ticks({ layout, scale, height }: { layout: WaterfallLayout; scale: number; height: number }) {
  return layout.ticksMs.map((at, index) => {
    const x = LEFT_PX + at * scale;
    return (
      <g key={at}>
        <line className={classes.grid} x1={x} x2={x} y1={0} y2={height - AXIS_PX} />
        <text className={classes.axis} x={x} y={height - 3} textAnchor={index === 0 ? 'start' : 'middle'}>
          {tickText(at, layout.totalMs)}
        </text>
      </g>
    );
  });
}

function tickText(at: number, totalMs: number): string {
  if (at === 0) return totalMs >= 1_000 ? '0 s' : '0 ms';
  return at >= 1_000 ? formatDuration(at).replace('.0 s', ' s') : formatDuration(at);
}

type BarsProps = {
  readonly bars: readonly WaterfallBar[];
  readonly scale: number;
  readonly onHover: (key: string | null) => void;
  readonly onPick: (nodeKey: string) => void;
};

/** Drawn once per trajectory: the mark of what the pointer is on is another element. */
const Bars = memo(function Bars({ bars, scale, onHover, onPick }: BarsProps) {
  const { t } = useTranslation('trace');
  return bars.map((bar) => {
    const name = bar.label === '' ? t(`waterfall.kinds.${bar.kind}`) : bar.label;
    const values = { name, duration: formatDuration(bar.durationMs), start: formatDuration(bar.startMs) };
    return (
      // A shortcut for the pointer: the steps below hold the same for the keyboard.
      <rect
        key={bar.key}
        className={classes.bar}
        data-kind={bar.kind satisfies BarKind}
        {...place(bar, scale, 0)}
        rx={2}
        onPointerEnter={() => onHover(bar.lane === 0 ? bar.nodeKey : bar.key)}
        onClick={() => onPick(bar.nodeKey)}
      >
        <title>{markedText(t('waterfall.bar', values))}</title>
      </rect>
    );
  });
});

function place(bar: WaterfallBar, scale: number, grow: number) {
  const y = bar.lane === 0 ? 2 : MODEL_PX + 2 + (bar.lane - 1) * LANE_PX;
  return {
    x: LEFT_PX + bar.startMs * scale - grow,
    y: y - grow,
    width: Math.max(MIN_BAR_PX, bar.durationMs * scale) + 2 * grow,
    height: BAR_PX + 2 * grow,
  };
}
