import { conjuncts, group, type FilterNode, type Value } from '../../../shared/query/ast.ts';
import { fieldOf } from '../../../shared/query/fields.ts';
import { parse } from '../../../shared/query/parse.ts';
import { print } from '../../../shared/query/print.ts';

/** One condition of a filter as a chip, with the filter that is left without it. */
export type FilterChipModel = {
  readonly key: string;
  /** null for words of the full text and for conditions joined by `or`. */
  readonly field: string | null;
  readonly isNegated: boolean;
  readonly value: string;
  readonly rest: string;
};

/** @returns a chip for each condition that must hold; none for a filter with a problem */
export function chipsOf(filter: string): readonly FilterChipModel[] {
  const { ast } = parse(filter);
  if (ast === null) return [];
  const items = conjuncts(ast);
  return items.map((item, at) => ({
    key: `${at} ${print(item)}`,
    rest: print(group('and', items.toSpliced(at, 1))),
    ...faceOf(item),
  }));
}

/** @returns how many conditions must hold */
export function countConditions(filter: string): number {
  const { ast } = parse(filter);
  return ast === null ? 0 : conjuncts(ast).length;
}

function faceOf(node: FilterNode): Pick<FilterChipModel, 'field' | 'isNegated' | 'value'> {
  if (node.kind === 'not') return { ...faceOf(node.item), isNegated: true };
  if (node.kind !== 'term')
    return { field: null, isNegated: false, value: node.kind === 'text' ? node.text : print(node) };
  const field = fieldOf(node.field);
  const name = [field.name, ...node.path].join('.');
  const titles = node.values.map((value) => {
    const choice = value.kind === 'text' ? field.choices?.find((entry) => entry.value === value.text) : undefined;
    return choice?.title ?? valueText(value);
  });
  return { field: node.at === null ? name : `${name}@${node.at}`, isNegated: false, value: titles.join(', ') };
}

function valueText(value: Value): string {
  switch (value.kind) {
    case 'text':
      return value.prefix ? `${value.text}*` : value.text;
    case 'number':
      return value.op === '=' ? String(value.number) : `${value.op} ${value.number}`;
    case 'range':
      return `${value.from} to ${value.to}`;
    case 'none':
    case 'any':
      return value.kind;
  }
}
