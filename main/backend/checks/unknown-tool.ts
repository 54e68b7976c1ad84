import type { Check } from '../engine/checks.ts';
import { byCalls } from './by-calls.ts';

/** Says nothing when no tools were offered: most logs leave the list out. */
export const unknownTool: Check = {
  id: 'unknown-tool',
  version: 2,
  scan(sample) {
    const offered = new Set(sample.tools.map((tool) => tool.name));
    if (offered.size === 0) return [];
    return byCalls(sample, (calls) => {
      const own = calls.filter((call) => call.kind === 'function' || call.kind === 'custom');
      const tools = [...new Set(own.map((call) => call.name))].filter((name) => !offered.has(name));
      return tools.length === 0 ? null : { tools };
    });
  },
};
