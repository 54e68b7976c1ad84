import type { FieldInfo } from '../../../shared/contract/graders.ts';
import { closestWord } from '../../../shared/graders/did-you-mean.ts';
import type { TemplateReference } from '../../../shared/graders/template.ts';
import { parseTemplate } from '../../../shared/graders/template.ts';
import type { Finding, Report } from './findings.ts';
import type { KnownFields } from './known-fields.ts';
import { SAMPLE_KEYS } from './known-fields.ts';

export type ReferenceContext = {
  /** null when nothing is known of any sample. */
  readonly fields: KnownFields | null;
  /** Whether answers are asked for as JSON. */
  readonly hasOutputJson: boolean;
  /** Last names of the other references of the same grader. */
  readonly hints: readonly string[];
};

/** Checks the `{{ … }}` of one text: how they are written and whether they name something that exists. */
export function checkTemplate(text: string, context: ReferenceContext, report: Report): void {
  const template = parseTemplate(text);
  for (const { fix, ...problem } of template.problems) report({ ...problem, fixes: fix === null ? [] : [fix] });
  for (const reference of template.references) checkReference(reference, context, report);
}

function checkReference(reference: TemplateReference, context: ReferenceContext, report: Report): void {
  const { offset, length, namespace, segments, path } = reference;
  const at = { offset, length };
  if (namespace !== 'item' && namespace !== 'sample') {
    report({ ...at, ...unknownNamespace(reference, context.fields) });
    return;
  }
  if (segments.length === 0) {
    const message = `${namespace} alone is not a value. Name a field of it, such as ${namespace === 'item' ? 'item.answer' : 'sample.output_text'}.`;
    report({ ...at, severity: 'error', code: 'variable_no_field', message, fixes: [] });
    return;
  }
  if (namespace === 'sample' && checkSample(reference, context, report)) return;
  const lookup = context.fields?.look(reference) ?? { state: 'unsure' };
  if (lookup.state === 'missing') report({ ...at, ...unknownField(reference, lookup, context) });
  if (lookup.state === 'known')
    for (const finding of known(path, namespace, lookup.field)) report({ ...at, ...finding });
}

type Described = Omit<Finding, 'offset' | 'length'>;

/** @returns whether the rest need not be looked at */
function checkSample(reference: TemplateReference, context: ReferenceContext, report: Report): boolean {
  const { offset, length, segments } = reference;
  const [key, second] = segments;
  const at = { offset, length };
  if (typeof key !== 'string' || !SAMPLE_KEYS.some((known) => known === key)) {
    report({ ...at, ...unknownSampleKey(reference, String(key), context) });
    return true;
  }
  if (key === 'output_json' && !context.hasOutputJson) {
    const message = 'output_json is empty: the project sets no response format. Set one, or use sample.output_text.';
    const fixes = [{ title: 'Write sample.output_text', at: reference.pathSpan, text: 'sample.output_text' }];
    report({ ...at, severity: 'warning', code: 'output_json_without_format', message, fixes });
    return true;
  }
  if (key === 'output_tools' && typeof second === 'number') {
    const message = 'An answer with fewer tool calls has no such entry and gets an error, not a score.';
    report({ ...at, severity: 'warning', code: 'output_tools_index', message, fixes: [] });
    return true;
  }
  return false;
}

function unknownSampleKey(reference: TemplateReference, name: string, context: ReferenceContext): Described {
  const meant = meantSampleKey(name, context);
  const hint = meant === null ? `There are ${SAMPLE_KEYS.slice(0, 4).join(', ')}.` : `Did you mean ${meant}?`;
  const fixes = meant === null ? [] : [replaceRoot(reference, meant)];
  return { severity: 'error', code: 'variable_unknown', message: `sample has no ${name}. ${hint}`, fixes };
}

function meantSampleKey(name: string, context: ReferenceContext): string | null {
  const near = closestWord(name, SAMPLE_KEYS);
  if (near !== null) return `sample.${near}`;
  if (context.fields?.namesBelow('item').includes(name) === true) return `item.${name}`;
  return context.hasOutputJson ? `sample.output_json.${name}` : null;
}

