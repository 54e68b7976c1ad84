import { describe, expect, it } from 'vitest';
import { messageText } from '../../../shared/model/message.ts';
import { claudeCode } from './claude-code.ts';
import { inspectInput } from './inspect.ts';
import { fixture, parseAll, whole } from './testing/read.ts';

const { samples, issues, seen, kept } = await parseAll(whole(fixture('claude-code.jsonl')), claudeCode);
const messages = samples[0]?.attempts[0]?.messages ?? [];

describe('Claude Code sessions', () => {
  it('join lines of one answer into one message with parallel calls, whatever stands between them (T25)', () => {
    expect(messages.map(({ role }) => role)).toEqual(['assistant', 'tool', 'tool', 'tool', 'tool', 'assistant']);
    expect(messages[0]).toMatchObject({ parts: [{ type: 'reasoning', text: 'Four counts.' }], tokens: 9 });
    expect(messages[0]?.calls?.map(({ id, args }) => [id, args])).toEqual([
      ['t1', { bike: 1 }],
      ['t2', { bike: 2 }],
      ['t3', { bike: 3 }],
      ['t4', { bike: 4 }],
    ]);
    expect(messages.slice(1, 5).map(({ callId, isError }) => [callId, isError])).toEqual([
      ['t1', undefined],
      ['t2', undefined],
      ['t4', true],
      ['t3', undefined],
    ]);
    expect(messages[1]?.extras).toEqual({ turn: { toolUseResult: { stdout: '1' } } });
  });

  it('leave out what was rewound, keep it beside, and count tokens of an answer once', () => {
    expect(samples[0]?.prompt.map(messageText)).toEqual(['How many bikes? 🚲', 'Count four.']);
    expect(samples[0]?.extras).toMatchObject({
      cwd: '/home/ann/shop',
      rewound: [{ content: 'First words' }, { content: [{ text: 'Lost answer' }] }],
    });
    expect(samples[0]).toMatchObject({
      title: 'Counting bikes',
      sourceRef: 'shop-1',
      attempts: [{ model: 'small', tokens: 18 + 22 + 20, startedAt: Date.UTC(2026, 1, 1, 9) }],
    });
  });

  it('give a sub-agent a sample of its own', () => {
    expect(samples[1]).toMatchObject({
      tags: ['subagent'],
      prompt: [{ parts: [{ text: 'Look in the shed.' }] }],
      attempts: [{ messages: [{ parts: [{ text: 'Two in the shed.' }] }] }],
    });
  });

  it('count lines without words and refuse what is no line', async () => {
    expect([seen, kept]).toEqual([22, 18]);
    expect(issues.map(({ code, rejected, position }) => [position.line, code, rejected])).toEqual([
      [1, 'no_message', false],
      [2, 'no_message', false],
      [19, 'bad_message', true],
      [20, 'bad_message', true],
      [21, 'no_session_line', true],
      [22, 'not_object', true],
    ]);
    expect((await inspectInput(whole(fixture('claude-code.jsonl')))).format).toBe('claude-code');
  });

  it('can be cut into turns', async () => {
    const turns = await parseAll(whole(fixture('claude-code.jsonl')), claudeCode, { per: 'turn' });
    expect(turns.samples.map(({ prompt, attempts }) => [prompt.length, attempts[0]?.messages.length])).toEqual([
      [2, 6],
      [1, 1],
    ]);
  });

  it('read the stream the SDK prints', async () => {
    const stream = [
      { type: 'system', subtype: 'init', session_id: 's', tools: ['Bash'], model: 'small' },
      { type: 'user', session_id: 's', message: { role: 'user', content: 'Count' }, parent_tool_use_id: null },
      {
        type: 'assistant',
        session_id: 's',
        message: { id: 'm', role: 'assistant', content: [{ type: 'text', text: '4' }] },
        parent_tool_use_id: null,
      },
      { type: 'result', subtype: 'success', session_id: 's', duration_ms: 900, is_error: false, total_cost_usd: 0.1 },
    ];
    const text = stream.map((line) => JSON.stringify(line)).join('\n');
    expect((await inspectInput(whole(text))).format).toBe('claude-code');
    expect((await parseAll(whole(text), claudeCode)).samples).toMatchObject([
      {
        tools: [{ name: 'Bash' }],
        attempts: [{ latencyMs: 900, messages: [{ role: 'assistant' }], extras: { result: { total_cost_usd: 0.1 } } }],
      },
    ]);
  });
});
