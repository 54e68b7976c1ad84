import type { FieldInfo } from '../../../shared/contract/graders.ts';
import { closestWord } from '../../../shared/graders/did-you-mean.ts';
import type { Segment, TemplateReference } from '../../../shared/graders/template.ts';
import type { JsonValue } from '../../../shared/model/json.ts';
import { isJsonObject } from '../../../shared/model/json.ts';

type Namespace = 'item' | 'sample';

/** Keys of `sample` by the platform's documents, whether or not an answer has them. */
export const SAMPLE_KEYS = [
  'output_text',
  'output_json',
  'output_tools',
  'choices',
  'output_audio',
  'output_reasoning_summary',
] as const;

/** Keys every data line may have besides its reference fields. */
const ITEM_KEYS = ['messages', 'tools'] as const;

/** What is known of a path: its field, that it is missing from a place whose fields are known, or nothing. */
export type Lookup =
  | { readonly state: 'known'; readonly field: FieldInfo }
  | { readonly state: 'missing'; readonly parent: string; readonly inside: FieldInfo | null }
  | { readonly state: 'unsure' };

const UNSURE: Lookup = { state: 'unsure' };

/** The fields of a project's samples and answers, to look paths up in. */
export class KnownFields {
  readonly #byPath: ReadonlyMap<string, FieldInfo>;
  /** Names below each path: the parent's path, then the last name. */
  readonly #children = new Map<string, Set<string>>();
  /** Paths of objects that a response format describes, whose names are all known. */
  readonly #described = new Set<string>();

  /** @param responseFormat names fields of `output_json` that no answer may have yet */
  constructor(fields: readonly FieldInfo[], responseFormat: JsonValue) {
    this.#byPath = new Map(fields.map((field) => [field.path, field]));
    for (const { path } of fields) this.#addChild(path);
    if (this.#knows('item')) for (const key of ITEM_KEYS) this.#addChild(`item.${key}`);
    for (const key of SAMPLE_KEYS) this.#addChild(`sample.${key}`);
    this.#addSchema('sample.output_json', schemaOf(responseFormat), 0);
  }

  /** Whether any field of a namespace was seen, so that a missing one means something. */
  #knows(namespace: Namespace): boolean {
    return [...this.#byPath.values()].some((field) => field.of > 0 && field.path.startsWith(`${namespace}.`));
  }

  /** @returns what is known of the path of a reference; `unsure` below lists and where no samples were seen */
  look(reference: TemplateReference): Lookup {
    const namespace = reference.namespace;
    if (namespace !== 'item' && namespace !== 'sample') return { state: 'unsure' };
    if (namespace === 'item' && !this.#knows('item')) return { state: 'unsure' };
    let path: string = namespace;
    for (const segment of reference.segments) {
      const step = this.#step(path, segment);
      if (step !== null) return step;
      path += typeof segment === 'number' ? `[${segment}]` : `.${segment}`;
    }
    const field = this.#byPath.get(path);
    return field === undefined ? { state: 'unsure' } : { state: 'known', field };
  }

  /** @returns null to walk on, or what ends the walk */
  #step(path: string, segment: Segment): Lookup | null {
    const own = this.#byPath.get(path);
    if (own !== undefined && own.kind !== 'object') return stepIntoLeaf(path, segment, own);
    if (typeof segment === 'number')
      return own === undefined ? UNSURE : { state: 'missing', parent: path, inside: own };
    if (this.#children.get(path)?.has(segment) === true) return null;
    const isOpen = path.startsWith('sample.') && own === undefined && !this.#described.has(path);
    return isOpen ? UNSURE : { state: 'missing', parent: path, inside: null };
  }

  /** @returns names directly below a path, in the order seen */
  namesBelow(path: string): readonly string[] {
    return [...(this.#children.get(path) ?? [])];
  }

  /**
   * Guesses which field a reference was meant to name.
   *
   * @param hints last names of other references in the same grader: what one side is called, the other often is too
   */
  suggest(reference: TemplateReference, parent: string, hints: readonly string[]): string | null {
    const last = reference.segments.at(-1);
    if (typeof last !== 'string') return null;
    const rest = reference.path.slice(parent.length + 1);
    const wrong = /^[^.[]+/u.exec(rest)?.[0] ?? last;
    const siblings = this.namesBelow(parent);
    const near = closestWord(wrong, siblings);
    if (near !== null) return `${parent}.${near}${rest.slice(wrong.length)}`;
    const moved = this.#endingIn(last, reference.path);
    const sameSide = moved.find((path) => path.startsWith(`${reference.namespace}.`));
    if (sameSide !== undefined) return sameSide;
    const hinted = hints.find((hint) => siblings.includes(hint));
    if (hinted !== undefined && rest === wrong) return `${parent}.${hinted}`;
    return moved[0] ?? null;
  }

  /** @returns the paths that end in the name */
  #endingIn(name: string, except: string): readonly string[] {
    const paths = [...this.#children].flatMap(([parent, names]) => (names.has(name) ? [`${parent}.${name}`] : []));
    return paths.filter((path) => path !== except);
  }

  /** @returns the full path that a text without a namespace was meant as, or null */
  withNamespace(path: string): string | null {
    const first = /^[^.[]+/u.exec(path)?.[0] ?? '';
    for (const namespace of ['item', 'sample'])
      if (this.#children.get(namespace)?.has(first) === true) return `${namespace}.${path}`;
    return null;
  }

  /** Lists may be described entry by entry; what is below them is not looked up. */
  #addChild(path: string): void {
    if (path.includes('[')) return;
    for (let dot = path.lastIndexOf('.'); dot > 0; dot = path.lastIndexOf('.', dot - 1)) {
      const parent = path.slice(0, dot);
      const names = this.#children.get(parent) ?? new Set();
      names.add(path.slice(dot + 1).split('.', 1)[0] ?? '');
      this.#children.set(parent, names);
    }
  }

  #addSchema(path: string, schema: JsonValue | undefined, depth: number): void {
    if (!isJsonObject(schema) || depth > 8) return;
    const properties = schema.properties;
    if (!isJsonObject(properties)) return;
    if (schema.additionalProperties === false) this.#described.add(path);
    for (const [name, property] of Object.entries(properties)) {
      this.#addChild(`${path}.${name}`);
      this.#addSchema(`${path}.${name}`, property, depth + 1);
    }
  }
}

/** The schema in a response format, nested as OpenAI has it or flat as Azure has it. */
function schemaOf(responseFormat: JsonValue): JsonValue | undefined {
  if (!isJsonObject(responseFormat)) return undefined;
  const nested = responseFormat.json_schema;
  return isJsonObject(nested) ? nested.schema : responseFormat.schema;
}

function stepIntoLeaf(path: string, segment: Segment, own: FieldInfo): Lookup {
  if (own.kind === 'mixed' || own.kind === 'null') return UNSURE;
  // What is below a position of a list is not listed, so it may be anything.
  if (own.kind === 'list' && typeof segment === 'number') return UNSURE;
  return { state: 'missing', parent: path, inside: own };
}
