import { describe, expect, it } from 'vitest';
import { inspectInput } from './inspect.ts';
import { openaiFinetune } from './openai-finetune.ts';
import { sharegpt } from './sharegpt.ts';
import { briefSamples } from './testing/brief-samples.ts';
import { fixture, parseAll, whole } from './testing/read.ts';

const brief = ({ samples }: Awaited<ReturnType<typeof parseAll>>) =>
  briefSamples(samples).map(({ prompt, answers }) => [...prompt, '|', ...(answers[0] ?? [])]);
const codes = ({ issues }: Awaited<ReturnType<typeof parseAll>>) =>
  issues.map(({ code, position, rejected }) => [position.index, code, rejected]);

describe('calls written in texts', () => {
  it('are read where the instructions say that they are written so, with a remark and the text beside them', async () => {
    const parsed = await parseAll(whole(fixture('sharegpt-text-calls.jsonl')), sharegpt);
    expect(brief(parsed).map((messages) => messages.slice(1))).toEqual([
      [
        'user: Chain & cassette?',
        '|',
        'assistant: Looking.\n\n\n<tool_call>{broken</tool_call> find_part({"part":"chain"}) find_part({"part":"Öl"})',
        'tool: 18 € ->call_1',
        'tool: Error: no such part ->call_2 error=guessed',
        'assistant: 18 €',
      ],
      [
        'user: Where is parcel 18?',
        '|',
        'assistant: Thought: look track({\n "id": 18\n})',
        'tool: {"error": "", "response": "gate 4"} ->call_1',
        'assistant: Thought: done Finish(it is at gate 4)',
      ],
      ['|', 'assistant: <tool_call>{"name": "find_part"}</tool_call>'],
    ]);
    expect(codes(parsed)).toEqual([
      [0, 'calls_from_text', false],
      [1, 'calls_from_text', false],
      [2, 'calls_in_text', false],
    ]);
    const [hermes, react] = parsed.samples;
    expect(hermes?.tools.map(({ name }) => name)).toEqual(['find_part']);
    expect(hermes?.attempts[0]?.messages[0]?.extras?.['text']).toMatch(/^Looking\.\n<tool_call>/);
    expect(
      react?.attempts[0]?.messages.flatMap(({ calls }) => calls ?? []).map(({ kind, args }) => [kind, args]),
    ).toEqual([
      ['function', { id: 18 }],
      ['custom', undefined],
    ]);
  });
});

describe('messages of training sets', () => {
  it('are read with calls as messages, as typed parts, in texts, and several conversations a row', async () => {
    const parsed = await parseAll(whole(fixture('training-messages.jsonl')), openaiFinetune);
    expect(brief(parsed)).toEqual([
      [
        'system: Call tools as <function=name><parameter=key>value</parameter></function>.',
        'user: List the shelf',
        '|',
        'assistant: I look. run({"command":"ls \'a b\' && echo ü"})',
        'tool: book.txt ->call_1',
        'assistant: One book.',
      ],
      [
        'user: Chain and bell?',
        '|',
        'assistant:  find({"part":"chain"}) find({"part": "bell"})',
        'tool: 18 € ->call_1',
        'tool: 5 € ->call_2',
        'assistant: no JSON',
        'assistant: 23 €',
      ],
      [
        'system: Be brief.',
        'user: Bell?',
        '|',
        'assistant: Hm. find({"part":"bell"})',
        'tool: 5 € ->call_1',
        'assistant: 5 €',
      ],
      ['user: Hi', '|', 'assistant: a'],
      ['user: Ho', '|', 'assistant: b'],
    ]);
    expect(parsed.samples.map(({ position, sub, tools }) => [position.index, sub, tools.length])).toEqual([
      [0, 0, 0],
      [1, 0, 1],
      [2, 0, 1],
      [3, 0, 0],
      [3, 1, 0],
    ]);
    expect(codes(parsed)).toEqual([
      [0, 'calls_from_text', false],
      [4, 'message_unknown_role', true],
    ]);
  });

  it('are recognised as such', async () => {
    expect((await inspectInput(whole(fixture('training-messages.jsonl')))).format).toBe('openai-finetune');
  });
});
