import type { Node } from 'jsonc-parser';
import type { z } from 'zod';
import { GRADER_TYPES, isGraderType, notRunnableReason, SCHEMA_BY_TYPE } from '../../../shared/graders/definition.ts';
import type { GraderType } from '../../../shared/graders/definition.ts';
import { closestWord } from '../../../shared/graders/did-you-mean.ts';
import type { Segment } from '../../../shared/graders/template.ts';
import { kindOf, meantValue } from './check-words.ts';
import type { Finding, Fix, Report } from './findings.ts';
import { addProperty, anchorOf, exactNode, nodeAt, propertiesOf } from './json-source.ts';
import type { JsonSource } from './json-source.ts';

type Issue = z.core.$ZodIssue;

/**
 * Checks one grader against the schema of its type. Parts of a multi are checked one by one, so that a problem names the
 * field it is about.
 *
 * @param path where the grader stands in the file
 * @returns the type when it is a known one that may stand here, else null
 */
export function checkSchema(source: JsonSource, path: readonly Segment[], report: Report): GraderType | null {
  const node = exactNode(source, path);
  if (node === undefined) return null;
  if (node.type !== 'object') {
    const message = `A grader is an object in braces, not ${kindOf(node)}.`;
    report({
      offset: node.offset,
      length: node.length,
      severity: 'error',
      code: 'grader_not_object',
      message,
      fixes: [],
    });
    return null;
  }
  const type = checkType(node, path.length > 0, report);
  if (type === null) return null;
  const reason = notRunnableReason(type);
  if (reason !== null)
    report({ ...anchorOf(node), severity: 'warning', code: 'type_not_runnable', message: reason, fixes: [] });
  checkFields(source, node, path, type, report);
  return type;
}

function checkType(node: Node, insideMulti: boolean, report: Report): GraderType | null {
  const property = propertiesOf(node).get('type');
  const value = property?.value;
  if (value === undefined) {
    const message = `A grader needs a type: ${GRADER_TYPES.slice(0, 4).join(', ')}.`;
    report({ ...anchorOf(node), severity: 'error', code: 'type_missing', message, fixes: [] });
    return null;
  }
  const at = { offset: value.offset, length: value.length };
  const text: unknown = value.value;
  if (!isGraderType(text)) {
    const near = typeof text === 'string' ? meantValue('type', text, GRADER_TYPES) : null;
    const written = typeof text === 'string' ? text : kindOf(value);
    const hint = near === null ? `There are ${GRADER_TYPES.join(', ')}.` : `Did you mean ${near.value}?`;
    const message = `There is no grader type ${written}. ${hint}`;
    report({
      ...at,
      severity: 'error',
      code: 'type_unknown',
      message,
      fixes: near === null ? [] : [replaceWith(value, near.value)],
    });
    return null;
  }
  if (insideMulti && text === 'multi') {
    const message = 'A multi cannot hold another multi. Put its graders and its formula into the outer one.';
    report({ ...at, severity: 'error', code: 'multi_nested', message, fixes: [] });
    return null;
  }
  return text;
}

function checkFields(source: JsonSource, node: Node, path: readonly Segment[], type: GraderType, report: Report): void {
  const schema = SCHEMA_BY_TYPE[type];
  const parsed = schema.safeParse(valueOf(source, path));
  const issues = (parsed.success ? [] : parsed.error.issues).filter(
    (issue) => !(type === 'multi' && issue.path[0] === 'graders'),
  );
  const missing = new Set(issues.filter((issue) => isMissing(issue, node)).map((issue) => String(issue.path[0])));
  const renamed = checkUnknownFields(node, type, Object.keys(schema.shape), missing, report);
  for (const issue of issues) {
    const field = String(issue.path[0] ?? '');
    if (missing.has(field)) {
      if (!renamed.has(field)) report(missingField(source, node, path, field));
    } else reportIssue(source, path, issue, report);
  }
}

/** @returns missing fields that are surely there under a misspelt name */
function checkUnknownFields(
  node: Node,
  type: GraderType,
  known: readonly string[],
  missing: ReadonlySet<string>,
  report: Report,
): ReadonlySet<string> {
  const renamed = new Set<string>();
  const properties = propertiesOf(node);
  for (const [name, { key }] of properties) {
    if (known.includes(name)) continue;
    const free = known.filter((candidate) => !properties.has(candidate));
    const near = closestWord(name, free) ?? meantValue('field', name, free)?.value ?? null;
    const isMisspelt = near !== null && missing.has(near) && !renamed.has(near);
    if (isMisspelt) renamed.add(near);
    report({
      offset: key.offset,
      length: key.length,
      severity: isMisspelt ? 'error' : 'warning',
      code: 'field_unknown',
      message: `A ${type} grader has no field ${name}.${near === null ? ' The platform may refuse it.' : ` Did you mean ${near}?`}`,
      fixes: near === null ? [] : [replaceWith(key, near)],
    });
  }
  return renamed;
}

