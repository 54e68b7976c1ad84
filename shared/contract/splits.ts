import { z } from 'zod';
import { SampleId } from '../model/ids.ts';
import { GateState } from '../model/likeness.ts';
import { command, job, query } from './define.ts';
import { FILTER_TABLES, type Table } from './tables.ts';
import { Changed, FilterText, SampleTarget } from './target.ts';

export const SplitName = z.enum(['train', 'validation', 'test']);
export type SplitName = z.infer<typeof SplitName>;

/**
 * What keeps samples on one side: `conversation`, `user`, `document`, `exact` (same prompt and tools), `near` (linked
 * near-duplicates), `semantic`, `source`, `task`; `facet.KEY` for a facet; `reference.path` or `metadata.path` for a field.
 */
export const GroupKey = z.string().trim().min(1).max(200);
/** At least this similarity links two samples. Prompts by Jaccard of word shingles, meanings by cosine. */
export const Similarity = z.number().min(0.5).max(1);

export const SplitRules = z.object({
  /** Which samples take part. null: the accepted ones when there are any, else all that are not excluded. */
  filter: FilterText.nullable(),
  /** Parts of the whole; they are divided by their sum, so 8, 1, 1 is 80 %, 10 %, 10 %. */
  shares: z
    .object({ train: z.number().min(0), validation: z.number().min(0), test: z.number().min(0) })
    .refine((shares) => shares.train + shares.validation + shares.test > 0, 'At least one share must be above 0.'),
  seed: z.int().min(0).max(2_147_483_647),
  groupBy: z.array(GroupKey).max(20),
  /** Facets whose mix should be the same in every split. */
  stratifyBy: z.array(z.string().max(60)).max(40),
  /** For `near` and `semantic` in `groupBy`. */
  near: Similarity,
  semantic: Similarity,
});
export type SplitRules = z.infer<typeof SplitRules>;

export const SplitWarning = z.object({
  /** `stop` warnings make a package impossible or worthless; `watch` ones are worth a look. */
  severity: z.enum(['stop', 'watch']),
  /** `empty_split`, `tiny_split`, `validation_larger`, `over_limit`, `under_limit`, `large_group`, `torn_group`, `unassigned`, `outside`, `key_missing`, `not_scanned`. */
  code: z.string(),
  /** One sentence: what, and what to do. */
  message: z.string(),
  /** The samples it is about, as a filter; null when it is about none. */
  filter: z.string().nullable(),
});
export type SplitWarning = z.infer<typeof SplitWarning>;

const PerSplit = z.object({ train: z.int(), validation: z.int(), test: z.int() });
export const SplitSide = z.object({
  split: SplitName,
  count: z.int(),
  locked: z.int(),
  /** What the shares ask for, rounded. */
  wanted: z.int(),
  /** Opens its samples: `split:train`. */
  filter: z.string(),
});
export type SplitSide = z.infer<typeof SplitSide>;

export const MixFacet = z.object({
  facet: z.string(),
  title: z.string(),
  /** Jensen-Shannon distance (base 2, 0 to 1) between train and each of the others; null when either is empty. */
  distance: z.object({ validation: z.number().nullable(), test: z.number().nullable() }),
  /** By count, largest first. A sample with several values counts for each. */
  values: z.array(
    z.object({
      value: z.string(),
      label: z.string(),
      /** Selects them by the filter language; add `split:train` for a side. */
      term: z.string(),
      counts: PerSplit,
      /** Parts of the split's values, 0 to 1. */
      shares: z.object({ train: z.number(), validation: z.number(), test: z.number() }),
    }),
  ),
  /** Values beyond those listed; they count in the distance. */
  more: z.int(),
});
export type MixFacet = z.infer<typeof MixFacet>;

/** Groups of the samples that take part, single samples not counted. */
const Groups = z.object({ count: z.int(), samples: z.int(), largest: z.int() });

const Outcome = z.object({
  /** Samples that take part. */
  scope: z.int(),
  splits: z.array(SplitSide),
  groups: Groups,
  warnings: z.array(SplitWarning),
  mix: z.array(MixFacet),
  /** The largest distance of the mix; null when nothing can be compared. */
  mixDistance: z.number().nullable(),
});

const READS = [...FILTER_TABLES, 'setting', 'split', 'similar'] as const satisfies readonly Table[];

