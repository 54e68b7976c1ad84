import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PARTIAL_KINDS } from '../../../shared/model/privacy.ts';
import { findPrivate } from './find.ts';
import { measure, readLabels } from './testing/figures.ts';

describe('finding private data', () => {
  it('is as good on the labelled set as it was', async () => {
    const { figures } = await measure();
    for (const { kind, labelled, found, right } of figures) {
      const isPartial = PARTIAL_KINDS.includes(kind);
      expect([kind, labelled >= 3]).toEqual([kind, true]);
      expect([kind, right / found >= 0.8]).toEqual([kind, true]);
      expect([kind, right / labelled >= (isPartial || kind === 'secret_value' ? 0.6 : 0.75)]).toEqual([kind, true]);
    }
  });

  it('gives spans of the text that do not overlap, whatever the text', async () => {
    const piece = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 40 }),
      fc.constantFrom(
        'a@b.example',
        '4111 1111 1111 1111',
        ' 536-90-4399 ',
        '密码是Qiche2024',
        '/home/x',
        '+49 30 901820',
      ),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 8 }), async (pieces) => {
        const text = pieces.join('');
        let last = 0;
        for (const { start, end } of await findPrivate(text)) {
          expect(start).toBeGreaterThanOrEqual(last);
          expect(end).toBeGreaterThan(start);
          last = end;
        }
        expect(last).toBeLessThanOrEqual(text.length);
      }),
      { numRuns: 200 },
    );
  });

  it('finds the same in a text longer than it looks at in one go', async () => {
    const { text, labels } = readLabels('Write to [[email|mira@depot.example.org]] or [[phone|+49 30 901820]]. ');
    const filler = 'The bell rings twice. '.repeat(4_000);
    const found = await findPrivate(filler + text + filler + text);
    expect(found.map(({ kind }) => kind)).toEqual([...labels, ...labels].map(({ kind }) => kind));
    expect(found[0]?.start).toBe(filler.length + (labels[0]?.start ?? 0));
  });
});
