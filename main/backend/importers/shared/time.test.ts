import { describe, expect, it } from 'vitest';
import { parseTime, readLatencyMs, readStartedAt } from './time.ts';

const NOON = Date.UTC(2026, 0, 5, 12);

describe('times', () => {
  it.each([
    ['2026-01-05T12:00:00Z', NOON],
    ['2026-01-05T12:00:00', NOON],
    ['2026-01-05 12:00:00.5', NOON + 500],
    ['2026-01-05T13:00:00+01:00', NOON],
    ['2026-01-05T13:00:00.123456+0100', NOON + 123],
    ['2026-01-05 12:00 UTC', NOON],
    ['2026-01-05', NOON - 12 * 3_600_000],
    [NOON / 1000, NOON],
    [NOON, NOON],
    [NOON * 1000, NOON],
    [String(NOON * 1_000_000), NOON],
    ['yesterday', null],
    [12, null],
    [null, null],
    ['1887-01-01', null],
  ])('are read from %j', (value, time) => {
    expect(parseTime(value)).toBe(time);
  });

  it.each([
    [{ latency_ms: 420 }, 420],
    [{ latencyMs: '420' }, 420],
    [{ latency: 1.5 }, 1500],
    [{ latency: 420 }, 420],
    [{ latency_sec: 300 }, 300_000],
    [{ duration_us: 1500 }, 1.5],
    [{ response_time: 2 }, 2000],
    [{ response_headers: { 'OpenAI-Processing-Ms': ['88'] } }, 88],
    [{ start_time: '2026-01-05T12:00:00Z', end_time: '2026-01-05T12:00:02Z' }, 2000],
    [{ end_time: '2026-01-05T12:00:00Z', start_time: '2026-01-05T12:00:02Z' }, null],
    [{ latency_ms: -1, elapsed: 'long' }, null],
  ])('of answers are read from %j', (record, ms) => {
    expect(readLatencyMs(record)).toBe(ms);
  });

  it('of the request come before others', () => {
    expect(readStartedAt({ created_at: NOON, timestamp: '2026-01-05T12:00:01Z' })).toBe(NOON + 1000);
  });
});
