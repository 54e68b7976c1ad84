import { z } from 'zod';
import { AttemptId, SampleId, SourceId, ViewId } from '../model/ids.ts';
import { JsonRecord } from '../model/json.ts';
import { Message, ToolDef } from '../model/message.ts';
import { AttemptDetail, Decision, Flag, FlagState, SampleDetail, SampleRow } from '../model/sample.ts';
import { command, job, query } from './define.ts';
import { FILTER_TABLES, ROW_TABLES } from './tables.ts';
import { Changed, Empty, FilterText, SampleTarget, Sort } from './target.ts';

export const views = {
  /** Freezes the order of the samples that match, so that pages, ranges and next/previous are positions. */
  open: query({
    input: z.object({ filter: FilterText, sort: Sort }),
    output: z.object({ viewId: ViewId, total: z.int(), revision: z.int() }),
    reads: [],
  }),
  rows: query({
    input: z.object({ viewId: ViewId, from: z.int().nonnegative(), to: z.int().nonnegative() }),
    output: z.array(SampleRow),
    reads: ROW_TABLES,
  }),
  /** Where a sample stands in a view, null when it is not in it. */
  position: query({
    input: z.object({ viewId: ViewId, sampleId: SampleId }),
    output: z.object({ position: z.int().nullable() }),
    reads: [],
  }),
  /** How the view differs from what its filter would give now. */
  drift: query({
    input: z.object({ viewId: ViewId }),
    output: z.object({ gone: z.int(), added: z.int() }),
    reads: FILTER_TABLES,
  }),
};

export const FacetValue = z.object({
  value: z.string(),
  label: z.string(),
  /** Matching the other filters. */
  count: z.int(),
  /** In the whole project. */
  total: z.int(),
  /** The filter term that selects this value. */
  term: z.string(),
});
export const facets = {
  list: query({
    input: Empty,
    output: z.array(z.object({ key: z.string(), title: z.string(), kind: z.enum(['text', 'number', 'bool']) })),
    reads: ['facet', 'sample'],
  }),
  /** Counts of each facet's values, each under the filter without that facet's own terms. */
  counts: query({
    input: z.object({ filter: FilterText, keys: z.array(z.string()).max(40).optional() }),
    output: z.array(
      z.object({
        key: z.string(),
        title: z.string(),
        values: z.array(FacetValue),
        /** Distinct values beyond those listed. */
        more: z.int(),
      }),
    ),
    reads: FILTER_TABLES,
  }),
};

export const FilterProblem = z.object({
  message: z.string(),
  /** UTF-16 offsets into the filter text. */
  from: z.int(),
  to: z.int(),
  suggestion: z.string().nullable(),
});
export const filters = {
  /** Checks a filter text and counts what it matches. */
  check: query({
    input: z.object({ filter: FilterText }),
    output: z.object({ problem: FilterProblem.nullable(), total: z.int().nullable() }),
    reads: FILTER_TABLES,
  }),
  /** Completions at an offset of a filter text: fields, operators and real values. */
  complete: query({
    input: z.object({ filter: FilterText, offset: z.int().nonnegative() }),
    output: z.object({
      from: z.int(),
      to: z.int(),
      items: z.array(z.object({ text: z.string(), label: z.string(), detail: z.string() })),
    }),
    reads: FILTER_TABLES,
  }),
  /** When a filter matches nothing: the smallest change that brings results. */
  relax: query({
    input: z.object({ filter: FilterText }),
    output: z.array(z.object({ filter: z.string(), without: z.string(), total: z.int() })),
    reads: FILTER_TABLES,
  }),
};

export const SavedView = z.object({
  id: z.int(),
  name: z.string(),
  filter: z.string(),
  sort: Sort,
  columns: z.array(z.string()),
  count: z.int(),
});
export const savedViews = {
  list: query({ input: Empty, output: z.array(SavedView), reads: ['view', ...FILTER_TABLES] }),
  save: command({
    undo: 'journal',
    input: z.object({
      id: z.int().nullable(),
      name: z.string().min(1).max(80),
      filter: FilterText,
      sort: Sort,
      columns: z.array(z.string()).max(40),
    }),
    output: z.object({ id: z.int() }),
  }),
  remove: command({ undo: 'journal', input: z.object({ id: z.int() }), output: Empty }),
};

export const SampleDraft = z.object({
  title: z.string().max(300).optional(),
  prompt: z.array(Message).min(1).max(10_000),
  tools: z.array(ToolDef).max(1_000),
  reference: JsonRecord,
});

