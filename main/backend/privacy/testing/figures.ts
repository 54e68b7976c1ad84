import { PRIVATE_KINDS, type PrivateKind } from '../../../../shared/model/privacy.ts';
import { findPrivate } from '../find.ts';
import type { Finding } from '../types.ts';
import { LABELLED } from './labelled.ts';

export type Figures = {
  readonly kind: PrivateKind;
  readonly labelled: number;
  readonly found: number;
  readonly right: number;
};

type Wrong = { readonly text: string; readonly missed: readonly string[]; readonly extra: readonly string[] };

/** Reads `[[kind|text]]` marks. */
export function readLabels(marked: string): { readonly text: string; readonly labels: readonly Finding[] } {
  let text = '';
  let from = 0;
  const labels: Finding[] = [];
  for (const match of marked.matchAll(/\[\[(\w+)\|(.*?)\]\]/gu)) {
    text += marked.slice(from, match.index);
    const [whole, kind, value = ''] = match;
    // A wrong kind in the set is a fault of the set.
    const known = PRIVATE_KINDS.find((one) => one === kind);
    if (known === undefined) throw new Error(`The labelled set has no kind called ${String(kind)}.`);
    labels.push({ kind: known, start: text.length, end: text.length + value.length });
    text += value;
    from = match.index + whole.length;
  }
  return { text: text + marked.slice(from), labels };
}

/**
 * Precision and recall over the labelled set. A finding is right when kind and both ends agree with a label, but for
 * addresses and persons, which are right when they overlap one.
 */
export async function measure(): Promise<{ readonly figures: readonly Figures[]; readonly wrong: readonly Wrong[] }> {
  const counts = new Map(PRIVATE_KINDS.map((kind) => [kind, { kind, labelled: 0, found: 0, right: 0 }]));
  const wrong: Wrong[] = [];
  const count = (kind: PrivateKind, what: 'labelled' | 'found' | 'right'): void => {
    const entry = counts.get(kind);
    if (entry !== undefined) entry[what] += 1;
  };
  for (const marked of LABELLED) {
    const { text, labels } = readLabels(marked);
    const found = await findPrivate(text);
    for (const { kind } of labels) count(kind, 'labelled');
    for (const { kind } of found) count(kind, 'found');
    const right = found.filter((one) => labels.some((label) => agree(label, one)));
    for (const { kind } of right) count(kind, 'right');
    const say = ({ kind, start, end }: Finding): string => `${kind}: ${text.slice(start, end)}`;
    const missed = labels.filter((label) => !found.some((one) => agree(label, one))).map(say);
    const extra = found.filter((one) => !right.includes(one)).map(say);
    if (missed.length > 0 || extra.length > 0) wrong.push({ text, missed, extra });
  }
  return { figures: [...counts.values()], wrong };
}

function agree(label: Finding, found: Finding): boolean {
  if (label.kind !== found.kind) return false;
  return label.kind === 'person' || label.kind === 'address'
    ? label.start < found.end && found.start < label.end
    : label.start === found.start && label.end === found.end;
}
