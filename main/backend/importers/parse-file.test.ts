import { describe, expect, it } from 'vitest';
import { delimited } from './delimited.ts';
import { eachItem, parseFile } from './parse-file.ts';
import { parseAll, whole } from './testing/read.ts';

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
});
