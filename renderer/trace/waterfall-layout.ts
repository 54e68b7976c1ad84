import type { Message } from '../../shared/model/message.ts';
import { toTrajectory, type CallWithResult, type TrajectoryItem } from '../../shared/model/steps.ts';

export type BarKind = 'reasoning' | 'model' | 'answer' | 'tool' | 'error';
/** Lane 0 is the model; parallel calls of a step take lanes 1, 2 and so on. */
export type WaterfallBar = {
  readonly key: string;
  /** The mark of the timeline it belongs to. */
  readonly nodeKey: string;
  readonly lane: number;
  readonly startMs: number;
  readonly durationMs: number;
  readonly kind: BarKind;
  readonly label: string;
};
export type WaterfallLayout = {
  readonly bars: readonly WaterfallBar[];
  readonly lanes: number;
  readonly totalMs: number;
  readonly ticksMs: readonly number[];
  /** `drawn in order`: durations were recorded without starts, so each step is drawn after the one before. */
  readonly placement: 'recorded' | 'in order';
  /** Steps and calls whose duration the log does not hold; they have no bar. */
  readonly untimed: number;
};

type Step = Extract<TrajectoryItem, { kind: 'step' }>;

/** More lanes than this would push the steps off the page; the calls beyond share the last lane. */
const MAX_LANES = 8;
const MAX_TICKS = 6;

/**
 * Places the model turns and calls of an attempt in time.
 *
 * @param messages messages of one attempt; times in ms from its beginning
 * @returns bars with starts and durations in ms, or null when no duration was recorded: nothing is made up
 */
export function layoutWaterfall(messages: readonly Message[]): WaterfallLayout | null {
  const steps = toTrajectory(messages).filter((item) => item.kind === 'step');
  const timed = steps.flatMap((step) => [step.message, ...step.calls.flatMap(({ result }) => result ?? [])]);
  const withDuration = timed.filter((message) => message.timing?.durationMs !== undefined);
  if (withDuration.length === 0) return null;
  const isRecorded = withDuration.every((message) => message.timing?.startMs !== undefined);
  const bars = isRecorded ? recordedBars(steps) : orderedBars(steps);
  const totalMs = Math.max(1, ...bars.map((bar) => bar.startMs + bar.durationMs));
  const parts = steps.reduce((sum, step) => sum + 1 + step.calls.length, 0);
  return {
    bars,
    lanes: Math.max(1, ...bars.map((bar) => bar.lane + 1)),
    totalMs,
    ticksMs: ticksOf(totalMs),
    placement: isRecorded ? 'recorded' : 'in order',
    untimed: parts - bars.length,
  };
}

function recordedBars(steps: readonly Step[]): WaterfallBar[] {
  const bars: WaterfallBar[] = [];
  for (const step of steps) {
    const { startMs, durationMs } = step.message.timing ?? {};
    if (startMs !== undefined && durationMs !== undefined) bars.push(modelBar(step, startMs, durationMs));
    step.calls.forEach((entry, index) => {
      const timing = entry.result?.timing;
      if (timing?.startMs !== undefined && timing.durationMs !== undefined) {
        bars.push(callBar(step, entry, index, timing.startMs, timing.durationMs));
      }
    });
  }
  return bars;
}

/** Parallel calls begin together when the model turn ends; the next turn begins when the slowest of them ends. */
function orderedBars(steps: readonly Step[]): WaterfallBar[] {
  const bars: WaterfallBar[] = [];
  let nowMs = 0;
  for (const step of steps) {
    const own = step.message.timing?.durationMs;
    if (own !== undefined) {
      bars.push(modelBar(step, nowMs, own));
      nowMs += own;
    }
    let slowest = 0;
    step.calls.forEach((entry, index) => {
      const durationMs = entry.result?.timing?.durationMs;
      if (durationMs === undefined) return;
      bars.push(callBar(step, entry, index, nowMs, durationMs));
      slowest = Math.max(slowest, durationMs);
    });
    nowMs += slowest;
  }
  return bars;
}

function modelBar(step: Step, startMs: number, durationMs: number): WaterfallBar {
  const nodeKey = `attempt:${step.messageIdx}:${firstMark(step)}`;
  return { key: `attempt:${step.messageIdx}`, nodeKey, lane: 0, startMs, durationMs, kind: modelKind(step), label: '' };
}

/** The mark that carries the model's time: what it thought or said first, else its calls. */
function firstMark(step: Step): string {
  return step.message.parts.some((part) => part.type !== 'text' || part.text !== '') ? '0' : 'calls';
}

function modelKind(step: Step): BarKind {
  if (step.calls.length === 0) return 'answer';
  return step.reasoning.length > 0 ? 'reasoning' : 'model';
}

function callBar(step: Step, entry: CallWithResult, index: number, startMs: number, durationMs: number): WaterfallBar {
  const nodeKey = `attempt:${step.messageIdx}:calls`;
  return {
    key: `${nodeKey}:${index}`,
    nodeKey,
    lane: Math.min(index + 1, MAX_LANES),
    startMs,
    durationMs,
    kind: entry.status === 'error' ? 'error' : 'tool',
    label: entry.call.name,
  };
}

/** Round steps of 1, 2 or 5 times a power of ten, from 0, at most six. */
function ticksOf(totalMs: number): readonly number[] {
  const raw = totalMs / MAX_TICKS;
  const power = 10 ** Math.floor(Math.log10(raw));
  const stepMs = power * ([1, 2, 5, 10].find((factor) => factor * power >= raw) ?? 10);
  const ticks: number[] = [];
  for (let at = 0; at <= totalMs && ticks.length <= MAX_TICKS; at += stepMs) ticks.push(at);
  return ticks;
}
