import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Message, ToolCall } from '../../shared/model/message.ts';
import { layoutWaterfall } from './waterfall-layout.ts';

type Times = { startMs?: number; durationMs?: number };
function call(id: string): ToolCall {
  return { id, name: `tool_${id}`, argsText: '{}', args: {}, kind: 'function' };
}
function turn(timing: Times, ids: string[], text = ''): Message {
  return { role: 'assistant', parts: text === '' ? [] : [{ type: 'text', text }], calls: ids.map(call), timing };
}
function result(callId: string, timing: Times, isError = false): Message {
  return { role: 'tool', callId, parts: [], timing, isError };
}

test('draws nothing when no time was recorded', () => {
  expect(layoutWaterfall([turn({}, ['a']), result('a', {}), turn({}, [], 'done')])).toBeNull();
});

test('gives each parallel call a lane of its own where it was recorded', () => {
  const layout = layoutWaterfall([
    turn({ startMs: 0, durationMs: 1_000 }, ['a', 'b']),
    result('a', { startMs: 1_000, durationMs: 300 }),
    result('b', { startMs: 1_050, durationMs: 700 }, true),
    turn({ startMs: 1_800, durationMs: 200 }, [], 'done'),
  ]);
  expect(layout?.placement).toBe('recorded');
  expect(layout?.lanes).toBe(3);
  expect(layout?.totalMs).toBe(2_000);
  expect(layout?.bars.map(({ lane, startMs, durationMs, kind }) => [lane, startMs, durationMs, kind])).toEqual([
    [0, 0, 1_000, 'model'],
    [1, 1_000, 300, 'tool'],
    [2, 1_050, 700, 'error'],
    [0, 1_800, 200, 'answer'],
  ]);
});

test('two calls in one turn take less time than the same calls in two turns (T31)', () => {
  const together = layoutWaterfall([
    turn({}, ['a', 'b']),
    result('a', { durationMs: 300 }),
    result('b', { durationMs: 700 }),
  ]);
  const apart = layoutWaterfall([
    turn({}, ['a']),
    result('a', { durationMs: 300 }),
    turn({}, ['b']),
    result('b', { durationMs: 700 }),
  ]);
  expect([together?.totalMs, together?.lanes]).toEqual([700, 3]);
  expect([apart?.totalMs, apart?.lanes]).toEqual([1_000, 2]);
});

test('says that steps are drawn in order when starts are missing, and counts what has no time', () => {
  const layout = layoutWaterfall([
    turn({ durationMs: 100 }, ['a', 'b']),
    result('a', { durationMs: 50 }),
    turn({}, [], 'x'),
  ]);
  expect(layout?.placement).toBe('in order');
  expect(layout?.untimed).toBe(2);
  expect(layout?.bars.map((bar) => bar.startMs)).toEqual([0, 100]);
});

test('keeps every bar inside the total and uses few round ticks, whatever the times', () => {
  const time = fc.double({ min: 0.001, max: 1e7, noNaN: true });
  fc.assert(
    fc.property(fc.array(fc.tuple(time, time), { minLength: 1, maxLength: 20 }), (times) => {
      const layout = layoutWaterfall(times.map(([startMs, durationMs]) => turn({ startMs, durationMs }, [], 'x')));
      expect(layout).not.toBeNull();
      for (const bar of layout?.bars ?? [])
        expect(bar.startMs + bar.durationMs).toBeLessThanOrEqual(layout?.totalMs ?? 0);
      expect(layout?.ticksMs[0]).toBe(0);
      expect(layout?.ticksMs.length).toBeGreaterThanOrEqual(2);
      expect(layout?.ticksMs.length).toBeLessThanOrEqual(7);
    }),
  );
});
