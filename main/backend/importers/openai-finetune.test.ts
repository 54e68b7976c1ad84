import { describe, expect, it } from 'vitest';
import { openaiFinetune } from './openai-finetune.ts';
import { fixture, parseAll, whole } from './testing/read.ts';

describe('fine-tuning rows', () => {
  it('give the last assistant turn of an SFT row as an attempt, calls and results included', async () => {
    const { samples, seen, kept } = await parseAll(whole(fixture('openai-finetune-sft.jsonl')), openaiFinetune);
    expect([seen, kept]).toEqual([4, 4]);
    expect(
      samples.map(({ prompt, attempts }) => [
        prompt.map(({ role }) => role),
        attempts.map(({ messages }) => messages.map(({ role }) => role)),
      ]),
    ).toEqual([
      [['system', 'user'], [['assistant']]],
      [['system', 'user'], [['assistant', 'tool', 'tool', 'assistant']]],
      [['user', 'assistant', 'user'], [['assistant']]],
      [['system'], [['assistant']]],
    ]);
    expect(samples[0]).toMatchObject({
      reference: {},
      extras: { parallel_tool_calls: false },
      tools: [{ name: 'book_slot' }],
    });
    expect(samples[2]?.prompt[1]?.weight).toBe(0);
    expect(samples[2]?.attempts[0]?.messages[0]?.weight).toBe(1);
  });

  it('make equal call ids of a row unique and match results to them in order', async () => {
    const { samples } = await parseAll(whole(fixture('openai-finetune-sft.jsonl')), openaiFinetune);
    const messages = samples[1]?.attempts[0]?.messages ?? [];
    const ids = messages[0]?.calls?.map(({ id }) => id) ?? [];
    expect(new Set(ids).size).toBe(2);
    expect(messages.slice(1, 3).map(({ callId }) => callId)).toEqual(ids);
    expect(messages[0]?.calls?.map(({ id, originalId }) => originalId ?? id)).toEqual(['call_id', 'call_id']);
  });

  it('give every extra key of an RFT row as a reference field, types kept', async () => {
    const { samples, kept } = await parseAll(whole(fixture('openai-finetune-rft.jsonl')), openaiFinetune);
    expect(kept).toBe(4);
    expect(samples.map(({ reference }) => reference)).toEqual([
      { gate: '5', accepted: ['5', '5a'], limits: { max_calls: 3 }, Label: -1 },
      { gate: '8' },
      { gate: '2' },
      { gate: '1' },
    ]);
    expect(samples.map(({ prompt, attempts }) => [prompt.length, attempts.length])).toEqual([
      [2, 0],
      [3, 0],
      [1, 0],
      [1, 1],
    ]);
  });

  it('split a row by turn and by call on request, each with what came before it', async () => {
    const row = {
      messages: [
        { role: 'user', content: 'u1' },
        { role: 'assistant', tool_calls: [{ id: '1', type: 'function', function: { name: 'f', arguments: '{}' } }] },
        { role: 'tool', tool_call_id: '1', content: 'r' },
        { role: 'assistant', content: 'a1' },
        { role: 'user', content: 'u2' },
        { role: 'assistant', content: 'a2' },
        { role: 'user', content: 'u3' },
      ],
    };
    const split = async (per: 'conversation' | 'turn' | 'call') => {
      const { samples } = await parseAll(whole(JSON.stringify(row)), openaiFinetune, { per });
      return samples.map(({ sub, prompt, attempts }) => [
        sub,
        prompt.length,
        attempts.map(({ messages }) => messages.length),
      ]);
    };
    expect(await split('conversation')).toEqual([[0, 7, []]]);
    expect(await split('turn')).toEqual([
      [0, 1, [3]],
      [1, 5, [1]],
      [2, 7, []],
    ]);
    expect(await split('call')).toEqual([
      [0, 1, [1]],
      [1, 3, [1]],
      [2, 5, [1]],
      [3, 7, []],
    ]);
  });

  it('refuse rows without messages with the line and the reason', async () => {
    const text =
      '{"messages":[]}\n{"prompt":"x"}\n{"messages":[{"role":"user","content":"ok"}]}\n[1]\n{"messages":[{"role":"user","content":"x"}],"tools":[{}]}\n';
    const { issues, seen, kept, rejected } = await parseAll(whole(text), openaiFinetune);
    expect([seen, kept, rejected]).toEqual([5, 1, 4]);
    expect(issues.map(({ position, code }) => [position.line, code])).toEqual([
      [1, 'no_messages'],
      [2, 'no_messages'],
      [4, 'not_object'],
      [5, 'bad_tool'],
    ]);
    expect(issues.find(({ code }) => code === 'not_object')?.message).toBe('A row must be an object.');
  });
});
