import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { brief } from '../testing/read.ts';
import { parseLines } from './json-lines.ts';
import { linesOf } from './lines.ts';

function read(text: string): readonly unknown[] {
  return brief([...parseLines(linesOf(Buffer.from(text), true))]);
}

describe('JSON line by line', () => {
  it('gives back any objects, on one line or over several', () => {
    const object = fc.dictionary(fc.stringMatching(/^[a-z]{1,5}$/), fc.jsonValue());
    fc.assert(
      fc.property(fc.array(fc.tuple(object, fc.constantFrom(undefined, 1, '\t'))), (list) => {
        const text = list.map(([value, space]) => JSON.stringify(value, null, space)).join('\n');
        const expected = list.map(([value]) => JSON.parse(JSON.stringify(value)) as unknown);
        const plain = !/\\ud[89a-f]|__proto__|"(?:data|message|log|value|row|item)":|\d{16}/i.test(text);
        fc.pre(plain);
        expect(read(text)).toEqual(expected);
      }),
    );
  });

  it('loses at most the record that is cut off, wherever the cut is', () => {
    const lines = ['{"a":[1,{"b":"x, y"}],"c":null}', '{"d":2,"e":[]}', '{"f":3}'];
    for (let cut = 1; cut < (lines[0]?.length ?? 0); cut += 1) {
      const items = read([lines[0]?.slice(0, cut), lines[1], lines[2]].join('\n'));
      expect(items.slice(-2)).toEqual([{ d: 2, e: [] }, { f: 3 }]);
      expect(items).toHaveLength(3);
      expect(items[0]).toMatch(/^bad: /);
    }
  });

  it('lists a broken record of many lines once', () => {
    expect(read('{\n  "a": 1,\n  "b" 2,\n  "c": [\n    3\n  ]\n}\n{"d":4}\n')).toEqual(['bad: invalid_json', { d: 4 }]);
  });

  it('reads JSON that starts behind a prefix and goes on over lines', () => {
    expect(read('INFO request {\n  "a": 1\n}\nINFO done\n')).toEqual([{ a: 1 }, 'bad: not_json']);
  });

  it('keeps streams of several answers apart', () => {
    const chunk = (id: string, text: string): string =>
      `data: ${JSON.stringify({ id, object: 'chat.completion.chunk', choices: [{ delta: { content: text } }] })}`;
    const items = read(
      [
        'data: [DONE]',
        chunk('a', '1'),
        chunk('a', '2'),
        chunk('b', '3'),
        'data: [DONE]',
        chunk('b', '4'),
        'data: {"messages":[]}',
      ].join('\n\n'),
    );
    expect(
      items.map((item) =>
        typeof item === 'object' && item !== null && 'response' in item ? (item.response as unknown[]).length : item,
      ),
    ).toEqual([2, 1, 1, { messages: [] }, 'note: stream_framing']);
  });
});
