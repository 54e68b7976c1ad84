import { describe, expect, it } from 'vitest';
import { isJsonObject } from '../../../shared/model/json.ts';
import { delimited } from './delimited.ts';
import { openaiChat } from './openai-chat.ts';
import { eachItem, parseFile } from './parse-file.ts';
import { refuse } from './shared/items.ts';
import { parseAll, whole } from './testing/read.ts';
import type { Importer, Position } from './types.ts';

describe('parsing a file', () => {
  it('lists a remark that every record deserves a hundred times and counts the rest', async () => {
    const { issues, kept } = await parseAll(whole('{"prompt":"a","answer":"b","x":NaN}\n'.repeat(1234)), delimited);
    expect(kept).toBe(1234);
    expect(issues).toHaveLength(101);
    expect(issues.at(-1)).toMatchObject({ code: 'not_a_number', rejected: false, position: { line: null } });
    expect(issues.at(-1)?.message).toMatch(/The same is true of 1,134 more records\.$/);
  });

  it('lists every refusal, and every remark whose record lost something, with its text', async () => {
    const { issues } = await parseAll(
      whole('{"prompt":"a","answer":"b","answer":"c"}\n{"answer":"b"}\n'.repeat(150)),
      delimited,
    );
    expect(
      issues.filter(({ code }) => code === 'duplicate_key').every(({ raw }) => raw?.includes('"b"') === true),
    ).toBe(true);
    expect([issues.length, issues.filter(({ rejected }) => rejected).length]).toEqual([300, 150]);
  });

  it('gives the end of a record after its samples and issues', async () => {
    const kinds: string[] = [];
    for await (const item of eachItem(
      parseFile(whole('prompt,answer\na,b\nc\n'), delimited, { per: 'conversation', map: {} }),
    ))
      kinds.push(item.kind);
    expect(kinds).toEqual(['sample', 'record', 'issue', 'record']);
  });

  it('ends with the reason of the signal', async () => {
    const signal = AbortSignal.abort(new Error('stopped'));
    const items = parseFile(whole('prompt,answer\na,b\n'), delimited, { per: 'conversation', map: {}, signal });
    await expect(items.next()).rejects.toThrow('stopped');
  });

  describe('of a form whose conversations go over several records', () => {
    const session = joiningForm();
    const text = '{"s":"a","t":"hi"}\n{"s":"b","t":"yo"}\n{"t":"nobody"}\n{"s":"a","t":"bye"}\n';

    it('gives its samples when they are complete, and counts each record as it goes by', async () => {
      const { samples, issues, seen, kept, rejected } = await parseAll(whole(text), session);
      expect(samples.map(({ position, title }) => [position.index, title])).toEqual([
        [0, '"hi" "bye"'],
        [1, '"yo"'],
      ]);
      expect([seen, kept, rejected]).toEqual([4, 3, 1]);
      expect(issues).toMatchObject([{ code: 'no_session', rejected: true, position: { index: 2, line: 3 } }]);
    });

    it('reads records again that were done before an interruption, and counts them once', async () => {
      const { samples, seen, kept, rejected } = await parseAll(whole(text), session, { skipRecords: 3 });
      expect(samples.map(({ title }) => title)).toEqual(['"hi" "bye"', '"yo"']);
      expect([seen, kept, rejected]).toEqual([1, 1, 0]);
    });
  });
});

/** The least such form: records of the same `s` are one sample. */
function joiningForm(): Importer {
  return {
    ...openaiChat,
    id: 'joining',
    parse: () => [],
    assemble: () => {
      const open = new Map<string, { position: Position; texts: string[] }>();
      return {
        push(record) {
          const value = record.kind === 'json' && isJsonObject(record.value) ? record.value : {};
          const key = value['s'];
          if (typeof key !== 'string') return [refuse(record, 'no_session', 'The line belongs to no session.')];
          const entry = open.get(key) ?? { position: record.position, texts: [] };
          open.set(key, { ...entry, texts: [...entry.texts, JSON.stringify(value['t'])] });
          return [];
        },
        end: () =>
          [...open.values()].map(({ position, texts }) => ({
            kind: 'sample' as const,
            position,
            sub: 0,
            taskKey: null,
            title: texts.join(' '),
            prompt: [],
            tools: [],
            reference: {},
            attempts: [],
            extras: null,
            sourceRef: null,
            tags: [],
          })),
      };
    },
  };
}
