import { expect, test } from 'vitest';
import { SampleId } from '../../../shared/model/ids.ts';
import { piecesOf } from './preview-pieces.ts';

const TEXT = {
  sampleId: SampleId.parse(1),
  place: 'prompt 1',
  before: 'Ann wrote a@b.example.',
  after: 'PERSON_1 wrote [email removed].',
  changes: [
    { kind: 'person', action: 'mask', start: 0, end: 3, afterStart: 0, afterEnd: 8 },
    { kind: 'email', action: 'drop', start: 10, end: 21, afterStart: 15, afterEnd: 30 },
  ],
} as const;

test('both sides fall into the same changes, and their pieces make up the text', () => {
  for (const side of ['before', 'after'] as const) {
    const pieces = piecesOf({ ...TEXT, changes: [...TEXT.changes] }, side);
    expect(pieces.map(({ text }) => text).join('')).toBe(TEXT[side]);
    expect(pieces.flatMap(({ change }) => (change === null ? [] : [change.kind]))).toEqual(['person', 'email']);
  }
});
