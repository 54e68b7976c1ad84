import { z } from 'zod';
import { AttemptId, FileRefId, GraderId, RunId, SampleId } from '../model/ids.ts';
import { ExportProblem, GraderProblem } from '../model/problem.ts';
import { RunRow, ScoreRow } from '../model/score.ts';
import { command, job, query } from './define.ts';
import { FILTER_TABLES } from './tables.ts';
import { Empty, FilterText } from './target.ts';

/** `grader.json` and the files it names as `@name`: a sibling's name only, no separators. */
export const GraderFiles = z.record(z.string().regex(/^[\w.-]{1,80}$/u), z.string().max(1_000_000));
export type GraderFiles = z.infer<typeof GraderFiles>;

export const GraderRow = z.object({
  id: GraderId,
  uid: z.string(),
  name: z.string(),
  type: z.string(),
  headVersion: z.int(),
  createdAt: z.number(),
  /** Mean of the latest finished run of the head version. */
  mean: z.number().nullable(),
});

export const FieldInfo = z.object({
  /** As written between braces: `item.reference.decision`, `sample.output_json.amount`. */
  path: z.string(),
  kind: z.enum(['text', 'number', 'bool', 'list', 'object', 'null', 'mixed']),
  /** How many samples (item) or attempts (sample) have a value, of how many. */
  present: z.int(),
  of: z.int(),
  example: z.string().nullable(),
  /** Distinct values when there are few. */
  values: z.array(z.string()).nullable(),
});
export type FieldInfo = z.infer<typeof FieldInfo>;

export const graders = {
  list: query({ input: Empty, output: z.array(GraderRow), reads: ['grader', 'score'] }),
  get: query({
    input: z.object({ graderId: GraderId, version: z.int().nullable() }),
    output: z.object({
      row: GraderRow,
      version: z.int(),
      files: GraderFiles,
      definitionHash: z.string(),
      trusted: z.boolean(),
      versions: z.array(
        z.object({ version: z.int(), note: z.string().nullable(), createdAt: z.number(), definitionHash: z.string() }),
      ),
      /** Files being edited and not saved as a version yet. */
      draft: GraderFiles.nullable(),
    }),
    reads: ['grader', 'score'],
  }),
  templates: query({
    scope: 'app',
    input: Empty,
    output: z.array(z.object({ id: z.string(), title: z.string(), description: z.string(), files: GraderFiles })),
    reads: [],
  }),
  create: command({
    undo: 'journal',
    input: z.object({ name: z.string().min(1).max(80), files: GraderFiles }),
    output: z.object({ graderId: GraderId }),
  }),
  rename: command({
    undo: 'journal',
    input: z.object({ graderId: GraderId, name: z.string().min(1).max(80) }),
    output: Empty,
  }),
  archive: command({ undo: 'journal', input: z.object({ graderId: GraderId }), output: Empty }),
  saveDraft: command({
    undo: 'none',
    input: z.object({ graderId: GraderId, files: GraderFiles.nullable() }),
    output: Empty,
  }),
  /** Versions never change once saved; the same files again answer with the version that has them. */
  saveVersion: command({
    undo: 'journal',
    input: z.object({ graderId: GraderId, files: GraderFiles, note: z.string().max(500).optional() }),
    output: z.object({ version: z.int(), unchanged: z.boolean() }),
  }),
  check: query({
    input: z.object({ files: GraderFiles }),
    output: z.object({
      problems: z.array(GraderProblem),
      /** Python sources in it, and whether each may run here. */
      python: z.array(z.object({ file: z.string(), trusted: z.boolean() })),
      definitionHash: z.string(),
    }),
    reads: ['source', 'sample', 'attempt', 'setting', 'grader'],
  }),
  /** Scores one attempt, the reference answer, or a pasted answer; nothing is stored. */
  preview: query({
    input: z.object({
      files: GraderFiles,
      sampleId: SampleId,
      on: z.union([
        z.object({ attemptId: AttemptId }),
        z.object({ reference: z.literal(true) }),
        z.object({ answer: z.string().max(1_000_000) }),
      ]),
    }),
    output: ScoreRow,
    reads: ['sample', 'attempt', 'setting', 'grader', 'score'],
  }),
  fields: query({ input: Empty, output: z.array(FieldInfo), reads: ['source', 'sample', 'attempt', 'setting'] }),
  /** Values of all fields for one sample and attempt, for hovers. */
  values: query({
    input: z.object({ sampleId: SampleId, attemptId: AttemptId.nullable() }),
    output: z.record(z.string(), z.string()),
    reads: ['sample', 'attempt', 'setting', 'score', 'grader'],
  }),
  /** A person has seen the code and lets this definition run here. */
  trust: command({ undo: 'none', input: z.object({ definitionHash: z.string() }), output: Empty }),
  /** Samples that lack a field. */
  missing: query({
    input: z.object({ path: z.string().max(300) }),
    output: z.object({ count: z.int(), sampleIds: z.array(SampleId) }),
    reads: ['source', 'sample', 'attempt'],
  }),
};

export const Histogram = z.object({
  /** 20 bins over 0..1 when all values lie there, else over [min, max]; `to` of the last bin is inclusive. */
  bins: z.array(z.object({ from: z.number(), to: z.number(), count: z.int(), term: z.string() })),
  scored: z.int(),
  skipped: z.int(),
  errored: z.int(),
  mean: z.number().nullable(),
  std: z.number().nullable(),
  /** Scores at exactly 0 or 1. */
  atWalls: z.int(),
  distinct: z.int(),
});