function unknownNamespace(reference: TemplateReference, fields: KnownFields | null): Described {
  const { namespace, path, pathSpan } = reference;
  const near = closestWord(namespace, ['item', 'sample']);
  const guess = fields?.withNamespace(path) ?? (SAMPLE_KEYS.some((key) => key === namespace) ? `sample.${path}` : null);
  const meant = guess ?? (near === null ? null : `${near}${path.slice(namespace.length)}`);
  return {
    severity: 'error',
    code: 'variable_namespace',
    message: `${namespace} is not known: only item and sample exist.${meant === null ? '' : ` Did you mean ${meant}?`}`,
    fixes: meant === null ? [] : [{ title: `Write ${meant}`, at: pathSpan, text: meant }],
  };
}

function unknownField(
  reference: TemplateReference,
  lookup: { readonly parent: string; readonly inside: FieldInfo | null },
  context: ReferenceContext,
): Described {
  const { namespace, path, pathSpan } = reference;
  const short = path.slice(namespace.length + 1);
  const none = namespace === 'item' ? 'No sample' : 'No answer';
  const base = { severity: 'error' as const, code: 'variable_unknown' };
  if (lookup.inside !== null) {
    const parent = lookup.parent.slice(namespace.length + 1);
    const what = KIND_NAMES[lookup.inside.kind];
    const advice = lookup.inside.kind === 'list' ? ` Name a position first, such as ${parent}[0].` : '';
    return { ...base, message: `${none} has ${short}: ${parent} is ${what}.${advice}`, fixes: [] };
  }
  const meant = context.fields?.suggest(reference, lookup.parent, context.hints) ?? null;
  if (meant !== null) {
    // Within one namespace its name says nothing.
    const shown = meant.startsWith(`${namespace}.`) ? meant.slice(namespace.length + 1) : meant;
    const fixes = [{ title: `Write ${meant}`, at: pathSpan, text: meant }];
    return { ...base, message: `${none} has ${short}. Did you mean ${shown}?`, fixes };
  }
  const names = context.fields?.namesBelow(lookup.parent) ?? [];
  const list =
    names.length === 0 ? '' : ` There are ${names.slice(0, 6).join(', ')}${names.length > 6 ? ' and more' : ''}.`;
  return { ...base, message: `${none} has ${short}.${list}`, fixes: [] };
}

function known(path: string, namespace: 'item' | 'sample', field: FieldInfo): readonly Described[] {
  const findings: Described[] = [];
  const short = path.slice(namespace.length + 1);
  const missing = field.of - field.present;
  if (missing > 0) {
    const whole = namespace === 'item' ? 'samples' : 'answers';
    const message =
      field.present === 0
        ? `No ${whole.slice(0, -1)} has a value for ${short}, so none gets a score.`
        : `${short} is missing in ${count(missing)} of ${count(field.of)} ${whole}. They get an error, not a score.`;
    findings.push({ severity: 'warning', code: 'variable_missing_some', message, fixes: [] });
  }
  const kind = field.kind;
  if (kind === 'list' || kind === 'object' || kind === 'bool' || kind === 'null') {
    const message = `${short} is ${KIND_NAMES[kind]} and renders as JSON; the platform's text form is unconfirmed.`;
    findings.push({ severity: 'warning', code: 'variable_not_text', message, fixes: [] });
  }
  if (kind === 'mixed') {
    const message = `${short} is not of one kind in all ${namespace === 'item' ? 'samples' : 'answers'}; what is no text renders as JSON.`;
    findings.push({ severity: 'warning', code: 'variable_not_text', message, fixes: [] });
  }
  return findings;
}

function replaceRoot(reference: TemplateReference, meant: string): Finding['fixes'][number] {
  const [first] = reference.segments;
  const head = `${reference.namespace}.${String(first)}`;
  const text = meant + reference.path.slice(head.length);
  return { title: `Write ${meant}`, at: reference.pathSpan, text };
}

function count(value: number): string {
  return value.toLocaleString('en-US');
}

const KIND_NAMES = {
  text: 'a text',
  number: 'a number',
  bool: 'true or false',
  list: 'a list',
  object: 'an object',
  null: 'null',
  mixed: 'of several kinds',
} as const satisfies Record<FieldInfo['kind'], string>;
