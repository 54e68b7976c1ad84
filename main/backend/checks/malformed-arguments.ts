import type { Check } from '../engine/checks.ts';
import { byCalls } from './by-calls.ts';

export const malformedArguments: Check = {
  id: 'malformed-arguments',
  version: 2,
  scan: (sample) =>
    byCalls(sample, (calls) => {
      const tools = calls.flatMap((call) => (call.argsError === undefined ? [] : [call.name]));
      return tools.length === 0 ? null : { tools };
    }),
};
