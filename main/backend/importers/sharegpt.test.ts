import { describe, expect, it } from 'vitest';
import { messageText } from '../../../shared/model/message.ts';
import { agentInstruct, sharegpt } from './sharegpt.ts';
import { inspectInput } from './inspect.ts';
import { fixture, parseAll, whole } from './testing/read.ts';

describe('ShareGPT rows', () => {
  it('keep every turn, with parallel calls in one message and results by order', async () => {
    const { samples, seen, kept } = await parseAll(whole(fixture('sharegpt.json')), sharegpt, { per: 'call' });
    expect([seen, kept]).toEqual([6, 3]);
    const last = samples.findLast(({ sourceRef }) => sourceRef === 'bike_1') ?? expect.unreachable('no sample');
    expect(last.prompt.map(({ role }) => role)).toEqual([
      'system',
      'user',
      'assistant',
      'assistant',
      'tool',
      'tool',
      'assistant',
      'user',
    ]);
    const [look, calling, price, missing, told] = last.prompt.slice(2);
    expect(look?.weight).toBe(0);
    expect(calling?.calls?.map(({ name, args }) => [name, args])).toEqual([
      ['find_part', { part: 'chain' }],
      ['find_part', { part: 'cassette' }],
    ]);
    expect([price?.callId, missing?.callId]).toEqual(calling?.calls?.map(({ id }) => id));
    expect([price?.isError, missing?.isError]).toEqual([undefined, 'guessed']);
    expect(told?.parts).toEqual([
      { type: 'reasoning', text: 'Only one part was found.' },
      { type: 'text', text: 'The chain is 18 € 🚲' },
    ]);
    expect(last.tools).toEqual([
      { name: 'find_part', description: 'Finds a part', parameters: { type: 'object' }, kind: 'function' },
    ]);
    expect(last.extras).toEqual({ shop: 'north' });
  });

  it('keep a system turn and three pairs, whatever the mode (T22)', async () => {
    const conversation = await parseAll(whole(fixture('sharegpt.json')), sharegpt);
    const whole22 = conversation.samples.find(({ position }) => position.index === 1);
    expect(whole22?.prompt.map(({ role }) => role)).toEqual([
      'system',
      'user',
      'assistant',
      'user',
      'assistant',
      'user',
    ]);
    expect(whole22?.attempts[0]?.messages.map(messageText)).toEqual(['a3']);
    const turns = await parseAll(whole(fixture('sharegpt.json')), sharegpt, { per: 'turn' });
    expect(
      turns.samples.filter(({ position }) => position.index === 1).map(({ prompt, sub }) => [sub, prompt.length]),
    ).toEqual([
      [0, 2],
      [1, 4],
      [2, 6],
    ]);
  });

  it('keep what claims to be a call and is none as text, say so, and refuse what has no known speaker', async () => {
    const { samples, issues } = await parseAll(whole(fixture('sharegpt.json')), sharegpt, { per: 'call' });
    const odd = samples.filter(({ position }) => position.index === 2);
    expect(odd.map(({ attempts }) => messageText(attempts[0]?.messages[0] ?? { parts: [] }))).toEqual([
      'not json',
      '<tool_call>{}</tool_call>',
    ]);
    expect(odd[1]?.prompt[2]).toEqual({ role: 'tool', parts: [{ type: 'text', text: 'nobody asked' }] });
    expect(odd[1]?.attempts[0]?.messages[0]?.extras).toEqual({ mood: 'calm', from: 'chatgpt' });
    expect(odd[0]?.extras).toEqual({ tools: '[{' });
    expect(issues.map(({ code, rejected, position }) => [position.index, code, rejected])).toEqual([
      [2, 'call_unreadable', false],
      [2, 'calls_in_text', false],
      [2, 'bad_tools', false],
      [3, 'unknown_speaker', true],
      [4, 'bad_turn', true],
      [5, 'no_turns', true],
    ]);
    expect(JSON.stringify(issues.map(({ message }) => message))).not.toContain('postman');
  });

  it('are told from AgentInstruct, whose turns say what is trained on', async () => {
    expect((await inspectInput(whole(fixture('sharegpt.json')))).format).toBe('sharegpt');
    expect((await inspectInput(whole(fixture('agent-instruct.jsonl')))).format).toBe('agent-instruct');
    const { samples } = await parseAll(whole(fixture('agent-instruct.jsonl')), agentInstruct);
    expect(samples[0]).toMatchObject({ sourceRef: 'library_3', prompt: [{ role: 'user' }] });
    expect(samples[0]?.attempts[0]?.messages.map(({ role, weight }) => [role, weight])).toEqual([
      ['assistant', 0],
      ['user', undefined],
      ['assistant', 1],
      ['user', undefined],
      ['assistant', 1],
    ]);
  });
});
