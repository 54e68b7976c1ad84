import { describe, expect, it } from 'vitest';
import { parseText } from './paste.ts';
import { fixture } from './testing/read.ts';

describe('pasted text', () => {
  it.each([
    ['openai-chat.jsonl', 'openai-chat', 15],
    ['openai-finetune-rft.jsonl', 'openai-finetune', 4],
    ['tau-bench.json', 'tau-bench', 2],
    ['flat-records.jsonl', 'delimited', 2],
  ])('gives the samples an import of %s would give', (name, format, count) => {
    const pasted = parseText(fixture(name).toString('utf8'));
    expect([pasted.format, pasted.samples.length]).toEqual([format, count]);
  });

  it.each(['Which gate for parcel 7?', '{"some":"json"}', '[1,2', 'a, b\nc, d\n'])(
    'is one prompt when it is %j',
    (text) => {
      const { format, samples } = parseText(text);
      expect(format).toBe('text');
      expect(samples.map(({ prompt }) => prompt)).toEqual([[{ role: 'user', parts: [{ type: 'text', text }] }]]);
    },
  );

  it('gives nothing for blanks', () => {
    expect(parseText(' \n ')).toEqual({ format: 'text', samples: [] });
  });

  it('takes one pretty-printed record', () => {
    const text = JSON.stringify({ messages: [{ role: 'user', content: 'a' }], gold: 1 }, null, 2);
    expect(parseText(text)).toMatchObject({ format: 'openai-finetune', samples: [{ reference: { gold: 1 } }] });
  });
});
