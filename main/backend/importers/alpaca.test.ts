import { describe, expect, it } from 'vitest';
import { messageText } from '../../../shared/model/message.ts';
import { alpaca } from './alpaca.ts';
import { inspectInput } from './inspect.ts';
import { problemSets } from './problem-sets.ts';
import { fixture, parseAll, whole } from './testing/read.ts';

describe('Alpaca rows', () => {
  it('join instruction and input, keep the history, and leave template marks as they are', async () => {
    const { samples, issues, seen, kept } = await parseAll(whole(fixture('alpaca.json')), alpaca);
    expect([seen, kept]).toEqual([4, 3]);
    expect(samples.slice(0, 2).map(({ prompt }) => prompt.map((one) => [one.role, messageText(one)]))).toEqual([
      [
        ['system', 'Be brief.'],
        ['user', 'Sum up the note.\nParcel 7 is late. {{name}} knows.'],
      ],
      [
        ['user', 'Hi'],
        ['assistant', 'Hi, you'],
        ['user', 'Again'],
        ['assistant', 'Hi again'],
        ['user', 'Greet.'],
      ],
    ]);
    expect(samples[1]).toMatchObject({
      attempts: [{ messages: [{ parts: [{ text: 'Hello! I am {{name}}.' }] }] }],
      extras: { topic: 'greetings' },
    });
    expect(samples[2]).toMatchObject({ attempts: [], extras: { output: { text: 'x' } } });
    expect(issues).toMatchObject([{ code: 'bad_history', rejected: true, position: { index: 2 } }]);
    expect((await inspectInput(whole(fixture('alpaca.json')))).format).toBe('alpaca');
  });
});

describe('problem sets', () => {
  it('give the problem as prompt and what answers are checked by as reference', async () => {
    const { samples, issues } = await parseAll(whole(fixture('problem-sets.jsonl')), problemSets);
    expect(samples.map(({ prompt, sourceRef }) => [messageText(prompt[0]!), sourceRef])).toEqual([
      ['Gears are counted twice.', 'shop__bikes-12'],
      ['def bells(n):\n', 'Shop/0'],
      ['Two bells cost 6. One?', null],
    ]);
    expect(samples[0]?.reference).toMatchObject({
      gold_files: ['gears/count.py', 'old.py', 'new.py', 'gears/made.py'],
      FAIL_TO_PASS: ['test_gears'],
      PASS_TO_PASS: ['test_bell'],
    });
    expect(samples[0]?.extras).toEqual({ repo: 'shop/bikes', base_commit: 'abc', hints_text: '' });
    expect(samples[1]?.reference).toEqual({
      canonical_solution: '    return n\n',
      test: 'assert bells(2) == 2',
      entry_point: 'bells',
    });
    expect(samples[2]?.attempts.map(({ model, reward, outcome, extras }) => [model, reward, outcome, extras])).toEqual([
      ['small', 1, 'success', { seed: 4 }],
      ['tiny', 0, 'failure', null],
    ]);
    expect(samples[2]?.reference).toEqual({ ground_truth: '6/2=3\nA: 3' });
    expect(issues).toMatchObject([{ code: 'no_problem', rejected: true, position: { line: 4 } }]);
    expect((await inspectInput(whole(fixture('problem-sets.jsonl')))).format).toBe('problem-sets');
  });
});
