import { describe, expect, it } from 'vitest';
import { messageText } from '../../../shared/model/message.ts';
import { codexCli } from './codex-cli.ts';
import { inspectInput } from './inspect.ts';
import { fixture, parseAll, whole } from './testing/read.ts';

const { samples, issues, seen, kept } = await parseAll(whole(fixture('codex-cli.jsonl')), codexCli);

describe('Codex CLI sessions', () => {
  it('take items as the truth and say nothing twice', () => {
    expect(samples).toHaveLength(1);
    expect(samples[0]?.prompt.map(messageText)).toEqual([
      '<environment_context>shop</environment_context>',
      'Count the bikes',
    ]);
    expect(samples[0]?.attempts[0]?.messages).toMatchObject([
      {
        role: 'assistant',
        parts: [{ type: 'reasoning', encrypted: true }],
        calls: [
          { id: 'k1', name: 'shell', args: { command: ['ls'] }, kind: 'function' },
          { id: 'k2', name: 'apply_patch', argsText: '*** Begin Patch', kind: 'custom' },
        ],
      },
      { role: 'tool', callId: 'k2' },
      { role: 'tool', callId: 'k1', isError: true, parts: [{ text: 'no shop' }] },
      { role: 'assistant', calls: [{ name: 'count', args: { what: 'bikes' } }] },
      { role: 'tool', parts: [{ text: '{"stdout":"4"}' }] },
      { role: 'assistant', parts: [{ text: 'Four bikes.' }] },
    ]);
    const counted = samples[0]?.attempts[0]?.messages[4];
    expect(counted?.callId).toBe(samples[0]?.attempts[0]?.messages[3]?.calls?.[0]?.id);
  });

  it('sum tokens turn by turn and keep what the session ran with and how it was stopped', () => {
    expect(samples[0]).toMatchObject({
      sourceRef: 'roll-1',
      extras: { session: { cli_version: '0.99' }, context: { effort: 'high' } },
      attempts: [
        {
          model: 'small',
          tokens: 80,
          startedAt: Date.UTC(2026, 1, 1, 9),
          extras: { events: [{ type: 'turn_aborted' }] },
        },
      ],
    });
  });

  it('count lines without words and refuse what is no line', async () => {
    expect([seen, kept]).toEqual([19, 18]);
    expect(issues.map(({ code, rejected, position }) => [position.line, code, rejected])).toEqual([
      [18, 'no_message', false],
      [19, 'no_session_line', true],
    ]);
    expect((await inspectInput(whole(fixture('codex-cli.jsonl')))).format).toBe('codex-cli');
  });

  it('read what "codex exec" prints, where call and result are one item', async () => {
    const exec = await parseAll(whole(fixture('codex-exec.jsonl')), codexCli);
    expect((await inspectInput(whole(fixture('codex-exec.jsonl')))).format).toBe('codex-cli');
    expect(exec.samples).toMatchObject([
      {
        prompt: [],
        sourceRef: 'th-1',
        attempts: [
          {
            tokens: 24,
            messages: [
              { calls: [{ id: 'i1', name: 'command_execution', args: { command: 'ls' } }] },
              { role: 'tool', callId: 'i1', isError: true, extras: { exit_code: 2 } },
              { calls: [{ id: 'i2', name: 'find' }] },
              { role: 'tool', callId: 'i2' },
              { role: 'assistant', parts: [{ text: 'Nothing there.' }] },
            ],
          },
        ],
      },
    ]);
  });

  it('fall back on events where there are no items, and say when nothing was said', async () => {
    const line = (type: string, message: string) =>
      JSON.stringify({ type: 'event_msg', payload: { type, message }, timestamp: '2026-02-01T09:00:00Z' });
    const spoken = await parseAll(whole(`${line('user_message', 'Hi')}\n${line('agent_message', 'Hello')}`), codexCli);
    expect(spoken.samples[0]?.attempts[0]?.messages.map(messageText)).toEqual(['Hello']);
    const silent = await parseAll(whole('{"type":"session_meta","payload":{"id":"x"}}'), codexCli);
    expect([silent.samples, silent.issues]).toMatchObject([[], [{ code: 'no_messages', rejected: false }]]);
  });
});
