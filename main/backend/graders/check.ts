import type { FieldInfo, GraderFiles } from '../../../shared/contract/graders.ts';
import { GraderDefinition } from '../../../shared/graders/definition.ts';
import type { GraderType } from '../../../shared/graders/definition.ts';
import type { Segment } from '../../../shared/graders/template.ts';
import { parseTemplate } from '../../../shared/graders/template.ts';
import { templateFields } from '../../../shared/graders/variables.ts';
import type { TemplateField } from '../../../shared/graders/variables.ts';
import type { JsonValue } from '../../../shared/model/json.ts';
import type { GraderProblem } from '../../../shared/model/problem.ts';
import { checkComparison } from './check-comparison.ts';
import { checkMulti } from './check-multi.ts';
import { checkTemplate } from './check-references.ts';
import type { ReferenceContext } from './check-references.ts';
import { checkSchema } from './check-schema.ts';
import { checkSources } from './check-sources.ts';
import type { PythonText } from './check-sources.ts';
import { fileReference, fileText } from './files.ts';
import { GRADER_FILE, inString, ProblemList } from './findings.ts';
import type { Report } from './findings.ts';
import { exactNode, propertiesOf, readJsonSource } from './json-source.ts';
import type { JsonSource } from './json-source.ts';
import { KnownFields } from './known-fields.ts';
import { parseSource } from './python-findings.ts';
import type { PythonHost } from './python/host.ts';
import { asksForJson } from './sample-view.ts';

export type CheckContext = {
  /** Fields of the project's samples and answers; null or empty when there are none to compare with. */
  readonly fields: readonly FieldInfo[] | null;
  readonly responseFormat: JsonValue;
};

export type CheckResult = {
  readonly problems: readonly GraderProblem[];
  /** The definition as written (`@name` not put in), when no error keeps it from running. */
  readonly definition: GraderDefinition | null;
};

/**
 * Checks the files of a grader without running anything: JSON, fields, templates against the project's fields, formula,
 * files named, Python by a quick reading. Never throws on bad input.
 *
 * @returns every problem with its place and, where one exists, its fix; and the definition when nothing is an error
 */
export function checkGrader(files: GraderFiles, context: CheckContext): CheckResult {
  return resultOf(examine(files, context));
}

/**
 * As `checkGrader`, and lets Python's own parser read the sources, which finds every syntax error. Nothing of them runs,
 * so no consent is needed. Where Python does not start, a note says so.
 *
 * @throws {AppError} `cancelled`
 */
export async function checkGraderWithPython(
  files: GraderFiles,
  context: CheckContext,
  python: PythonHost,
  signal: AbortSignal,
): Promise<CheckResult> {
  const examined = examine(files, context);
  for (const { text, report } of examined.python)
    for (const finding of await parseSource(text, python, signal)) report(finding);
  return resultOf(examined);
}

type Examined = {
  readonly problems: ProblemList;
  readonly source: JsonSource | null;
  readonly python: readonly PythonText[];
};

function examine(files: GraderFiles, context: CheckContext): Examined {
  const problems = new ProblemList(new Map(Object.entries(files)));
  const report = problems.reportTo(GRADER_FILE);
  const text = fileText(files, GRADER_FILE);
  if (text === undefined) {
    const message = 'There is no grader.json. It holds the definition of the grader.';
    report({ offset: 0, length: 0, severity: 'error', code: 'file_missing', message, fixes: [] });
    return { problems, source: null, python: [] };
  }
  const source = readJsonSource(text, report);
  if (source.root === undefined) return { problems, source, python: [] };
  checkOne(source, [], report);
  const { messages, python } = checkSources(source, files, problems);
  const fields = context.fields === null ? null : new KnownFields(context.fields, context.responseFormat);
  const base = { fields, hasOutputJson: asksForJson(context.responseFormat), hints: [] };
  checkTemplates(source, files, base, report);
  for (const message of messages) checkTemplate(message.text, base, problems.reportTo(message.file));
  return { problems, source, python };
}

function resultOf({ problems, source }: Examined): CheckResult {
  const found = problems.problems();
  return { problems: found, definition: source === null ? null : definitionOf(source, found) };
}

function definitionOf(source: JsonSource, problems: readonly GraderProblem[]): GraderDefinition | null {
  if (!source.valid || problems.some((problem) => problem.severity === 'error')) return null;
  const parsed = GraderDefinition.safeParse(JSON.parse(source.text));
  return parsed.success ? parsed.data : null;
}

function checkOne(source: JsonSource, path: readonly Segment[], report: Report): void {
  const type = checkSchema(source, path, report);
  const node = exactNode(source, path);
  if (type === null || node === undefined) return;
  if (isComparison(type)) checkComparison(source, node, report);
  if (type !== 'multi') return;
  checkMulti(source, node, report);
  const graders = propertiesOf(node).get('graders')?.value;
  if (graders === undefined || propertiesOf(graders).get('type')?.value?.type === 'string') return;
  for (const key of propertiesOf(graders).keys()) checkOne(source, [...path, 'graders', key], report);
}

function isComparison(type: GraderType): boolean {
  return type === 'string_check' || type === 'text_similarity';
}

function checkTemplates(source: JsonSource, files: GraderFiles, base: ReferenceContext, report: Report): void {
  const fields = templateFields(source.value);
  for (const field of fields) {
    const node = exactNode(source, field.at);
    if (node?.type !== 'string') continue;
    const name = fileReference(field.text);
    if (field.at.at(-1) === 'content' && name !== null && fileText(files, name) !== undefined) continue;
    const context = { ...base, hints: namesBeside(field, fields) };
    checkTemplate(field.text, context, inString(report, source.text, node.offset));
  }
}

/** Last names of references in the other texts of the same grader. */
function namesBeside(field: TemplateField, all: readonly TemplateField[]): readonly string[] {
  const grader = (one: TemplateField): string => JSON.stringify(one.at[0] === 'graders' ? one.at.slice(0, 2) : []);
  return all
    .filter((other) => other !== field && grader(other) === grader(field))
    .flatMap((other) => parseTemplate(other.text).references)
    .flatMap(({ segments }) => segments.filter((segment) => typeof segment === 'string').slice(-1));
}