export const splits = {
  /** The split as it is stored. Without one the rules are those that a first split would use. */
  get: query({
    input: z.object({}),
    output: Outcome.extend({
      rules: SplitRules,
      /** The filter the rules come to. */
      filter: z.string(),
      /** Whether any sample has a split. */
      isSplit: z.boolean(),
      /** Take part and have no split: they stay out of a package. */
      unassigned: z.object({ count: z.int(), filter: z.string() }),
      /** Have a split and do not take part any more. */
      outside: z.object({ count: z.int(), filter: z.string() }),
      /** Visible samples outside of the scope of the rules. */
      notTakingPart: z.int(),
    }),
    reads: READS,
  }),
  /** What can be grouped and stratified by, with how many samples have it. */
  options: query({
    input: z.object({}),
    output: z.object({
      groups: z.array(
        z.object({
          key: GroupKey,
          label: z.string(),
          kind: z.enum(['known', 'duplicates', 'facet', 'reference', 'metadata']),
          /** Samples that have a value, and how many values there are. For `near` and `semantic` both null before a scan. */
          samples: z.int().nullable(),
          values: z.int().nullable(),
          /** Field names that were read: `metadata.user_id`. */
          from: z.array(z.string()),
        }),
      ),
      facets: z.array(z.object({ key: z.string(), title: z.string() })),
    }),
    reads: READS,
  }),
  /** What splitting by these rules would give now. Nothing is written. Locked samples stay. */
  preview: query({
    input: z.object({ rules: SplitRules }),
    output: Outcome.extend({
      /** Go from one split to another, get their first split, lose theirs since they do not take part. */
      moved: z.int(),
      added: z.int(),
      removed: z.int(),
    }),
    reads: READS,
  }),
  /** Stores the rules and the split they give. Locked samples stay; unlocked ones are assigned anew. */
  apply: command({
    undo: 'journal',
    input: z.object({ rules: SplitRules }),
    output: z.object({
      counts: PerSplit,
      locked: z.int(),
      moved: z.int(),
      added: z.int(),
      removed: z.int(),
      warnings: z.array(SplitWarning),
    }),
  }),
  /** Freezes where samples are: those of the named splits, or of all. */
  lock: command({ undo: 'journal', input: z.object({ splits: z.array(SplitName).max(3) }), output: Changed }),
  unlock: command({ undo: 'journal', input: z.object({ splits: z.array(SplitName).max(3) }), output: Changed }),
  /** Puts samples into a split by hand; null takes theirs away. Locked ones are left where they are and counted. */
  move: command({
    undo: 'journal',
    input: z.object({ target: SampleTarget, split: SplitName.nullable() }),
    output: Changed.extend({ locked: z.int() }),
  }),
  /** Takes the split of every sample that is not locked away; with `evenLocked` of all. */
  clear: command({ undo: 'journal', input: z.object({ evenLocked: z.boolean().default(false) }), output: Changed }),
};

/**
 * `exact`: same prompt and tools. `near`: prompts alike in words, and not exact. `semantic`: alike in meaning, and neither
 * of those. `group`: same conversation, user, document or field of the rules. `result`: an attempt saw the same long tool
 * result. `reference`: same reference, long enough to tell something. `quoted`: a reference of the held-out side stands in
 * a tool result of the side that trains.
 */
export const LeakKind = z.enum(['exact', 'near', 'semantic', 'group', 'result', 'reference', 'quoted']);
export type LeakKind = z.infer<typeof LeakKind>;

const LeakSide = z.object({
  sampleId: SampleId,
  title: z.string(),
  split: SplitName,
  locked: z.boolean(),
  /** Samples of its group by the rules; they move with it. 1: alone. */
  together: z.int(),
});

export const LeakFix = z.discriminatedUnion('action', [
  z.object({
    action: z.literal('move'),
    sampleId: SampleId,
    to: SplitName,
    /** Counts after it. */
    after: PerSplit,
  }),
  /** No move is proposed: a person should look. */
  z.object({ action: z.literal('review'), why: z.string() }),
]);
export type LeakFix = z.infer<typeof LeakFix>;

