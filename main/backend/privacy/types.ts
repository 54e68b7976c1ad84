import type { PrivateKind } from '../../../shared/model/privacy.ts';

/** A stretch of a text, in UTF-16 units, the end not included. */
export type Span = { readonly start: number; readonly end: number };

/** Finds one kind of private data in a text. Spans of one detector do not overlap. */
export type Detector = {
  readonly kind: PrivateKind;
  readonly find: (text: string) => readonly Span[] | Promise<readonly Span[]>;
};

export type Finding = Span & { readonly kind: PrivateKind };
