import { z } from 'zod';
import { GraderDefinition } from './definition.ts';
import { GRADER_SNIPPETS } from './snippets.ts';

/**
 * JSON Schema (draft 7) of `grader.json` for an editor: completion, hover texts and snippets. Unknown fields are allowed
 * in it; they are reported by the check, which can say what was meant.
 *
 * @returns a fresh object, safe to change
 */
export function graderJsonSchema(): Record<string, unknown> {
  const schema = z.toJSONSchema(GraderDefinition, { target: 'draft-7', io: 'input' });
  return { ...schema, title: 'Grader', defaultSnippets: [...GRADER_SNIPPETS] };
}