export const scores = {
  run: job({
    input: z.object({
      graderId: GraderId,
      version: z.int(),
      filter: FilterText,
      /** For samples without attempts: grade their reference answer, or skip them with a reason. */
      withoutAttempts: z.enum(['reference', 'skip']),
    }),
    result: z.object({ run: RunRow }),
  }),
  runs: query({
    input: z.object({ graderId: GraderId.nullable() }),
    output: z.array(RunRow),
    reads: ['score', 'grader', 'sample'],
  }),
  histogram: query({
    input: z.object({ runId: RunId, part: z.string().nullable() }),
    output: Histogram,
    reads: ['score'],
  }),
  /** Keys of a run's parts with their means. */
  parts: query({
    input: z.object({ runId: RunId }),
    output: z.array(
      z.object({ key: z.string(), type: z.string(), mean: z.number().nullable(), scored: z.int(), errored: z.int() }),
    ),
    reads: ['score'],
  }),
  forSample: query({
    input: z.object({ sampleId: SampleId, runId: RunId.nullable() }),
    output: z.object({ run: RunRow.nullable(), scores: z.array(ScoreRow), stale: z.boolean() }),
    reads: ['score', 'grader', 'sample'],
  }),
  list: query({
    input: z.object({ runId: RunId, from: z.int().nonnegative(), limit: z.int().min(1).max(1_000) }),
    output: z.object({ total: z.int(), rows: z.array(ScoreRow) }),
    reads: ['score'],
  }),
  /** Distinct reasons of skipped and errored scores with counts. */
  reasons: query({
    input: z.object({ runId: RunId }),
    output: z.array(
      z.object({ state: z.enum(['skipped', 'errored']), reason: z.string(), count: z.int(), term: z.string() }),
    ),
    reads: ['score'],
  }),
};

export const TargetInfo = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string(),
  files: z.array(z.string()),
});
export const ExportSpec = z.object({
  target: z.string().max(60),
  /** Which samples; `decision:include` when nothing else was asked for. */
  filter: FilterText,
  graderId: GraderId.nullable(),
  version: z.int().nullable(),
  seed: z.int().min(0).max(2_147_483_647),
  /** Share of samples that go to validation. */
  validationShare: z.number().min(0.01).max(0.9),
  /** Leave lines with errors out instead of refusing. */
  leaveOutErrors: z.boolean(),
  /**
   * Why a person lets samples go out with personal data open or not looked for; without it they refuse the package. It is
   * written into the package and into the project's history.
   */
  allowPersonalData: z.string().trim().min(3).max(500).exactOptional(),
});
export type ExportSpec = z.infer<typeof ExportSpec>;
export const PackageFile = z.object({
  path: z.string(),
  bytes: z.int(),
  sha256: z.string(),
  records: z.int().nullable(),
});
export const ExportResult = z.object({
  exportId: z.int(),
  out: z.string(),
  files: z.array(PackageFile),
  problems: z.array(ExportProblem),
  leftOut: z.int(),
});
export type ExportResult = z.infer<typeof ExportResult>;

export const exports = {
  targets: query({ scope: 'app', input: Empty, output: z.array(TargetInfo), reads: [] }),
  /** The package as it would be written: problems, files, sizes and hashes. Nothing is written. */
  preview: query({
    input: ExportSpec,
    output: z.object({
      total: z.int(),
      train: z.int(),
      validation: z.int(),
      /** Held out for a last comparison. */
      test: z.int(),
      problems: z.array(ExportProblem),
      problemCount: z.object({ errors: z.int(), warnings: z.int(), linesWithErrors: z.int() }),
      /** What was checked and holds, one sentence each. */
      passed: z.array(z.string()),
      files: z.array(PackageFile),
    }),
    reads: [...FILTER_TABLES, 'setting', 'privacy', 'split', 'similar'],
  }),
  run: job({
    input: ExportSpec.extend({
      /** Folder to make the package's folder in; the home folder when absent. */
      folderRef: FileRefId.optional(),
      /** The package's own folder, from a host that can name it exactly; wins over `folderRef`. */
      outRef: FileRefId.optional(),
    }),
    result: ExportResult,
  }),
  list: query({
    input: Empty,
    output: z.array(
      z.object({
        exportId: z.int(),
        target: z.string(),
        out: z.string(),
        records: z.int(),
        /** Samples left out because of errors; null when its manifest does not say. */
        leftOut: z.int().nullable(),
        bytes: z.int(),
        /** Hash of `manifest.json`, which holds the hashes of all other files. */
        manifestSha256: z.string(),
        createdAt: z.number(),
        files: z.array(PackageFile),
        present: z.boolean(),
      }),
    ),
    reads: ['export'],
  }),
  /** A file of a written package, or the whole of it as a zip when `path` is null, for download. */
  download: command({
    undo: 'none',
    input: z.object({ exportId: z.int(), path: z.string().max(300).nullable() }),
    output: z.object({ downloadId: z.string() }),
  }),
  /** Text of a file of a written package, cut at 200 kB. */
  read: query({
    input: z.object({ exportId: z.int(), path: z.string().max(300) }),
    output: z.object({ text: z.string(), truncated: z.boolean() }),
    reads: ['export'],
  }),
};
