import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { GraderProblem } from '../../../shared/model/problem.ts';
import { createTestBackend, jsonLines, type TestBackend } from '../testing/backend.ts';

let t: TestBackend;
beforeEach(async () => {
  t = await createTestBackend();
});
afterEach(() => t.close());

/** A mistake that only Python's own parser finds: the quick reading takes it for an expression. */
const BROKEN = 'def grade(sample, item):\n    x = 1 +* 2\n    return 1.0\n';
const pythonFiles = (source: string): Record<string, string> => ({
  'grader.json': JSON.stringify({ type: 'python', name: 'p', source: '@p.py' }),
  'p.py': source,
});

/** Asks as the editor does: at once, and again when the graders are announced as changed. */
async function settledProblems(files: Record<string, string>): Promise<readonly GraderProblem[]> {
  const changed = Promise.withResolvers<undefined>();
  const stop = t.client.on('changed', ({ tables }) => {
    if (tables.includes('grader')) changed.resolve(undefined);
  });
  const first = await t.client.graders.check({ files });
  if (first.problems.length > 0) return first.problems;
  await changed.promise;
  stop();
  return (await t.client.graders.check({ files })).problems;
}

describe('checking a Python grader in the editor', () => {
  it('marks a syntax error with its line and what Python says of it, though Python has to start first', async () => {
    const problems = await settledProblems(pythonFiles(BROKEN));
    expect(problems).toMatchObject([
      { file: 'p.py', severity: 'error', code: 'python_syntax', range: { line: 2, column: 12, endLine: 2 } },
    ]);
    expect(problems[0]?.message).toMatch(/^Python cannot read this: /u);
  }, 60_000);
});

describe('packing a Python grader', () => {
  it('is refused for a syntax error that only Python finds', async () => {
    const claim = (at: number): unknown => ({ messages: [{ role: 'user', content: `Claim ${at}` }], answer: `${at}` });
    await t.importFile(t.file('a.jsonl', jsonLines(Array.from({ length: 12 }, (_, at) => claim(at)))));
    const { graderId } = await t.client.graders.create({ name: 'p', files: pythonFiles(BROKEN) });
    const spec = { target: 'openai-rft', filter: '', seed: 1, validationShare: 0.2, leaveOutErrors: true };
    const { jobId } = await t.client.exports.run({ ...spec, graderId, version: 1 });
    const job = await t.finish(jobId);
    expect([job.state, job.error?.code]).toEqual(['failed', 'export_invalid']);
    expect(job.error?.message).toMatch(/p\.py line 2: Python cannot read this: /u);
  }, 60_000);
});
