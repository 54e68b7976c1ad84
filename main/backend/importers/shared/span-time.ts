import type { JsonValue } from '../../../../shared/model/json.ts';
import { parseTime } from './time.ts';

/**
 * Reads a time as finely as it is written: spans follow each other within a millisecond, and their order tells steps apart.
 *
 * @returns epoch ms with fractions, or null when it is no time
 */
export function parseSpanTime(value: JsonValue | undefined): number | null {
  const time = parseTime(value);
  const digits = typeof value === 'string' ? /:\d\d[.,]\d{3}(\d+)/.exec(value)?.[1] : undefined;
  return time === null || digits === undefined ? time : time + Number(`0.${digits}`);
}
