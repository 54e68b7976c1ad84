import { Ajv, type AnySchema, type ErrorObject, type Options, type ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { RE2JS } from 're2js';
import type { JsonValue } from '../../../../shared/model/json.ts';
import { BUDGET_KEYWORD, isObject, normaliseSchema } from './normalise.ts';

export type SchemaProblem = { readonly reason: 'too-large' | 'remote-ref' | 'invalid'; readonly says?: string };
export type ArgsError = { readonly path: string; readonly says: string };
/** What a look at arguments gave: errors, none, or that the look was given up. */
export type Verdict = { readonly errors: readonly ArgsError[] } | { readonly gaveUp: true };

export type Validator = {
  /** @returns why a schema cannot be used, null when it can */
  readonly problemOf: (schema: JsonValue) => SchemaProblem | null;
  /** @returns null when the schema cannot be used */
  readonly validate: (schema: JsonValue, value: JsonValue) => Verdict | null;
};

/** Steps of one validation: a schema whose parts name one another can ask for billions. */
const MOST_STEPS = 50_000;
const MOST_ERRORS = 5;
const MOST_PATTERN_CHARS = 1_000;
/** Longer texts are taken to match: the engine in linear time is still slow. */
const MOST_MATCHED_CHARS = 20_000;
/** Compiled schemas kept; with more, all begin anew. */
const MOST_COMPILED = 200;
/** Words that came after draft 7 and change what a schema means. */
const NEWER =
  /"(?:prefixItems|\$dynamicRef|\$dynamicAnchor|unevaluatedProperties|unevaluatedItems|dependentSchemas|dependentRequired|minContains)"/u;

class OutOfSteps extends Error {}

/**
 * Validates JSON by JSON Schema, drafts 4 to 2020-12, in bounds: schemas are data of strangers. Nothing is fetched, patterns
 * run in an engine without backtracking, and a validation that takes too many steps is given up. `format` is a remark, as the
 * standard has it unless both sides agree otherwise.
 */
export function createValidator(): Validator {
  let steps = 0;
  const older = lazy(() => prepare(new Ajv(options())));
  const newer = lazy(() => prepare(new Ajv2020(options())));
  let compiled = new Map<string, ValidateFunction | SchemaProblem>();

  function prepare(ajv: Ajv): Ajv {
    ajv.addKeyword({
      keyword: BUDGET_KEYWORD,
      // First of all: what comes after it may ask for other parts of the schema.
      before: '$ref',
      schema: false,
      validate: () => {
        steps += 1;
        if (steps > MOST_STEPS) throw new OutOfSteps();
        return true;
      },
    });
    return ajv;
  }

  function compile(schema: JsonValue): ValidateFunction | SchemaProblem {
    const key = JSON.stringify(schema);
    const known = compiled.get(key);
    if (known !== undefined) return known;
    if (compiled.size >= MOST_COMPILED) compiled = new Map();
    const made = make(schema, key);
    compiled.set(key, made);
    return made;
  }

  function make(schema: JsonValue, text: string): ValidateFunction | SchemaProblem {
    if (!isSchema(schema)) return NO_SCHEMA;
    const normal = normaliseSchema(schema);
    if ('problem' in normal) return { reason: normal.problem };
    const ajv = libraryFor(text);
    // A JSON value that may be no schema at all is what the library is asked about.
    const candidate = normal.schema as AnySchema;
    try {
      return ajv.compile(candidate);
    } catch (error) {
      return { reason: 'invalid', says: firstSentence(error) };
    } finally {
      // Else it keeps every schema it has seen.
      if (typeof candidate === 'object') ajv.removeSchema(candidate);
    }
  }

  function libraryFor(text: string): Ajv {
    const isNewer = NEWER.test(text) || /"\$schema":"[^"]*20(?:19|20)-/u.test(text);
    return (isNewer ? newer : older)();
  }

  /** Compiling takes a hundred times as long as a look at the schema's own shape, which tells all but a reference to nothing. */
  function look(schema: JsonValue): SchemaProblem | null {
    if (!isSchema(schema)) return NO_SCHEMA;
    const text = JSON.stringify(schema);
    if (text.includes('"$ref"') || text.includes('"$dynamicRef"')) {
      const made = compile(schema);
      return typeof made === 'function' ? null : made;
    }
    const normal = normaliseSchema(schema);
    if ('problem' in normal) return { reason: normal.problem };
    const ajv = libraryFor(text);
    // As above.
    if (ajv.validateSchema(normal.schema as AnySchema) === true) return null;
    const first = ajv.errors?.[0];
    return {
      reason: 'invalid',
      says: `${first?.instancePath.slice(1) ?? ''} ${first === undefined ? '' : sentence(first)}`
        .trim()
        .slice(0, MOST_CHARS),
    };
  }

  return {
    problemOf: look,
    validate(schema, value) {
      const validate = compile(schema);
      if (typeof validate !== 'function') return null;
      steps = 0;
      try {
        return { errors: validate(value) ? [] : describe(validate.errors ?? []) };
      } catch {
        // Out of steps, or a value or schema that goes too deep for the stack.
        return { gaveUp: true };
      }
    },
  };
}

const NO_SCHEMA: SchemaProblem = { reason: 'invalid', says: 'must be an object' };

function isSchema(schema: JsonValue): boolean {
  return isObject(schema) || typeof schema === 'boolean';
}

function options(): Options {
  return {
    strict: false,
    validateFormats: false,
    inlineRefs: false,
    loopRequired: 20,
    loopEnum: 20,
    logger: false,
    code: { regExp: Object.assign(linearPattern, { code: 'linearPattern' }) },
  };
}

/** A pattern in linear time; one that the engine does not know (it looks around, or back) matches everything. */
function linearPattern(pattern: string): { test: (text: string) => boolean; toString: () => string } {
  const matcher = compilePattern(pattern);
  return {
    test: (text) => matcher === null || text.length > MOST_MATCHED_CHARS || matcher.matcher(text).find(),
    // The library tells patterns apart by this text.
    toString: () => pattern,
  };
}

function compilePattern(pattern: string): RE2JS | null {
  if (pattern.length > MOST_PATTERN_CHARS) return null;
  try {
    return RE2JS.compile(pattern);
  } catch {
    return null;
  }
}

function lazy<T>(make: () => T): () => T {
  let made: T | null = null;
  return () => (made ??= make());
}

const MOST_CHARS = 160;

function describe(errors: readonly ErrorObject[]): readonly ArgsError[] {
  return errors.slice(0, MOST_ERRORS).map((error) => ({
    path: error.instancePath.slice(0, MOST_CHARS),
    says: sentence(error).slice(0, MOST_CHARS),
  }));
}

function sentence({ keyword, params, message }: ErrorObject): string {
  if (keyword === 'required') return `${String(params['missingProperty'])} is missing`;
  if (keyword === 'additionalProperties') return `${String(params['additionalProperty'])} is not a parameter`;
  if (keyword === 'enum' && Array.isArray(params['allowedValues']))
    return `must be one of ${params['allowedValues'].map(String).join(', ')}`;
  return message ?? keyword;
}

function firstSentence(error: unknown): string {
  const text = error instanceof Error ? error.message : 'unknown reason';
  return (text.split(/[,\n]/u)[0] ?? text).replace(/^schema is invalid: data\//u, '').slice(0, MOST_CHARS);
}