function missingField(source: JsonSource, node: Node, path: readonly Segment[], field: string): Finding {
  const type = String(propertiesOf(node).get('type')?.value?.value);
  const value = field === 'name' ? String(path.at(-1) ?? type) : DEFAULTS[field];
  return {
    ...anchorOf(node),
    severity: 'error',
    code: 'field_missing',
    message: `A ${type} grader needs ${field}.`,
    fixes: value === undefined ? [] : [addProperty(source, node, field, value)],
  };
}

/** What a missing field is filled with by its fix. */
const DEFAULTS: Readonly<Record<string, unknown>> = {
  input: '{{ sample.output_text }}',
  reference: '{{ item.reference_answer }}',
  operation: 'eq',
  evaluation_metric: 'fuzzy_match',
  source: '@grade.py',
  calculate_output: '',
};

function reportIssue(source: JsonSource, path: readonly Segment[], issue: Issue, report: Report): void {
  const at: Segment[] = [
    ...path,
    ...issue.path.map((segment) => (typeof segment === 'symbol' ? segment.toString() : segment)),
  ];
  const node = nodeAt(source, at);
  if (node === undefined) return;
  const field = issue.path.findLast((segment) => typeof segment === 'string') ?? 'This';
  const described = describe(issue, field, node);
  report({ offset: node.offset, length: node.length, severity: 'error', ...described });
}

function describe(issue: Issue, field: string, node: Node): { code: string; message: string; fixes: readonly Fix[] } {
  if (issue.code === 'invalid_value') return describeValue(issue.values.map(String), field, node);
  if (issue.code === 'invalid_type') {
    const fixes = issue.expected === 'string' && isScalar(node) ? [quote(node)] : [];
    const message = `${field} must be ${EXPECTED[issue.expected] ?? issue.expected}, not ${kindOf(node)}.`;
    return { code: 'field_kind', message, fixes };
  }
  if (issue.code === 'too_small' && (issue.origin === 'string' || issue.origin === 'array'))
    return { code: 'field_empty', message: `${field} must not be empty.`, fixes: [] };
  if (issue.code === 'too_small' || issue.code === 'too_big')
    return { code: 'field_value', message: `${field} is not a value it can have.`, fixes: [] };
  return { code: 'field_value', message: `${field} is not written as it should be.`, fixes: [] };
}

function describeValue(
  values: readonly string[],
  field: string,
  node: Node,
): { code: string; message: string; fixes: readonly Fix[] } {
  const written = typeof node.value === 'string' ? node.value : kindOf(node);
  if (field === 'evaluation_metric' && written === 'cosine') {
    const message =
      'cosine is for evals only and needs an embedding model. Choose another metric, such as fuzzy_match.';
    return { code: 'metric_cosine', message, fixes: [replaceWith(node, 'fuzzy_match')] };
  }
  const near = typeof node.value === 'string' ? meantValue(field, node.value, values) : null;
  const hint = near?.why ?? (near === null ? `There are ${values.join(', ')}.` : `Did you mean ${near.value}?`);
  const what = field === 'evaluation_metric' ? 'metric' : field;
  return {
    code: 'value_unknown',
    message: `There is no ${what} ${written}. ${hint}`,
    fixes: near === null ? [] : [replaceWith(node, near.value)],
  };
}

const EXPECTED: Readonly<Record<string, string>> = {
  string: 'text in double quotes',
  number: 'a number',
  int: 'a whole number',
  array: 'a list',
  tuple: 'a list of two numbers',
  record: 'an object',
  object: 'an object',
  boolean: 'true or false',
};

function isMissing(issue: Issue, node: Node): boolean {
  return issue.path.length === 1 && !propertiesOf(node).has(String(issue.path[0]));
}

function isScalar(node: Node): boolean {
  return node.type === 'number' || node.type === 'boolean';
}

function quote(node: Node): Fix {
  return {
    title: 'Write it as text',
    at: { offset: node.offset, length: node.length },
    text: JSON.stringify(String(node.value)),
  };
}

function replaceWith(node: Node, value: string): Fix {
  return { title: `Write ${value}`, at: { offset: node.offset, length: node.length }, text: JSON.stringify(value) };
}

function valueOf(source: JsonSource, path: readonly Segment[]): unknown {
  let value: unknown = source.value;
  for (const segment of path)
    value =
      typeof value === 'object' && value !== null ? (value as { readonly [key: string]: unknown })[segment] : undefined;
  return value;
}
