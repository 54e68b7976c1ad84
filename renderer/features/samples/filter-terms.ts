import { conjuncts } from '../../../shared/query/ast.ts';
import { termsOf } from '../../../shared/query/edit.ts';
import { parse } from '../../../shared/query/parse.ts';
import { print } from '../../../shared/query/print.ts';

/** @returns whether the filter asks for a facet value's own term, alone or among alternatives */
export function hasTerm(filter: string, term: string): boolean {
  const { ast } = parse(term);
  if (ast === null) return false;
  const own = conjuncts(ast)[0];
  const inner = own?.kind === 'not' ? own.item : own;
  if (inner?.kind !== 'term') return false;
  const wanted = print(ast);
  return termsOf(filter, inner.field).includes(wanted);
}
