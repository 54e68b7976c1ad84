import type { Check } from '../engine/checks.ts';
import { byMessage } from './by-message.ts';

export const malformedArguments: Check = {
  id: 'malformed-arguments',
  version: 1,
  scan: (sample) =>
    byMessage(sample, ({ message }) => {
      const tools = (message.calls ?? []).flatMap((call) => (call.argsError === undefined ? [] : [call.name]));
      return tools.length === 0 ? null : { tools };
    }),
};
