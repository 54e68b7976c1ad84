import type { JsonObject, JsonValue } from '../model/json.ts';
import type { ParsedTemplate, Segment, TemplateReference } from './template.ts';

/** What `item.*` and `sample.*` mean for one graded answer. */
export type TemplateScope = {
  readonly item: JsonObject;
  readonly sample: { readonly [key: string]: JsonValue | undefined };
};

export type ValueKind = 'text' | 'number' | 'bool' | 'null' | 'list' | 'object';

export type RenderedReference = { readonly path: string; readonly kind: ValueKind; readonly value: JsonValue };

export type RenderResult =
  | {
      readonly ok: true;
      readonly text: string;
      readonly references: readonly RenderedReference[];
      /** One sentence for each value whose text form the platform does not state. */
      readonly warnings: readonly string[];
    }
  | {
      readonly ok: false;
      readonly code: 'invalid_variable_error' | 'template_error';
      readonly path: string;
      readonly message: string;
    };

/**
 * Fills in a template. Texts stand as they are and numbers as JavaScript prints them; lists, objects, true, false and null
 * stand as JSON, with a warning, since the platform's form is unconfirmed. A field that is not there is an error, as on
 * the platform (`invalid_variable_error`), never an empty text.
 */
export function renderTemplate(template: ParsedTemplate, scope: TemplateScope): RenderResult {
  const broken = template.problems.find((problem) => problem.severity === 'error');
  if (broken !== undefined) {
    const path = template.source.slice(broken.offset, broken.offset + broken.length);
    return { ok: false, code: 'template_error', path, message: broken.message };
  }
  const references: RenderedReference[] = [];
  const warnings: string[] = [];
  let text = '';
  for (const part of template.parts) {
    if (part.kind === 'text') {
      text += part.text;
      continue;
    }
    const found = lookUp(part, scope);
    if (!found.ok) return { ok: false, code: 'invalid_variable_error', path: part.path, message: found.message };
    const kind = valueKind(found.value);
    references.push({ path: part.path, kind, value: found.value });
    if (kind !== 'text' && kind !== 'number') {
      const what =
        kind === 'list' || kind === 'object' ? `is ${kind === 'list' ? 'a list' : 'an object'} and renders` : 'renders';
      warnings.push(`${part.path} ${what} as JSON; the platform's text form is unconfirmed.`);
    }
    text += typeof found.value === 'string' ? found.value : JSON.stringify(found.value);
  }
  return { ok: true, text, references, warnings };
}

/** @returns what kind of JSON value it is, in the words of the field list */
export function valueKind(value: JsonValue): ValueKind {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'list';
  if (typeof value === 'string') return 'text';
  if (typeof value === 'number') return 'number';
  return typeof value === 'boolean' ? 'bool' : 'object';
}

type Found = { readonly ok: true; readonly value: JsonValue } | { readonly ok: false; readonly message: string };

function lookUp(reference: TemplateReference, scope: TemplateScope): Found {
  const { namespace, segments, path } = reference;
  if (namespace !== 'item' && namespace !== 'sample')
    return { ok: false, message: `${path} is not known: only item and sample exist.` };
  if (segments.length === 0) return { ok: false, message: `${namespace} alone is not a value. Name a field of it.` };
  const root: JsonValue | TemplateScope['sample'] = namespace === 'item' ? scope.item : scope.sample;
  let value: unknown = root;
  let walked: string = namespace;
  for (const segment of segments) {
    const next = stepInto(value, segment);
    if (next === undefined) return { ok: false, message: missing(namespace, walked, value, segment) };
    walked += typeof segment === 'number' ? `[${segment}]` : `.${segment}`;
    value = next;
    // The platform fills output_json only when the answer was asked for as JSON: without it there is no such variable.
    if (value === null && walked === 'sample.output_json') return { ok: false, message: NO_OUTPUT_JSON };
  }
  // Scopes hold JSON values only, so whatever a step reached is one.
  return { ok: true, value: value as JsonValue };
}

const NO_OUTPUT_JSON = 'The answer has no output_json: it is not JSON, or the project sets no response format.';

function stepInto(value: unknown, segment: Segment): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  if (Array.isArray(value)) return typeof segment === 'number' ? (value as unknown[])[segment] : undefined;
  const own = Object.getOwnPropertyDescriptor(value, String(segment));
  return typeof segment === 'string' ? own?.value : undefined;
}

function missing(namespace: 'item' | 'sample', walked: string, value: unknown, segment: Segment): string {
  const whose = namespace === 'item' ? 'The sample' : 'The answer';
  const name = walked === namespace ? '' : walked.slice(namespace.length + 1);
  if (Array.isArray(value)) {
    if (typeof segment === 'string')
      return `${name} is a list, so ${segment} needs a position first, such as ${name}[0].${segment}.`;
    const count = value.length === 1 ? '1 entry' : `${value.length} entries`;
    return `${whose} has no ${name}[${segment}]: the list has ${count}.`;
  }
  if (typeof value === 'object' && value !== null) {
    if (typeof segment === 'number') return `${name || namespace} is an object, so it has no position ${segment}.`;
    return `${whose} has no ${name === '' ? segment : `${name}.${segment}`}.`;
  }
  return `${whose} has no ${name}${typeof segment === 'number' ? `[${segment}]` : `.${segment}`}: ${name} is ${described(value)}.`;
}

function described(value: unknown): string {
  if (value === null) return 'null';
  if (typeof value === 'string') return 'a text';
  return typeof value === 'number' ? 'a number' : 'true or false';
}
