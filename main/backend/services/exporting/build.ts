import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ExportSpec } from '../../../../shared/contract/graders.ts';
import type { ExportProblem } from '../../../../shared/model/problem.ts';
import { AppError } from '../../../../shared/rpc/errors.ts';
import { count } from '../../../../shared/text/plural.ts';
import type { ProjectContext } from '../../context.ts';
import { getSampleBody } from '../../store/samples.ts';
import { privacyGate } from '../privacy/gate.ts';
import { leakGate } from '../splitting/gate.ts';
import { responseFormat } from '../scoring/inputs.ts';
import { renderCard } from './card.ts';
import { graderPart } from './grader-part.ts';
import { renderManifest } from './manifest.ts';
import { planExport, type ExportPlan, type Split } from './plan.ts';
import { createSetChecks, type SetChecks } from './set-checks.ts';
import type { PackageSink, WrittenFile } from './sink.ts';

export type BuiltPackage = {
  readonly files: readonly WrittenFile[];
  readonly problems: readonly ExportProblem[];
  /** Errors and warnings in all; the list above holds at most MAX_PROBLEMS. */
  readonly problemCount: { errors: number; warnings: number; linesWithErrors: number };
  readonly total: number;
  readonly counts: Readonly<Record<Split, number>>;
  readonly leftOut: number;
  readonly passed: readonly string[];
  readonly manifest: string;
  /** Why a person let personal data out all the same; null when nothing stood in the way. */
  readonly allowed: string | null;
};

/** Problems listed one by one; beyond them only the counts grow. */
const MAX_PROBLEMS = 500;
const LINES_A_TURN = 200;

/**
 * Makes a package line by line, so that its size does not matter: every line is validated first, lines with errors are
 * left out and listed. The same project, options and seed give the same bytes.
 */
export async function buildPackage(
  project: ProjectContext,
  spec: ExportSpec,
  sink: PackageSink,
  io: BuildIo,
): Promise<BuiltPackage> {
  const grader = await graderPart(project, spec, io.signal);
  const plan = planExport(project, spec);
  const checks = createSetChecks(plan.exporter);
  const collected = createCollector();
  const data = await writeLines(project, plan, { sink, checks, collected, io, itemPaths: grader?.itemPaths ?? [] });
  for (const problem of grader?.problems ?? [noGrader()]) collected.add(problem);
  const ids = plan.lines.map(({ id }) => id);
  const privacy = privacyGate(project, ids, spec.allowPersonalData);
  for (const problem of privacy.problems) collected.add(problem);
  const leaks = leakGate(project, ids);
  for (const problem of [...leaks.problems, ...unassignedProblems(plan)]) collected.add(problem);
  if (leaks.checked === 'none') collected.cannotTell('leaks_open');
  const [train, validation] = data.files;
  for (const problem of checks.problems({ train: train.bytes, validation: validation.bytes })) collected.add(problem);
  const files: WrittenFile[] = [...data.files];
  const write = async (path: string, text: string): Promise<void> => {
    const file = await sink.file(path);
    await file.write(text);
    files.push(await file.end(null));
  };
  if (grader !== null) await write('grader.json', pretty(plan.exporter.toGrader(grader.definition)));
  const format = responseFormat(project);
  if (format !== null) await write('response_format.json', pretty(format));
  const { counts, leftOut } = data;
  const about = { project, spec, exporter: plan.exporter, stored: plan.stored };
  const facts = { ...about, grader, privacy, leaks, counts, leftOut, problems: collected.all };
  await write('README.md', renderCard({ ...facts, files }));
  const manifest = renderManifest({ ...facts, files });
  await write('manifest.json', manifest);
  return {
    files,
    problems: collected.all,
    problemCount: { ...collected.counts, linesWithErrors: leftOut },
    total: plan.lines.length,
    counts,
    leftOut,
    passed: collected.passed(),
    manifest,
    allowed: privacy.allowed,
  };
}

type BuildIo = { readonly signal: AbortSignal; readonly report: (done: number, total: number) => void };
type LineWork = {
  readonly sink: PackageSink;
  readonly checks: SetChecks;
  readonly collected: ReturnType<typeof createCollector>;
  readonly io: BuildIo;
  readonly itemPaths: readonly string[];
};
type WrittenLines = {
  /** The third is there when samples are held out for a last test. */
  readonly files: readonly [train: WrittenFile, validation: WrittenFile, ...test: WrittenFile[]];
  readonly counts: Readonly<Record<Split, number>>;
  readonly leftOut: number;
};

