import {
  IconAffiliate,
  IconBookmark,
  IconEqual,
  IconQuote,
  IconTilde,
  IconTool,
  IconUsersGroup,
  type Icon,
} from '@tabler/icons-react';
import type { LeakFix, LeakKind, LeakPair, SplitName } from '../../../../shared/contract/splits.ts';
import { SIDES } from '../split-rules.ts';

export const KIND_ICONS: Readonly<Record<LeakKind, Icon>> = {
  exact: IconEqual,
  near: IconTilde,
  semantic: IconAffiliate,
  group: IconUsersGroup,
  result: IconTool,
  reference: IconBookmark,
  quoted: IconQuote,
};

/** @returns the move that is proposed for a pair, or null when a person should look */
export function moveOf(pair: LeakPair): Extract<LeakFix, { readonly action: 'move' }> | null {
  return pair.fix.action === 'move' ? pair.fix : null;
}

/** @returns the sides of the columns when all pairs have the same ones, else null */
export function columnSides(rows: readonly LeakPair[]): readonly [SplitName, SplitName] | null {
  const [first] = rows;
  if (first === undefined) return ['train', 'validation'];
  const isSame = rows.every((row) => row.a.split === first.a.split && row.b.split === first.b.split);
  return isSame ? [first.a.split, first.b.split] : null;
}

/** @returns sides a sample can go to: not its own, and test only where there is a test side */
export function otherSides(own: SplitName, hasTest: boolean): readonly SplitName[] {
  return SIDES.filter((side) => side !== own && (side !== 'test' || hasTest));
}

/**
 * @returns where the pair of the key stands; when it is gone, the place it had, so that the next one is there after a fix
 */
export function placeOf(
  rows: readonly LeakPair[],
  picked: { readonly key: string | null; readonly at: number },
): number {
  const found = rows.findIndex((row) => row.key === picked.key);
  return found >= 0 ? found : Math.max(0, Math.min(picked.at, rows.length - 1));
}
