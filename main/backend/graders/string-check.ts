import type { StringOperation } from '../../../shared/graders/string-check.ts';
import { parseTemplate } from '../../../shared/graders/template.ts';
import type { GraderEngine } from './engine-types.ts';
import { evaluateEach, renderPair } from './score-parts.ts';

/**
 * `string_check`: 1 or 0. Nothing is trimmed or normalised. `ilike` lower-cases both sides without regard to locale. Both
 * are our reading, since the platform states neither.
 */
export const stringCheckEngine: GraderEngine<'string_check'> = {
  type: 'string_check',
  version: 1,
  compile(definition, { key }) {
    const input = parseTemplate(definition.input);
    const reference = parseTemplate(definition.reference);
    const { operation } = definition;
    return evaluateEach({ key, type: 'string_check', passThreshold: undefined }, (scope) => {
      const pair = renderPair(input, reference, scope);
      if (!pair.ok) return pair.graded;
      const holds = matches(operation, pair.input, pair.reference);
      const summary = SUMMARIES[operation][holds ? 0 : 1];
      return { state: 'scored', value: holds ? 1 : 0, detail: { operation, summary, ...pair.detail } };
    });
  },
};

function matches(operation: StringOperation, input: string, reference: string): boolean {
  switch (operation) {
    case 'eq':
      return input === reference;
    case 'ne':
      return input !== reference;
    case 'like':
      return input.includes(reference);
    case 'ilike':
      return input.toLowerCase().includes(reference.toLowerCase());
  }
}

/** What to say when it holds and when it does not. */
const SUMMARIES = {
  eq: ['Equals the reference.', 'Differs from the reference.'],
  ne: ['Differs from the reference, as it should.', 'Equals the reference, which it should not.'],
  like: ['Contains the reference.', 'Does not contain the reference.'],
  ilike: ['Contains the reference, ignoring case.', 'Does not contain the reference, even ignoring case.'],
} as const satisfies Record<StringOperation, readonly [string, string]>;
