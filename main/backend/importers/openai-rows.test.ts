import { describe, expect, it } from 'vitest';
import { inspectInput } from './inspect.ts';
import { openaiStored } from './openai-stored.ts';
import { openaiEvals } from './openai-evals.ts';
import { openaiPreference } from './openai-preference.ts';
import { briefSamples } from './testing/brief-samples.ts';
import { fixture, parseAll, whole } from './testing/read.ts';

describe('OpenAI preference rows', () => {
  it('give both outputs as attempts on one sample, the preferred one first', async () => {
    const bytes = fixture('openai-preference.jsonl');
    expect((await inspectInput(whole(bytes))).detected?.format).toBe('openai-preference');
    const { samples, issues } = await parseAll(whole(bytes), openaiPreference);
    expect(samples).toMatchObject([
      {
        prompt: [{ role: 'user', parts: [{ text: 'Is the bell loud? 🔔' }] }],
        tools: [{ name: 'ring' }],
        attempts: [
          { messages: [{ contentForm: 'null', calls: [{ id: 'c1', name: 'ring', args: {} }] }], reward: null },
          { messages: [{ parts: [{ text: 'Maybe.' }] }], reward: null },
        ],
        extras: { input: { parallel_tool_calls: true } },
      },
    ]);
    expect(samples[0]?.attempts.map(({ extras }) => extras)).toEqual([{ preferred: true }, { preferred: false }]);
    expect(issues).toMatchObject([
      {
        rejected: true,
        position: { line: 2 },
        message: expect.stringMatching(/^Preferred output: Message 1 has a role/),
      },
    ]);
  });
});

describe('OpenAI evals', () => {
  it('give items as samples whose other fields are the reference', async () => {
    const bytes = fixture('openai-evals.jsonl');
    expect((await inspectInput(whole(bytes))).detected?.format).toBe('openai-evals');
    const { samples } = await parseAll(whole(bytes), openaiEvals);
    expect(samples[0]).toMatchObject({
      prompt: [{ role: 'user', parts: [{ text: 'How many spokes has wheel Ω?' }] }],
      reference: { label: '32', id: 'w1' },
      attempts: [],
      sourceRef: 'w1',
    });
  });

  it('give what a model answered as an attempt, with the calls beside its text and the mean score', async () => {
    const { samples } = await parseAll(whole(fixture('openai-evals.jsonl')), openaiEvals);
    expect(samples[1]).toMatchObject({
      prompt: [{ role: 'user' }],
      tools: [{ name: 'name_bike' }],
      reference: { expected: 'Rosi' },
      attempts: [{ messages: [{ contentForm: 'text', calls: [{ id: 'c1', args: { name: 'Rosi' } }] }] }],
    });
    expect(samples[2]).toMatchObject({
      prompt: [{ role: 'developer' }, { role: 'user' }],
      reference: { label: '1 2' },
      sourceRef: 'outputitem_3',
      attempts: [
        {
          model: 'gpt-test',
          reward: 0.5,
          outcome: 'failure',
          tokens: 9,
          startedAt: 1770000000000,
          messages: [{ parts: [{ text: '1 3' }] }],
        },
      ],
    });
  });

  it('refuse items that ask nothing', async () => {
    const { issues, seen, kept } = await parseAll(whole(fixture('openai-evals.jsonl')), openaiEvals);
    expect([seen, kept]).toEqual([4, 3]);
    expect(issues).toMatchObject([{ code: 'no_prompt', rejected: true, position: { line: 4 } }]);
  });
});

describe('OpenAI stored completions', () => {
  it('give answers without prompts, with the tools, settings and metadata that stand beside them', async () => {
    const page = {
      object: 'list',
      data: [
        {
          id: 'chatcmpl-1',
          object: 'chat.completion',
          created: 1770000000,
          model: 'gpt-test',
          choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: 'Ding 🔔' } }],
          usage: { total_tokens: 4 },
          tools: [{ type: 'function', function: { name: 'ring' } }],
          temperature: 0.5,
          metadata: { desk: 'north' },
          input_user: null,
        },
      ],
      first_id: 'chatcmpl-1',
      has_more: false,
    };
    const bytes = JSON.stringify(page);
    expect((await inspectInput(whole(bytes))).detected?.format).toBe('openai-stored');
    const { samples, issues } = await parseAll(whole(bytes), openaiStored);
    expect(samples).toMatchObject([
      {
        prompt: [],
        tools: [{ name: 'ring' }],
        sourceRef: 'chatcmpl-1',
        attempts: [
          {
            tokens: 4,
            messages: [{ parts: [{ text: 'Ding 🔔' }] }],
            extras: { response: { temperature: 0.5, metadata: { desk: 'north' } } },
          },
        ],
      },
    ]);
    expect(issues.map(({ code }) => code)).toContain('prompt_missing');
  });

  it('are joined with the list of their messages, in any order; those of neither kind are refused', async () => {
    const bytes = fixture('openai-stored.jsonl');
    expect((await inspectInput(whole(bytes))).detected?.format).toBe('openai-stored');
    const { samples, issues, seen, kept } = await parseAll(whole(bytes), openaiStored);
    expect([seen, kept]).toEqual([4, 3]);
    expect(briefSamples(samples)).toEqual([
      { at: '0/0', prompt: ['system: Be brief.', 'user: How many?'], answers: [['assistant: Zwölf']] },
      { at: '0/1', prompt: [], answers: [['assistant: alone']] },
      { at: '2/0', prompt: ['user: Unanswered'], answers: [] },
    ]);
    expect(samples[0]?.attempts[0]).toMatchObject({ tokens: 9, extras: { response: { metadata: { score: '4' } } } });
    expect(issues.map(({ code, position, rejected }) => [code, position.index, rejected])).toEqual([
      ['not_stored', 3, true],
      ['prompt_missing', 0, false],
    ]);
  });
});
