import type { JsonObject } from '../../../../shared/model/json.ts';
import type { Check, Finding } from '../../engine/checks.ts';
import { byCalls } from '../by-calls.ts';
import type { Toolsets } from './toolset.ts';

/** Arguments that are JSON and not what the tool's own schema asks for. Malformed ones are another rule. */
export function createArgumentsBreakSchema(toolsets: Toolsets): Check {
  return {
    id: 'arguments-break-schema',
    version: 2,
    scan(sample) {
      if (sample.tools.length === 0) return [];
      const tools = toolsets(sample);
      return byCalls(sample, (calls) => {
        const broken = calls.flatMap((call, at): JsonObject[] => {
          const verdict = call.args === undefined ? null : (tools.get(call.name)?.judge(call.args) ?? null);
          const first = verdict !== null && 'errors' in verdict ? verdict.errors[0] : undefined;
          return first === undefined ? [] : [{ call: at, tool: call.name, path: first.path, says: first.says }];
        });
        const first = broken[0];
        return first === undefined ? null : { ...first, calls: broken.length };
      });
    },
  };
}

/** A schema that is none, so that nothing can be checked with it, and no target takes it. */
export function createUnusableToolSchema(toolsets: Toolsets): Check {
  return {
    id: 'unusable-tool-schema',
    version: 1,
    scan(sample): readonly Finding[] {
      if (sample.tools.length === 0) return [];
      const tools = [...toolsets(sample)].flatMap(([tool, { problem }]) =>
        problem === null ? [] : [{ tool, reason: problem.reason, says: problem.says ?? '' }],
      );
      const first = tools[0];
      return first === undefined
        ? []
        : [{ attemptId: null, messageIdx: null, detail: { ...first, tools: tools.map(({ tool }) => tool) } }];
    },
  };
}
