import { DRIFT_LIMITS, type GateState } from '../../../../shared/model/likeness.ts';
import { translate } from '../../../i18n/index.ts';
import type { Tone } from '../../../ui/Badges.tsx';

/** Three decimals: `0.084`. */
export function formatDrift(value: number): string {
  return value.toFixed(3);
}

/** `29.8`, a share as percent without its sign. */
export function formatShare(share: number): string {
  return (share * 100).toFixed(1);
}

/** A difference of shares from which it is marked, in points. */
const MARKED = 5;

/** `+8.4`, `−1.4`, `0.0`. */
export function formatPoints(difference: number): { readonly text: string; readonly isMarked: boolean } {
  const points = Math.round(difference * 1_000) / 10;
  const sign = points > 0 ? '+' : points < 0 ? '−' : '';
  return { text: `${sign}${Math.abs(points).toFixed(1)}`, isMarked: Math.abs(points) >= MARKED };
}

/** A filter narrowed by a term. */
export function within(filter: string, term: string): string {
  if (filter.trim() === '') return term;
  return / or /iu.test(filter) ? `(${filter}) ${term}` : `${filter} ${term}`;
}

type Judged = { readonly state: GateState; readonly isWide: boolean; readonly high: number | null };

/** What a gate says in a word or two. A small set is never red. */
export function stateText({ state, isWide, high }: Judged): string {
  if (isWide) return translate('likeness:state.wide');
  const limit = (state === 'stop' ? DRIFT_LIMITS.stop : DRIFT_LIMITS.pass).toFixed(2);
  return translate(`likeness:state.${state}`, { limit, high: formatDrift(high ?? 0) });
}

const TONES = { pass: 'ok', watch: 'warn', stop: 'err', unmeasured: 'neutral' } as const satisfies Record<
  GateState,
  Tone
>;

export function stateTone({ state, isWide }: Pick<Judged, 'state' | 'isWide'>): Tone {
  return isWide ? 'neutral' : TONES[state];
}
