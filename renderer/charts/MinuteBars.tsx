import { Tooltip } from '@mantine/core';
import { formatClock, formatCount } from '../i18n/format.ts';
import { ChartFrame } from './ChartFrame.tsx';
import classes from './charts.module.css';

export type MinuteCount = { readonly at: number; readonly count: number };
type Props = {
  /** One a minute, the oldest first. */
  readonly minutes: readonly MinuteCount[];
  /** One sentence with the finding. */
  readonly label: string;
  readonly head: readonly [minute: string, count: string];
  /** So many of the last stand out: those the number beside the chart speaks of. */
  readonly recent: number;
  readonly height?: number;
};

/** What came, minute by minute. */
export function MinuteBars({ minutes, label, head, recent, height = 56 }: Props) {
  const most = Math.max(1, ...minutes.map(({ count }) => count));
  const [first] = minutes;
  const last = minutes.at(-1);
  // Read from the top, the newest matters first.
  const table = { head, rows: minutes.toReversed().map(({ at, count }) => [formatClock(at), formatCount(count)]) };
  return (
    <ChartFrame label={label} table={table}>
      <div className={classes.plot} style={{ height }}>
        {minutes.map(({ at, count }, index) => (
          <Tooltip key={at} label={`${formatClock(at)}, ${formatCount(count)}`} openDelay={0}>
            <span className={classes.column} data-dimmed={index < minutes.length - recent || undefined}>
              <span
                className={classes.bar}
                style={{ height: `${(count / most) * 100}%` }}
                data-empty={count === 0 || undefined}
              />
            </span>
          </Tooltip>
        ))}
      </div>
      {first === undefined || last === undefined ? null : (
        <div className={classes.axis} aria-hidden>
          <span>{formatClock(first.at)}</span>
          <span>{formatClock(last.at)}</span>
        </div>
      )}
    </ChartFrame>
  );
}
