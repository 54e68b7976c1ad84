import type { Node } from 'jsonc-parser';
import type { TemplateReference } from '../../../shared/graders/template.ts';
import { parseTemplate } from '../../../shared/graders/template.ts';
import type { Finding, Fix, Report } from './findings.ts';
import { propertiesOf } from './json-source.ts';
import type { JsonSource } from './json-source.ts';

type Side = { readonly node: Node; readonly text: string; readonly references: readonly TemplateReference[] };

/** Checks that a grader with `input` and `reference` compares what it means to: the answer with the data line. */
export function checkComparison(source: JsonSource, grader: Node, report: Report): void {
  const properties = propertiesOf(grader);
  const input = sideOf(properties.get('input')?.value);
  const reference = sideOf(properties.get('reference')?.value);
  if (input === null || reference === null) return;
  const operation: unknown = properties.get('operation')?.value?.value;
  if (operation === 'like' || operation === 'ilike') reportNeedle(source, input, reference, operation, report);
  if (!namesSample(input) && !namesSample(reference)) {
    const message = 'Neither side names the answer, so every answer gets the same score. Use {{ sample.output_text }}.';
    report({ ...spanOf(input.node), severity: 'warning', code: 'answer_not_used', message, fixes: [] });
  }
  if (operation === 'eq' || operation === 'ne') reportArguments(input, reference, report);
}

function reportNeedle(source: JsonSource, input: Side, reference: Side, operation: string, report: Report): void {
  if (reference.text.trim() === '') {
    const message = `A blank reference is found in any text, so every answer scores 1. Name what ${operation} should find.`;
    report({ ...spanOf(reference.node), severity: 'warning', code: 'needle_blank', message, fixes: [] });
  } else if (namesSample(reference)) report(needleFromSample(source, input, reference, operation));
}

function needleFromSample(source: JsonSource, input: Side, reference: Side, operation: string): Finding {
  const message = `${operation} looks for reference inside input. With the answer as reference, an empty answer is found in any text and scores 1. Swap the two.`;
  const fixes = namesSample(input) ? [] : [swap(source, input.node, reference.node)];
  return { ...spanOf(reference.node), severity: 'warning', code: 'needle_from_sample', message, fixes };
}

/** Arguments are JSON text, so equal arguments can be unequal texts. */
function reportArguments(input: Side, reference: Side, report: Report): void {
  for (const side of [input, reference]) {
    const args = side.references.find(
      ({ segments }) => segments.at(-1) === 'arguments' && segments.includes('function'),
    );
    if (args === undefined) continue;
    const message =
      'arguments is JSON text: other spacing or order of keys makes it unequal. A python grader can parse both sides.';
    report({ ...spanOf(side.node), severity: 'info', code: 'arguments_text', message, fixes: [] });
  }
}

function swap(source: JsonSource, one: Node, other: Node): Fix {
  const [first, second] = one.offset < other.offset ? [one, other] : [other, one];
  const textOf = (node: Node): string => source.text.slice(node.offset, node.offset + node.length);
  const between = source.text.slice(first.offset + first.length, second.offset);
  const at = { offset: first.offset, length: second.offset + second.length - first.offset };
  return { title: 'Swap input and reference', at, text: textOf(second) + between + textOf(first) };
}

function sideOf(node: Node | undefined): Side | null {
  if (node?.type !== 'string') return null;
  const text = String(node.value);
  return { node, text, references: parseTemplate(text).references };
}

function namesSample(side: Side): boolean {
  return side.references.some(({ namespace }) => namespace === 'sample');
}

function spanOf(node: Node): { offset: number; length: number } {
  return { offset: node.offset, length: node.length };
}
