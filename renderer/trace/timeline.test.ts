import { expect, test } from 'vitest';
import type { Message, ToolCall } from '../../shared/model/message.ts';
import { toTimeline, type TimelineNode } from './timeline.ts';

function call(id: string, name = 'search'): ToolCall {
  return { id, name, argsText: '{}', args: {}, kind: 'function' };
}
function assistant(text: string, calls: ToolCall[] = []): Message {
  return { role: 'assistant', parts: text === '' ? [] : [{ type: 'text', text }], calls };
}
function result(callId: string, text = 'ok', more: Partial<Message> = {}): Message {
  return { role: 'tool', callId, parts: [{ type: 'text', text }], ...more };
}
function shape(nodes: readonly TimelineNode[]): string[] {
  return nodes.map((node) => (node.kind === 'calls' ? `calls ${node.calls.length}` : node.kind));
}

test('keeps white space and its call when a message holds both (T26)', () => {
  const nodes = toTimeline([], [assistant('\n\n', [call('a')])]);
  expect(shape(nodes)).toEqual(['said', 'calls 1']);
});

test('shows a message without text as its call, not as a blank (T29)', () => {
  expect(shape(toTimeline([], [assistant('', [call('a')]), result('a')]))).toEqual(['calls 1']);
});

test('shows an assistant message without text and calls as empty instead of leaving it out', () => {
  expect(shape(toTimeline([], [assistant('')]))).toEqual(['empty']);
});

test('keeps two calls of one turn together and those of two turns apart (T31)', () => {
  const together = toTimeline([], [assistant('', [call('a'), call('b')]), result('a'), result('b')]);
  const apart = toTimeline([], [assistant('', [call('a')]), result('a'), assistant('', [call('b')]), result('b')]);
  expect(shape(together)).toEqual(['calls 2']);
  expect(shape(apart)).toEqual(['calls 1', 'calls 1']);
});

test('pairs results that come in another order, and says which call has none', () => {
  const nodes = toTimeline([], [assistant('', [call('a'), call('b'), call('c')]), result('c', 'C'), result('a', 'A')]);
  const node = nodes[0];
  expect(node?.kind === 'calls' && node.calls.map((entry) => entry.status)).toEqual(['ok', 'missing', 'ok']);
});

test('lists a result that answers no call as an orphan', () => {
  expect(shape(toTimeline([], [assistant('', [call('a')]), result('zzz')]))).toEqual(['calls 1', 'orphan']);
});

test('puts reasoning before what was said, and times calls from first start to last end', () => {
  const message: Message = {
    role: 'assistant',
    parts: [
      { type: 'reasoning', text: 'think' },
      { type: 'text', text: 'look' },
    ],
    calls: [call('a'), call('b')],
    tokens: 64,
    timing: { startMs: 0, durationMs: 1_600 },
  };
  const nodes = toTimeline(
    [],
    [
      message,
      result('a', 'A', { tokens: 10, timing: { startMs: 1_600, durationMs: 200 } }),
      result('b', 'B', { tokens: 5, timing: { startMs: 1_700, durationMs: 300 } }),
    ],
  );
  expect(shape(nodes)).toEqual(['reasoning', 'said', 'calls 2']);
  expect(nodes.map((node) => node.meta)).toEqual([
    { tokens: 64, durationMs: 1_600 },
    { tokens: null, durationMs: null },
    { tokens: 15, durationMs: 400 },
  ]);
});

test('calls only the last turn of the attempt the final answer, never a turn of the prompt', () => {
  const nodes = toTimeline(
    [{ role: 'user', parts: [{ type: 'text', text: 'q' }] }, assistant('earlier')],
    [assistant('done')],
  );
  expect(nodes.map((node) => node.kind === 'said' && node.isFinal)).toEqual([false, false, true]);
});
