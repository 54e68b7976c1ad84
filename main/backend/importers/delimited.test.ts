import { describe, expect, it } from 'vitest';
import { messageText } from '../../../shared/model/message.ts';
import { delimited } from './delimited.ts';
import { fixture, parseAll, whole } from './testing/read.ts';

describe('tables and flat records', () => {
  it('map columns by their names and keep the others', async () => {
    const { samples, seen, kept } = await parseAll(whole(fixture('support-desk.csv')), delimited);
    expect([seen, kept]).toEqual([3, 3]);
    expect(
      samples.map(({ prompt, attempts }) => [
        messageText(prompt[0]!),
        attempts.map(({ messages, reward, outcome }) => [messageText(messages[0]!), reward, outcome]),
      ]),
    ).toEqual([
      ['What, exactly?', [['She said "yes", then left', 1, 'success']]],
      ['Two lines:\nfirst and second', [['Gate 2', 0.5, 'partial']]],
      ['Which gate?', []],
    ]);
    expect(samples.map(({ reference }) => reference)).toEqual([
      { Expected_Gate: '4' },
      { Expected_Gate: '2' },
      { Expected_Gate: [7] },
    ]);
    expect(samples.map(({ tags }) => tags)).toEqual([['depot'], ['depot', 'route'], []]);
    expect(samples[0]?.extras).toEqual({ columns: { Ticket: 'T-1' } });
  });

  it('offer the same mapping for flat JSON records, values kept as they are (T18, T20, T23)', async () => {
    const { samples } = await parseAll(whole(fixture('flat-records.jsonl')), delimited);
    expect(
      samples.map(({ prompt, attempts }) => [
        messageText(prompt[0]!),
        messageText(attempts[0]?.messages[0] ?? { parts: [] }),
      ]),
    ).toEqual([
      ['Which gate for 10115?', 'Gate 4'],
      ['And for 75001?', 'Gate 7'],
    ]);
    expect(samples.map(({ extras }) => extras)).toEqual([
      { columns: { aliases: ['4', 'four'], Text: 'kept' } },
      { columns: { aliases: [] } },
    ]);
    expect(samples.map(({ reference }) => reference)).toEqual([{ expected: ['4'] }, { expected: ['7'], LABEL: -1 }]);
  });

  it('follow a mapping a person made, to the letter of the names', async () => {
    const map = {
      prompt: 'Text',
      'reference.LABEL': 'LABEL',
      'reference.names': 'names',
      group: 'g',
      title: 't',
      model: 'm',
      system: 's',
      answer: 'a',
    };
    const row = {
      Text: 'hi',
      LABEL: -1,
      names: ['a', 'b'],
      g: 7,
      t: 'A title',
      m: 'small',
      s: 'Be brief.',
      a: 'ok',
      text: 'other',
    };
    const { samples } = await parseAll(whole(JSON.stringify(row)), delimited, { map });
    expect(samples[0]).toMatchObject({
      prompt: [
        { role: 'system', parts: [{ text: 'Be brief.' }] },
        { role: 'user', parts: [{ text: 'hi' }] },
      ],
      reference: { LABEL: -1, names: ['a', 'b'] },
      taskKey: '7',
      title: 'A title',
      attempts: [{ model: 'small' }],
      extras: { columns: { text: 'other' } },
    });
  });

  it('parse messages and tools from cells, as JSON or as Python prints them', async () => {
    const messages = [
      { role: 'user', content: 'go' },
      { role: 'assistant', tool_calls: [{ id: '1', type: 'function', function: { name: 'f', arguments: '{}' } }] },
      { role: 'tool', tool_call_id: '1', content: 'r' },
    ];
    const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
    const text = [
      'messages,answer,tools',
      [JSON.stringify(messages), '{"role":"assistant","content":"done"}', '[{"name":"f"}]'].map(quoted).join(','),
      ["[{'role': 'user', 'content': 'go'}\n {'role': 'assistant', 'content': None}]", 'ok', "[{'name': 'f'}]"]
        .map(quoted)
        .join(','),
    ].join('\n');
    const { samples, issues } = await parseAll(whole(text), delimited);
    expect(issues).toEqual([]);
    expect(samples.map(({ prompt, tools }) => [prompt.map(({ role }) => role), tools.map(({ name }) => name)])).toEqual(
      [
        [['user', 'assistant', 'tool'], ['f']],
        [['user', 'assistant'], ['f']],
      ],
    );
    expect(samples[0]?.attempts[0]?.messages).toMatchObject([{ role: 'assistant', parts: [{ text: 'done' }] }]);
  });

  it('read rewards with a decimal comma or a word, and keep what is no number', async () => {
    const { samples, issues } = await parseAll(whole('prompt;answer;score\na;b;0,5\nc;d;true\ne;f;great\n'), delimited);
    expect(samples.map(({ attempts }) => attempts[0]?.reward)).toEqual([0.5, 1, null]);
    expect(samples[2]?.extras).toEqual({ columns: { score: 'great' } });
    expect(issues).toMatchObject([{ code: 'reward_not_number', rejected: false }]);
  });

  it('refuse a row with an empty prompt, and every row when no column is the prompt', async () => {
    const first = await parseAll(whole('prompt,answer\n" ",b\n'), delimited);
    expect(first.issues).toMatchObject([{ code: 'prompt_empty', rejected: true, position: { line: 2 } }]);
    const second = await parseAll(whole('a,b\n1,x\n2,y\n'), delimited);
    expect([second.seen, second.rejected, second.issues[0]?.code]).toEqual([2, 2, 'no_prompt_column']);
  });

  it('warn at exactly the length where Excel cuts', async () => {
    const { issues } = await parseAll(
      whole(`prompt,answer\n${'x'.repeat(32_767)},b\n${'x'.repeat(32_768)},b\n`),
      delimited,
    );
    expect(issues.map(({ code, position }) => [code, position.line])).toEqual([['excel_cut', 2]]);
  });
});
