import { setTimeout as delay } from 'node:timers/promises';
import type { z } from 'zod';
import type { GraderFiles, graders } from '../../../shared/contract/graders.ts';
import { GraderId } from '../../../shared/model/ids.ts';
import type { GraderProblem } from '../../../shared/model/problem.ts';
import type { ScoreRow } from '../../../shared/model/score.ts';
import { AppError, invariant } from '../../../shared/rpc/errors.ts';
import type { ProjectContext } from '../context.ts';
import { checkGrader, checkGraderWithPython, type CheckContext, type CheckResult } from '../graders/check.ts';
import { definitionHash, graderType, pythonFiles } from '../graders/files.ts';
import { answerFromText, referenceAnswer, toGradedSample, toItem } from '../graders/sample-view.ts';
import type { GradeInput } from '../graders/types.ts';
import { listFields } from '../store/fields.ts';
import { getDraft, getGrader, insertGrader, insertVersion, listVersions, versionFiles } from '../store/graders.ts';
import { getAttempt, getSampleBody } from '../store/samples.ts';
import { compileTrusted, mayRun } from './scoring/compile.ts';
import { responseFormat } from './scoring/inputs.ts';

type Check = z.output<(typeof graders)['check']['output']>;
type PreviewInput = z.output<(typeof graders)['preview']['input']>;
type Details = z.output<(typeof graders)['get']['output']>;

/** @returns everything of a grader; the head version unless one is named */
export function graderDetails(project: ProjectContext, graderId: number, version: number | null): Details {
  const row = getGrader(project.db, graderId);
  const stored = row === undefined ? undefined : versionFiles(project.db, graderId, version ?? row.headVersion);
  if (row === undefined || stored === undefined)
    throw new AppError(
      'not_found',
      version === null ? 'This grader is gone.' : `This grader has no version ${version}.`,
    );
  return {
    row,
    version: version ?? row.headVersion,
    files: stored.files,
    definitionHash: stored.definitionHash,
    trusted: mayRun(project.app, stored.files),
    versions: listVersions(project.db, graderId),
    draft: getDraft(project.db, graderId),
  };
}

export function createGrader(project: ProjectContext, name: string, files: GraderFiles): GraderId {
  const { value } = project.act({ kind: 'grader.create', label: `Create grader ${name}`, tables: ['grader'] }, () => {
    const at = project.app.clock.now();
    const graderId = insertGrader(project.db, { uid: project.app.ids.uuid(), name, at });
    insertVersion(project.db, { graderId, ...versionOf(files), note: null, at });
    return graderId;
  });
  return GraderId.parse(value);
}

export function saveVersion(
  project: ProjectContext,
  graderId: number,
  files: GraderFiles,
  note: string | null,
): { version: number; unchanged: boolean } {
  const row = getGrader(project.db, graderId);
  if (row === undefined) throw new AppError('not_found', 'This grader is gone.');
  const { value } = project.act(
    (saved: { version: number }) => ({
      kind: 'grader.version',
      label: `Save ${row.name} version ${saved.version}`,
      tables: ['grader'],
    }),
    () => insertVersion(project.db, { graderId, ...versionOf(files), note, at: project.app.clock.now() }),
  );
  return value;
}

function versionOf(files: GraderFiles): { type: string; files: GraderFiles; definitionHash: string } {
  return { type: graderType(files) ?? 'unknown', files, definitionHash: definitionHash(files) };
}

/** A first start of Python takes seconds; marks of the rest are not kept waiting for it longer than this. */
const PYTHON_PATIENCE_MS = 500;

/**
 * Checks files as they stand in the editor against every sample's fields; Python reads its sources itself. Nothing runs.
 * Where Python is still starting, the answer comes without its findings, and graders are announced as changed once it
 * has some.
 */
export async function checkFiles(project: ProjectContext, files: GraderFiles, signal: AbortSignal): Promise<Check> {
  const context = checkContext(project);
  const isAllowed = mayRun(project.app, files);
  const python = pythonFiles(files);
  const quick = checkGrader(files, context);
  const answer = ({ problems }: CheckResult): Check => ({
    problems: [...problems],
    python: python.map((file) => ({ file, trusted: isAllowed })),
    definitionHash: definitionHash(files),
  });
  if (python.length === 0) return answer(quick);
  const whole = checkGraderWithPython(files, context, project.app.python(), signal);
  const soon = await Promise.race([whole, delay(PYTHON_PATIENCE_MS, null, { ref: false })]);
  if (soon !== null) return answer(soon);
  void announceLater(project, whole, quick.problems.length);
  return answer(quick);
}

async function announceLater(project: ProjectContext, whole: Promise<CheckResult>, known: number): Promise<void> {
  try {
    const { problems } = await whole;
    const isNews = problems.length > known && problems.every(({ code }) => code !== 'python_unavailable');
    if (isNews) project.announce(['grader'], null);
  } catch {
    // Whoever asked has been answered; a failure shows at the next check.
  }
}

/**
 * As `checkFiles`, for a grader that leaves the project: waits for Python.
 *
 * @throws {AppError} `cancelled`
 */
export async function checkForPackage(
  project: ProjectContext,
  files: GraderFiles,
  signal: AbortSignal,
): Promise<readonly GraderProblem[]> {
  const context = checkContext(project);
  if (pythonFiles(files).length === 0) return checkGrader(files, context).problems;
  return (await checkGraderWithPython(files, context, project.app.python(), signal)).problems;
}

function checkContext(project: ProjectContext): CheckContext {
  const format = responseFormat(project);
  return { fields: listFields(project.db, format), responseFormat: format };
}

/** Scores one answer with files as they stand in the editor; nothing is stored. */
export async function previewScore(
  project: ProjectContext,
  input: PreviewInput,
  signal: AbortSignal,
): Promise<ScoreRow> {
  const grader = await compileTrusted(project, input.files);
  const graded = previewInput(project, input);
  if ('skip' in graded)
    return {
      sampleId: input.sampleId,
      attemptId: null,
      on: 'reference',
      state: 'skipped',
      value: null,
      platformValue: null,
      reason: graded.skip,
      detail: null,
    };
  const [part] = await grader.gradeMany([graded.input], signal);
  invariant(part, 'a grader answers every input');
  return {
    sampleId: input.sampleId,
    attemptId: 'attemptId' in input.on ? input.on.attemptId : null,
    on: 'attemptId' in input.on ? 'attempt' : 'reference' in input.on ? 'reference' : 'pasted',
    state: part.state,
    value: part.value,
    platformValue: part.platformValue,
    reason: part.reason,
    detail: part,
  };
}

function previewInput(project: ProjectContext, input: PreviewInput): { input: GradeInput } | { skip: string } {
  const body = getSampleBody(project.db, input.sampleId);
  if (body === undefined) throw new AppError('not_found', 'This sample is gone.');
  const format = { responseFormat: responseFormat(project) };
  const item = toItem(body.prompt, body.tools, body.reference);
  if ('attemptId' in input.on) {
    const attempt = getAttempt(project.db, input.on.attemptId);
    if (attempt === undefined) throw new AppError('not_found', 'This attempt is gone.');
    return { input: { item, sample: toGradedSample(attempt.messages, format) } };
  }
  if ('answer' in input.on) return { input: { item, sample: answerFromText(input.on.answer, format) } };
  const answer = referenceAnswer(body.reference);
  if (answer === null) return { skip: 'The sample has no reference answer.' };
  return { input: { item, sample: answerFromText(answer.text, format) } };
}