export const samples = {
  get: query({ input: z.object({ sampleId: SampleId }), output: SampleDetail, reads: ROW_TABLES }),
  attempt: query({
    input: z.object({ attemptId: AttemptId }),
    output: AttemptDetail,
    reads: ['attempt', 'score', 'grader'],
  }),
  /**
   * A sample or one of its attempts as it is stored, as JSON. Records that were read are not kept besides: what is not
   * modelled is under `extras`, and a record that was refused is with its raw text in `sources.issues`.
   */
  raw: query({
    input: z.object({ sampleId: SampleId, attemptId: AttemptId.nullable() }),
    output: z.object({ text: z.string(), truncated: z.boolean() }),
    reads: ['sample', 'attempt', 'score', 'grader'],
  }),
  create: command({ undo: 'journal', input: SampleDraft, output: z.object({ sampleId: SampleId }) }),
  /** Pasted text: JSON of a known form, or plain text as one user turn. */
  paste: command({
    undo: 'journal',
    input: z.object({ text: z.string().min(1).max(4_000_000) }),
    output: z.object({ sampleIds: z.array(SampleId), format: z.string() }),
  }),
  duplicate: command({
    undo: 'journal',
    input: z.object({ sampleId: SampleId }),
    output: z.object({ sampleId: SampleId }),
  }),
  /** Changes raise the sample's revision; scores made before are marked stale. */
  update: command({
    undo: 'journal',
    input: z.object({ sampleId: SampleId, change: SampleDraft.partial() }),
    output: Changed,
  }),
  /** Leaves samples undecided and raises the flag `needs-work` on each, as one action; the note goes with the flag. */
  needWork: command({
    undo: 'journal',
    input: z.object({ target: SampleTarget, note: z.string().min(1).max(500).optional() }),
    output: Changed,
  }),
};

export const decisions = {
  set: command({
    undo: 'journal',
    input: z.object({
      target: SampleTarget,
      state: Decision,
      reason: z.string().max(200).optional(),
      note: z.string().max(4_000).optional(),
    }),
    output: Changed,
  }),
};

export const tags = {
  list: query({
    input: Empty,
    output: z.array(z.object({ name: z.string(), count: z.int() })),
    reads: ['tag', 'sample', 'source'],
  }),
  set: command({
    undo: 'journal',
    input: z.object({
      target: SampleTarget,
      add: z.array(z.string().min(1).max(60)).max(20),
      remove: z.array(z.string().min(1).max(60)).max(20),
    }),
    output: Changed,
  }),
};

export const flags = {
  rules: query({
    input: Empty,
    output: z.array(
      z.object({
        id: z.string(),
        title: z.string(),
        description: z.string(),
        severity: z.enum(['info', 'warn', 'error']),
        open: z.int(),
      }),
    ),
    reads: ['flag', 'sample', 'source'],
  }),
  forSample: query({ input: z.object({ sampleId: SampleId }), output: z.array(Flag), reads: ['flag'] }),
  scan: job({ input: Empty, result: z.object({ scanned: z.int(), raised: z.int(), cleared: z.int() }) }),
  /**
   * The open and confirmed flags of the samples of a filter. Where the project can only be read, checks run anew and nothing
   * is stored: findings then have no state but `open`, and those that people and scans for private data raised are left out.
   */
  findings: query({
    input: z.object({ filter: FilterText.default(''), limit: z.int().min(0).max(100_000).default(10_000) }),
    output: z.object({
      samples: z.int(),
      total: z.int(),
      byRule: z.record(z.string(), z.int()),
      findings: z.array(Flag.omit({ id: true })),
    }),
    reads: [...FILTER_TABLES],
  }),
  setState: command({
    undo: 'journal',
    input: z.object({ flagIds: z.array(z.int()).min(1).max(10_000), state: FlagState }),
    output: Changed,
  }),
  /** A person's own flag, with a note. */
  raise: command({
    undo: 'journal',
    input: z.object({ target: SampleTarget, note: z.string().min(1).max(500) }),
    output: Changed,
  }),
};

export const SampleStats = z.object({
  samples: z.int(),
  attempts: z.int(),
  steps: z.int(),
  toolCalls: z.int(),
  toolResults: z.int(),
  toolCallsByName: z.record(z.string(), z.int()),
  /** Distinct tools offered to the model over all samples. */
  toolsOffered: z.int(),
  rewards: z.object({ count: z.int(), mean: z.number().nullable() }),
  sources: z.array(
    z.object({ id: SourceId, name: z.string(), format: z.string(), seen: z.int(), kept: z.int(), rejected: z.int() }),
  ),
  decisions: z.record(z.string(), z.int()),
  splits: z.record(z.string(), z.int()),
  flags: z.record(z.string(), z.int()),
  reviews: z.object({ total: z.int(), pending: z.int(), submitted: z.int() }),
  duplicateGroups: z.int(),
  graders: z.int(),
  references: z.int(),
});
export const stats = {
  get: query({
    input: z.object({ filter: FilterText.optional() }),
    output: SampleStats,
    reads: [...FILTER_TABLES, 'setting'],
  }),
};
