import type { Value } from '../../../shared/query/ast.ts';
import { fieldOf, type FieldName } from '../../../shared/query/fields.ts';
import type { FacetBucket } from '../engine/facets.ts';

/** The number alone. */
export function exactly(number: number): FacetBucket {
  return { label: String(number), value: { kind: 'number', op: '=', number } };
}

/** From one number to another, both included. */
export function fromTo(from: number, to: number): FacetBucket {
  return { label: `${from} to ${to}`, value: { kind: 'range', from, to, halfOpen: false } };
}

export function orMore(number: number): FacetBucket {
  return { label: `${number} or more`, value: { kind: 'number', op: '>=', number } };
}

/** Fifths of 0..1, each without its upper end but the last, and what lies outside. */
export const FIFTHS: readonly FacetBucket[] = [
  { label: 'below 0', value: { kind: 'number', op: '<', number: 0 } },
  ...[0, 0.2, 0.4, 0.6].map((from, at): FacetBucket => {
    const to = [0.2, 0.4, 0.6, 0.8][at] ?? 1;
    return { label: `${from} to ${to}`, value: { kind: 'range', from, to, halfOpen: true } };
  }),
  fromTo(0.8, 1),
  { label: 'above 1', value: { kind: 'number', op: '>', number: 1 } },
];

/** The closed set of a filter field, under the titles people see. */
export function choicesOf(field: FieldName): readonly FacetBucket[] {
  const choices = fieldOf(field).choices ?? [];
  return choices.map((choice) => ({ label: choice.title, value: word(choice.value) }));
}

function word(text: string): Value {
  return { kind: 'text', text, prefix: false };
}
