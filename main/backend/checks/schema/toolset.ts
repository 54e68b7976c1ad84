import type { JsonValue } from '../../../../shared/model/json.ts';
import type { ToolDef } from '../../../../shared/model/message.ts';
import type { CheckSample } from '../../engine/checks.ts';
import { isPlainSchema, surelyMeets } from './plain.ts';
import { createValidator, type SchemaProblem, type Verdict } from './validator.ts';

export type ToolSchema = {
  /** Why the schema cannot be used; null when it can. */
  readonly problem: SchemaProblem | null;
  /** @returns null when there is nothing to say */
  readonly judge: (args: JsonValue) => Verdict | null;
};

/** Knows the tools of a sample by their text, so that each list is looked through once. */
export type Toolsets = (sample: CheckSample) => ReadonlyMap<string, ToolSchema>;

const MOST_LISTS = 100;

export function createToolsets(): Toolsets {
  const validator = createValidator();
  let known = new Map<string, ReadonlyMap<string, ToolSchema>>();
  return ({ toolsJson, tools }) => {
    const found = known.get(toolsJson);
    if (found !== undefined) return found;
    if (known.size >= MOST_LISTS) known = new Map();
    const made = new Map(tools.flatMap((tool) => toEntry(tool)));
    known.set(toolsJson, made);
    return made;
  };

  function toEntry(tool: ToolDef): [string, ToolSchema][] {
    const schema = tool.parameters;
    // No parameters said: nothing can break them.
    if (schema === undefined || schema === null) return [];
    if (isPlainSchema(schema)) return [[tool.name, { problem: null, judge: (args) => judge(schema, args) }]];
    const problem = validator.problemOf(schema);
    return [[tool.name, { problem, judge: (args) => (problem === null ? judge(schema, args) : null) }]];
  }

  function judge(schema: JsonValue, args: JsonValue): Verdict | null {
    return surelyMeets(schema, args) ? null : validator.validate(schema, args);
  }
}
