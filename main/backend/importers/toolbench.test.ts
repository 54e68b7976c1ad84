import { describe, expect, it } from 'vitest';
import { inspectInput } from './inspect.ts';
import { toolbench } from './toolbench.ts';
import { fixture, parseAll, whole } from './testing/read.ts';

describe('ToolBench', () => {
  it('gives the branch that was chosen, and keeps the others beside it', async () => {
    const { samples, issues, seen, kept } = await parseAll(whole(fixture('toolbench-answers.jsonl')), toolbench);
    expect([seen, kept]).toEqual([4, 3]);
    expect(samples[0]).toMatchObject({
      prompt: [{ role: 'system' }, { role: 'user' }],
      tools: [{ name: 'bells_for_shop' }, { name: 'Finish' }],
      extras: { tree: { size: 3 }, forward_args: { answer: 1 } },
      attempts: [
        {
          outcome: 'unknown',
          tokens: 900,
          messages: [
            { role: 'assistant', calls: [{ name: 'bells_for_shop', args: { size: 22 } }] },
            { role: 'tool', name: 'bells_for_shop' },
            { calls: [{ name: 'Finish', args: { final_answer: 'The brass one' } }] },
          ],
        },
      ],
    });
    const messages = samples[0]?.attempts[0]?.messages;
    expect(messages?.[1]?.callId).toBe(messages?.[0]?.calls?.[0]?.id);
    expect(messages?.[1]?.isError).toBeUndefined();
    expect(samples[0]?.attempts[0]?.extras).toMatchObject({
      win: true,
      finish_type: 'give_answer',
      otherBranches: [[{ role: 'system' }, { role: 'user' }, { content: 'another way' }]],
    });
    expect(samples[1]).toMatchObject({ attempts: [{ messages: [], outcome: 'error', tokens: 12 }] });
    expect(issues.map(({ code, rejected, position }) => [position.line, code, rejected])).toEqual([
      [2, 'no_branch', false],
      [4, 'message_unknown_role', true],
    ]);
  });

  it('gives queries with their APIs as tools', async () => {
    const { samples } = await parseAll(whole(fixture('toolbench-answers.jsonl')), toolbench);
    expect(samples[2]).toMatchObject({
      sourceRef: '7',
      reference: { relevant_apis: [['tyres', 'find']] },
      attempts: [],
      tools: [
        {
          name: 'find',
          parameters: {
            properties: { width: { type: 'number', description: 'mm' }, colour: { type: 'string' } },
            required: ['width'],
          },
          extras: { tool_name: 'tyres', method: 'GET' },
        },
      ],
    });
  });

  it('takes calls out of cut texts and never takes a cut argument for a whole one', async () => {
    const { samples, issues, seen } = await parseAll(whole(fixture('toolbench-eval.json')), toolbench);
    expect([seen, samples.map(({ sub, sourceRef }) => [sub, sourceRef])]).toEqual([
      1,
      [
        [0, '41'],
        [1, '42'],
      ],
    ]);
    const messages = samples[0]?.attempts[0]?.messages ?? [];
    const calls = messages.flatMap((message) => message.calls ?? []);
    expect(calls.map(({ name, args, extras }) => [name, args, extras])).toEqual([
      ['track_for_post', { id: 9 }, { cut: true }],
      ['track_for_post', undefined, { cut: true }],
      ['ping', {}, undefined],
      [
        'Finish',
        { return_type: 'give_answer', final_answer: 'It is at the depot in the north of the town.' },
        undefined,
      ],
    ]);
    expect(calls[1]?.argsError).toBe('The arguments are not valid JSON.');
    expect(messages.map(({ role }) => role)).toEqual([
      'assistant',
      'tool',
      'assistant',
      'assistant',
      'tool',
      'assistant',
      'assistant',
    ]);
    expect(messages[1]).toMatchObject({ parts: [{ text: '{"error": "", "place": "de' }], extras: { cut: true } });
    expect(samples[0]?.attempts[0]?.extras).toMatchObject({ method: 'walk', otherBranches: [{ role: 'tool' }] });
    expect(issues.map(({ code, rejected }) => [code, rejected])).toEqual([
      ['texts_cut', false],
      ['entries_skipped', false],
    ]);
  });

  it('is found by looking', async () => {
    for (const name of ['toolbench-answers.jsonl', 'toolbench-eval.json'])
      expect((await inspectInput(whole(fixture(name)))).format).toBe('toolbench');
  });
});
