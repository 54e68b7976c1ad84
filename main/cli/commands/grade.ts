import type { Command } from 'commander';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import { scores as scoresContract, type GraderFiles } from '../../../shared/contract/graders.ts';
import type { ScorePart, ScoreRow } from '../../../shared/model/score.ts';
import { sampleRef } from '../../../shared/model/ids.ts';
import { AppError } from '../../../shared/rpc/errors.ts';
import type { Client } from '../../../shared/rpc/client.ts';
import { count } from '../../../shared/text/plural.ts';
import { followJob, withProject } from '../open.ts';
import type { CommandContext } from '../types.ts';

type Options = { json?: boolean; grader: string; where?: string; name?: string; reference?: boolean };
const PAGE = 1_000;

export function registerGrade(program: Command, context: CommandContext): void {
  program
    .command('grade')
    .description('score attempts with a grader; naming the file lets its code run')
    .argument('<project>', 'the .assay file')
    .requiredOption('--grader <file>', 'grader.json; files it names as @name are read from beside it')
    .option('--where <query>', 'only samples that match')
    .option('--name <name>', 'name of the grader in the project; that of its file or folder when absent')
    .option('--no-reference', 'skip samples without attempts instead of grading their reference answer')
    .option('--json', 'one JSON document on stdout')
    .action(async (path: string, options: Options) => {
      const output = context.outputFor(options);
      const file = context.resolve(options.grader);
      const files = readGrader(file);
      await withProject(context.environment, context.resolve(path), { write: true }, async (door) => {
        const { client } = door;
        const checked = await client.graders.check({ files });
        const problem = checked.problems.find((one) => one.severity === 'error');
        if (problem !== undefined)
          throw new AppError('grader_invalid', `${problem.file} line ${problem.range.line}: ${problem.message}`, {
            details: checked.problems,
          });
        // Naming a file on the command line is the act of trust.
        await client.graders.trust({ definitionHash: checked.definitionHash });
        const grader = await store(client, options.name ?? nameOf(file), files);
        const { jobId } = await client.scores.run({
          ...grader,
          filter: options.where ?? '',
          withoutAttempts: options.reference === false ? 'skip' : 'reference',
        });
        const job = await followJob(door, jobId, output);
        const { run } = scoresContract.run.result.parse(job.result);
        const scores = await allScores(client, run.id);
        const answer = { grader: run.graderName, version: run.version, run, scores: await shape(client, scores) };
        output.answer(answer, () => [
          `${run.graderName} version ${run.version}: ${count(run.scored, 'attempt')} scored, ${run.skipped} skipped, ${run.errored} errored.`,
          run.mean === null
            ? 'No score to average.'
            : `mean ${run.mean.toFixed(4)}, standard deviation ${(run.std ?? 0).toFixed(4)}, ${run.min} to ${run.max}`,
        ]);
        if (run.scored === 0 && run.errored > 0) context.setExitCode(1);
      });
    });
}

function nameOf(file: string): string {
  const base = basename(file, extname(file));
  return base === 'grader' ? basename(dirname(file)) || base : base;
}

/** The grader file as `grader.json`, with every sibling that it names as `@name`. */
function readGrader(path: string): GraderFiles {
  if (!existsSync(path) || !statSync(path).isFile()) throw new AppError('not_found', `There is no grader at ${path}.`);
  const text = readFileSync(path, 'utf8');
  const files: Record<string, string> = { 'grader.json': text };
  for (const [, name] of text.matchAll(/"@([\w.-]{1,80})"/gu)) {
    const sibling = join(dirname(path), name ?? '');
    if (name !== undefined && existsSync(sibling)) files[name] = readFileSync(sibling, 'utf8');
  }
  return files;
}

async function store(
  client: Client,
  name: string,
  files: GraderFiles,
): Promise<{ graderId: Awaited<ReturnType<Client['graders']['create']>>['graderId']; version: number }> {
  const known = (await client.graders.list({})).find((row) => row.name === name);
  if (known === undefined) return { ...(await client.graders.create({ name, files })), version: 1 };
  const { version } = await client.graders.saveVersion({ graderId: known.id, files });
  return { graderId: known.id, version };
}

async function allScores(client: Client, runId: Parameters<Client['scores']['list']>[0]['runId']): Promise<ScoreRow[]> {
  const rows: ScoreRow[] = [];
  for (;;) {
    const page = await client.scores.list({ runId, from: rows.length, limit: PAGE });
    rows.push(...page.rows);
    if (page.rows.length < PAGE) return rows;
  }
}

async function shape(client: Client, scores: readonly ScoreRow[]): Promise<unknown[]> {
  const numbers = new Map<number, number>();
  for (const sampleId of new Set(scores.map((score) => score.sampleId)))
    for (const attempt of (await client.samples.get({ sampleId })).attempts) numbers.set(attempt.id, attempt.idx + 1);
  return scores.map((score) => ({
    sample: sampleRef(score.sampleId),
    /** 1 for the first attempt; null when the reference was graded. */
    attempt: score.attemptId === null ? null : (numbers.get(score.attemptId) ?? null),
    on: score.on,
    state: score.state,
    value: score.value,
    platformValue: score.platformValue,
    parts: (score.detail?.parts ?? []).map(partOf),
    reason: score.reason,
  }));
}

function partOf({ key, type, state, value, platformValue, reason }: ScorePart): unknown {
  return { key, type, state, value, platformValue, reason };
}