export const LeakPair = z.object({
  /** `kind:a:b`, stable while both samples exist. */
  key: z.string().max(60),
  kind: LeakKind,
  /** The side nearer to training: train before validation before test. */
  a: LeakSide,
  b: LeakSide,
  /** `Prompt 0.93`, `Same conversation chat-17`, `Same result of get_claim: {"claim":…`. */
  evidence: z.string(),
  similarity: z.number().nullable(),
  state: z.enum(['open', 'accepted']),
  /** Why it was accepted. */
  reason: z.string().nullable(),
  acceptedBy: z.string().nullable(),
  fix: LeakFix,
});
export type LeakPair = z.infer<typeof LeakPair>;

export const LeakSettings = z.object({
  near: Similarity,
  semantic: Similarity,
  /** Tool results shorter than this many characters are not compared. */
  resultChars: z.int().min(1).max(100_000),
  /** References whose values have fewer letters and digits are counted, but no leaks; shorter ones are not looked for as quotes either. */
  referenceChars: z.int().min(1).max(100_000),
  /** A result, reference or quote that more than this part of the samples share (and more than five) tells nothing of any one of them. */
  commonShare: z.number().min(0).max(1),
});
export type LeakSettings = z.infer<typeof LeakSettings>;

export const leaks = {
  /** Compares every sample with every other: what is alike is remembered whatever split it is in. */
  check: job({
    input: z.object({ settings: LeakSettings.partial().default({}) }),
    result: z.object({ samples: z.int(), open: z.int(), accepted: z.int() }),
  }),
  /** Open leaks now: decisions and moves since the check count. Quick. */
  summary: query({
    input: z.object({}),
    output: z.object({
      /** null: never checked. */
      checkedAt: z.number().nullable(),
      /** Samples, attempts, links or rules changed since; check again. */
      stale: z.boolean(),
      isSplit: z.boolean(),
      /** Pairs of samples in different splits. */
      compared: z.int(),
      settings: LeakSettings,
      kinds: z.array(
        z.object({
          kind: LeakKind,
          /** `Near-duplicate prompt, 0.80 or more`. */
          title: z.string(),
          pairs: z.int(),
          open: z.int(),
          accepted: z.int(),
          /** What was not counted, or why it was not measured: `12 results that many samples share were not compared.` */
          note: z.string().nullable(),
          /** false: not measured, so its 0 says nothing. */
          measured: z.boolean(),
        }),
      ),
      open: z.int(),
      accepted: z.int(),
      /**
       * The readiness gate on open leaks: `stop` with any, `pass` without when the check is of the samples as they are,
       * `watch` when something changed since, `unmeasured` without a split or a check.
       */
      gate: GateState,
      /** Keep clusters and groups together: how many open pairs that closes, by moving how many samples. */
      fix: z.object({ fixes: z.int(), moves: z.int(), left: z.int(), after: PerSplit }),
    }),
    reads: READS,
  }),
  /** Pairs across splits, strongest first within a kind. At most 1,000 of a kind can be listed; `total` counts all. */
  pairs: query({
    input: z.object({
      kind: LeakKind.nullable().default(null),
      state: z.enum(['open', 'accepted']).nullable().default('open'),
      from: z.int().nonnegative().default(0),
      limit: z.int().min(1).max(200).default(100),
    }),
    output: z.object({ total: z.int(), listed: z.int(), rows: z.array(LeakPair) }),
    reads: READS,
  }),
  /** `move` takes the sample's group along; `drop` excludes the sample; `accept` keeps both and says why in the package. */
  decide: command({
    undo: 'journal',
    input: z.discriminatedUnion('action', [
      z.object({ action: z.literal('move'), sampleId: SampleId, to: SplitName }),
      z.object({ action: z.literal('drop'), sampleId: SampleId, key: z.string().max(60) }),
      z.object({
        action: z.literal('accept'),
        keys: z.array(z.string().max(60)).min(1).max(1_000),
        reason: z.string().trim().min(1).max(500),
      }),
      z.object({ action: z.literal('reopen'), keys: z.array(z.string().max(60)).min(1).max(1_000) }),
    ]),
    output: Changed,
  }),
  /** Moves what hangs together to one side: where it is locked, else where most of it is, else the side nearer to training. */
  fixAll: command({
    undo: 'journal',
    input: z.object({}),
    output: z.object({ fixed: z.int(), moved: z.int(), left: z.int() }),
  }),
};