async function writeLines(project: ProjectContext, plan: ExportPlan, work: LineWork): Promise<WrittenLines> {
  const { exporter, lines } = plan;
  const { sink, checks, collected, io, itemPaths } = work;
  const outputs = {
    train: await sink.file('train.jsonl'),
    validation: await sink.file('validation.jsonl'),
    test: lines.some(({ split }) => split === 'test') ? await sink.file('test.jsonl') : null,
  };
  const counts: Record<Split, number> = { train: 0, validation: 0, test: 0 };
  let leftOut = 0;
  for (const [at, { id, split }] of lines.entries()) {
    if (at % LINES_A_TURN === 0) {
      io.report(at, lines.length);
      await nextTurn();
      if (io.signal.aborted) throw new AppError('cancelled', 'Cancelled.');
    }
    const sample = getSampleBody(project.db, id);
    if (sample === undefined) continue;
    const line = exporter.toLine(sample);
    const problems = exporter.validateLine(line, { itemPaths });
    const hasError = problems.some((problem) => problem.severity === 'error');
    const number = hasError ? null : counts[split] + 1;
    for (const problem of problems) collected.add({ ...problem, sampleId: id, file: `${split}.jsonl`, line: number });
    if (hasError) {
      leftOut += 1;
      continue;
    }
    counts[split] += 1;
    checks.add(line, split, sample.prompt.filter((message) => message.role === 'system').length);
    await outputs[split]?.write(`${JSON.stringify(line)}\n`);
  }
  const train = await outputs.train.end(counts.train);
  const validation = await outputs.validation.end(counts.validation);
  const test = outputs.test === null ? [] : [await outputs.test.end(counts.test)];
  return { files: [train, validation, ...test], counts, leftOut };
}

function pretty(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

function noGrader(): ExportProblem {
  return {
    severity: 'warning',
    code: 'no_grader',
    message: 'No grader was chosen, so the package has no grader.json. A trainer needs one.',
    sampleId: null,
    file: 'grader.json',
    line: null,
    path: null,
  };
}

function unassignedProblems({ stored }: ExportPlan): ExportProblem[] {
  if (stored === null || stored.unassigned === 0) return [];
  const isOne = stored.unassigned === 1;
  const message = `${count(stored.unassigned, 'sample')} ${isOne ? 'has' : 'have'} no split and ${isOne ? 'is' : 'are'} left out. Split again to place ${isOne ? 'it' : 'them'}.`;
  return [{ severity: 'warning', code: 'no_split', message, sampleId: null, file: null, line: null, path: null }];
}

/** What was checked and holds when none of these codes came up. */
const PASSED: readonly { readonly codes: readonly string[]; readonly sentence: string }[] = [
  { codes: ['orphan_result', 'missing_result'], sentence: 'Every call has one result, every result has a call' },
  { codes: ['missing_variable'], sentence: 'Grader variables exist in every line' },
  { codes: ['last_not_user', 'no_user'], sentence: 'Every prompt ends in a user turn' },
  { codes: ['in_both_files'], sentence: 'No sample is in both train and validation' },
  { codes: ['leaks_open', 'leaks_unchecked'], sentence: 'No leak between the splits is open' },
  { codes: ['no_reference', 'blank_reference'], sentence: 'Every line has a reference' },
  { codes: ['bad_arguments'], sentence: 'All call arguments are valid JSON' },
  {
    codes: ['personal_data_open', 'personal_data_unscanned'],
    sentence: 'No personal data that the scan knows is open in any sample',
  },
];

function createCollector(): {
  readonly all: ExportProblem[];
  readonly counts: { errors: number; warnings: number };
  readonly add: (problem: ExportProblem) => void;
  /** Keeps what the code stands for from being called checked. */
  readonly cannotTell: (code: string) => void;
  readonly passed: () => string[];
} {
  const all: ExportProblem[] = [];
  const counts = { errors: 0, warnings: 0 };
  const codes = new Set<string>();
  return {
    all,
    counts,
    add(problem) {
      codes.add(problem.code);
      if (problem.severity === 'error') counts.errors += 1;
      else counts.warnings += 1;
      if (all.length < MAX_PROBLEMS) all.push(problem);
    },
    cannotTell: (code) => void codes.add(code),
    passed: () => PASSED.filter((check) => !check.codes.some((code) => codes.has(code))).map((check) => check.sentence),
  };
}
