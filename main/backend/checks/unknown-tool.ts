import type { Check } from '../engine/checks.ts';
import { byMessage } from './by-message.ts';

/** Says nothing when no tools were offered: most logs leave the list out. */
export const unknownTool: Check = {
  id: 'unknown-tool',
  version: 1,
  scan(sample) {
    const offered = new Set(sample.tools.map((tool) => tool.name));
    if (offered.size === 0) return [];
    return byMessage(sample, ({ message }) => {
      const own = (message.calls ?? []).filter((call) => call.kind === 'function' || call.kind === 'custom');
      const tools = [...new Set(own.map((call) => call.name))].filter((name) => !offered.has(name));
      return tools.length === 0 ? null : { tools };
    });
  },
};
