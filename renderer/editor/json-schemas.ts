import { jsonDefaults } from './setup.ts';

export type JsonSchemaUse = {
  /** The schema's own name. */
  readonly uri: string;
  /** URI of the model it is for; `*` stands for any part of it. */
  readonly modelUri: string;
  readonly schema: object;
};

/**
 * Gives models completion and hover texts by a JSON Schema. Nothing is fetched. Problems are not looked for here: the checks
 * that mark them know more than a schema can say.
 *
 * @returns takes it back
 */
export function addSchema(use: JsonSchemaUse): () => void {
  setSchemas([
    ...schemasNow(),
    { uri: use.uri, fileMatch: [use.modelUri], schema: withoutTemplateExamples(use.schema) },
  ]);
  return () => setSchemas(schemasNow().filter((schema) => schema.uri !== use.uri));
}

type Schemas = NonNullable<(typeof jsonDefaults)['diagnosticsOptions']['schemas']>;

function schemasNow(): Schemas {
  return jsonDefaults.diagnosticsOptions.schemas ?? [];
}

function setSchemas(schemas: Schemas): void {
  jsonDefaults.setDiagnosticsOptions({ validate: false, allowComments: false, enableSchemaRequest: false, schemas });
}

/** Drops examples that would be offered among the project's real fields and parts. */
function withoutTemplateExamples(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((entry) => withoutTemplateExamples(entry));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, entry]) => !(key === 'examples' && Array.isArray(entry) && entry.some(isTemplate)))
      .map(([key, entry]) => [key, withoutTemplateExamples(entry)]),
  );
}

function isTemplate(example: unknown): boolean {
  return typeof example === 'string' && (example.includes('{{') || / [*+] /u.test(example));
}
