import { useInterval } from '@mantine/hooks';
import { useState } from 'react';

/** The time, moving on every so often. */
export function useNow(everyMs = 1_000): number {
  const [now, setNow] = useState(() => Date.now());
  useInterval(() => setNow(Date.now()), everyMs, { autoInvoke: true });
  return now;
}
