import { describe, expect, it } from 'vitest';
import { inspectInput } from './inspect.ts';
import { briefSamples } from './testing/brief-samples.ts';
import { fixture, parseAll, whole } from './testing/read.ts';
import { turnTables } from './turn-tables.ts';

const codes = ({ issues }: Awaited<ReturnType<typeof parseAll>>) =>
  issues.map(({ code, position, rejected }) => [position.index, code, rejected]);

describe('tables of turns', () => {
  it('with one row a turn are joined by conversation and sorted by turn', async () => {
    const bytes = fixture('turns-long.csv');
    expect((await inspectInput(whole(bytes))).detected?.format).toBe('turn-tables');
    const parsed = await parseAll(whole(bytes), turnTables);
    expect(briefSamples(parsed.samples)).toEqual([
      {
        at: '0/0',
        prompt: ['user: Any bells\nleft? Ömer'],
        answers: [['assistant:  stock({"part": "bell"})', 'tool: 2 ->k1', 'assistant: Two, at "gate 4"']],
      },
      { at: '3/0', prompt: ['user: Hello?'], answers: [] },
    ]);
    expect(parsed.samples.map(({ sourceRef }) => sourceRef)).toEqual(['c1', 'c2']);
    expect(parsed.samples[1]?.prompt[0]?.extras).toEqual({ turn: '1', channel: 'phone' });
    expect(codes(parsed)).toEqual([
      [5, 'no_conversation', true],
      [6, 'unknown_speaker', true],
    ]);
  });

  it('keep the order of the file where nothing else tells it, and say so', async () => {
    const rows = [
      { thread_id: 1, role: 'user', text: 'Hi' },
      { thread_id: 1, role: 'assistant', text: 'Yo' },
    ];
    const parsed = await parseAll(whole(rows.map((row) => JSON.stringify(row)).join('\n')), turnTables);
    expect(briefSamples(parsed.samples)).toEqual([{ at: '0/0', prompt: ['user: Hi'], answers: [['assistant: Yo']] }]);
    expect(codes(parsed)).toEqual([[0, 'turns_unsorted', false]]);
  });

  it('with turns in columns are one conversation a row', async () => {
    const bytes = fixture('turns-wide.csv');
    expect((await inspectInput(whole(bytes))).detected?.format).toBe('turn-tables');
    const parsed = await parseAll(whole(bytes), turnTables);
    expect(briefSamples(parsed.samples).map(({ prompt, answers }) => [prompt, answers])).toEqual([
      [['system: Be brief.', 'user: Bell?', 'assistant: Yes.', 'user: Price?'], [['assistant: 5 €']]],
      [['user: Rim?'], []],
      [['user: Hub?', 'user: And oil?'], [['assistant: No.']]],
    ]);
    expect(parsed.samples[0]?.extras).toEqual({ columns: { id: '7', label: 'good' } });
    expect(codes(parsed)).toEqual([
      [2, 'turn_empty', false],
      [3, 'no_turns', true],
    ]);
  });
});
