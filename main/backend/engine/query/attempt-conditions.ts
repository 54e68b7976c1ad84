import { conjuncts, type FilterNode, type Term, type Value } from '../../../../shared/query/ast.ts';
import type { FieldName } from '../../../../shared/query/fields.ts';
import { compose, join, sql, type Fragment } from './fragment.ts';
import { anyOf, choiceIs, numberIs, textIs } from './value-conditions.ts';

type Condition = (term: Term) => Fragment;

function column(name: string, of: (column: string, values: readonly Value[]) => Fragment | null): Condition {
  return (term) => anyOf(term.values, { values: of(name, term.values), any: sql(`${name} IS NOT NULL`) });
}

function tool(term: Term): Fragment {
  const named = textIs('t.name', term.values);
  const calls = 'EXISTS (SELECT 1 FROM tool_call t WHERE t.attempt_id = a.id AND {})';
  return anyOf(term.values, {
    values: named === null ? null : compose(calls, named),
    any: sql('a.tool_call_count > 0'),
  });
}

const CONDITIONS: Readonly<Partial<Record<FieldName, Condition>>> = {
  outcome: column('a.outcome', choiceIs),
  reward: column('a.reward', numberIs),
  model: column('a.model', textIs),
  tool,
  calls: column('a.tool_call_count', numberIs),
  steps: column('a.step_count', numberIs),
  errors: column('a.tool_error_count', numberIs),
  parallel: column('a.max_parallel', numberIs),
  tokens: column('a.token_count', numberIs),
  latency: column('a.latency_ms', numberIs),
};

/**
 * What a filter says of attempts: of samples that match `model:b`, the attempts by other models are not meant when attempts
 * are counted. Only conditions at the top of the filter count, plain or negated; what stands inside an `or` is about samples.
 *
 * @param filter a filter in normal form
 * @returns a condition over `attempt a`
 */
export function compileForAttempts(filter: FilterNode): Fragment {
  const conditions = conjuncts(filter).flatMap((item) => {
    if (item.kind === 'term') return CONDITIONS[item.field]?.(item) ?? [];
    if (item.kind !== 'not' || item.item.kind !== 'term') return [];
    const condition = CONDITIONS[item.item.field]?.(item.item);
    return condition === undefined ? [] : compose('NOT ({} IS TRUE)', condition);
  });
  return conditions.length === 0 ? sql('1') : join('AND', conditions);
}
