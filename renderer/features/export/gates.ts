export type GateName = 'agreement' | 'references' | 'flags' | 'personal' | 'drift' | 'sometimes' | 'probe' | 'walls';
export type PrincipleName = 'defined' | 'mirrors' | 'learnable' | 'hard';

/** One limit a set is held against. */
export type Gate = {
  readonly name: GateName;
  /** `unknown`: not measured, which is never taken for met. */
  readonly state: 'pass' | 'miss' | 'unknown';
  /** As shown; null when it was not measured. */
  readonly value: string | null;
  readonly limit: string;
  /** Of a bar from 0 to 1; null for gates without one. */
  readonly share: number | null;
  readonly limitShare: number;
  readonly text: string | null;
  /** The samples behind the value. */
  readonly href: string | null;
};
export type Principle = { readonly name: PrincipleName; readonly gates: readonly Gate[] };

/** @returns whether every gate of the principle was measured and lies within its limit */
export function isMet(principle: Principle): boolean {
  return stateOf(principle) === 'pass';
}

/** @returns `miss` when one gate is past its limit, `unknown` when one was not measured, else `pass` */
export function stateOf(principle: Principle): Gate['state'] {
  if (principle.gates.some((gate) => gate.state === 'miss')) return 'miss';
  return principle.gates.every((gate) => gate.state === 'pass') ? 'pass' : 'unknown';
}

/** Scores at exactly 0 or 1 may be half of all. */
export const WALLS_LIMIT = 0.5;

/** @returns the share of scored values at exactly 0 or 1; null when nothing was scored */
export function wallShare(histogram: { readonly scored: number; readonly atWalls: number } | undefined): number | null {
  return histogram === undefined || histogram.scored === 0 ? null : histogram.atWalls / histogram.scored;
}
