import { z } from 'zod';
import { ActionId, AttemptId, SampleId, SourceId } from '../model/ids.ts';
import { PrivacyAction, PrivacyPolicy, PrivateKind } from '../model/privacy.ts';
import { command, job, query } from './define.ts';
import { FILTER_TABLES } from './tables.ts';
import { Changed, Empty, FilterText } from './target.ts';

/** Which samples: those of a filter, and of them only one source's when it is named. */
const Scope = z.object({ filter: FilterText.default(''), sourceId: SourceId.nullable().default(null) });

export const KindSummary = z.object({
  kind: PrivateKind,
  /** Found by pattern and dictionary only, so not all of it. */
  partial: z.boolean(),
  /** What the project's policy does with it. */
  action: PrivacyAction,
  /** The first token it is or would be shown as: `PERSON_1`. */
  shownAs: z.string(),
  /** `open + dismissed + masked`. */
  found: z.int(),
  open: z.int(),
  dismissed: z.int(),
  /** Stretches that stand as tokens now. */
  masked: z.int(),
  /** Of `open`: left as they are by the project's policy, so they do not block an export. */
  kept: z.int(),
  /** Samples with any of it. */
  samples: z.int(),
});
export type KindSummary = z.infer<typeof KindSummary>;

export const FindingState = z.enum(['open', 'dismissed']);

/** One finding: a flag with its span. `hint` shows its ends only; the text itself is in `excerpt`, when asked for. */
export const PrivacyFinding = z.object({
  flagId: z.int(),
  sampleId: SampleId,
  attemptId: AttemptId.nullable(),
  /** Message of the prompt, or of the attempt when there is one; null elsewhere. */
  messageIdx: z.int().nullable(),
  kind: PrivateKind,
  state: FindingState,
  /** The field a policy would name: `prompt`, `arguments`, `reference.customer`. */
  field: z.string(),
  /** In words: `prompt 2`, `attempt 1 message 4, arguments of route_status`, `reference customer`. */
  place: z.string(),
  /** UTF-16 units in the text of the place, the end not included. */
  start: z.int(),
  end: z.int(),
  hint: z.string(),
  /** What the policy does with it. */
  action: PrivacyAction,
  /** The token it is shown as when masked. */
  shownAs: z.string(),
  excerpt: z.object({ before: z.string(), found: z.string(), after: z.string() }).nullable(),
});
export type PrivacyFinding = z.infer<typeof PrivacyFinding>;

const ByKind = z.partialRecord(PrivateKind, z.int());

/** A text as it stands and as it would stand, cut around the first change. */
export const MaskedText = z.object({
  sampleId: SampleId,
  place: z.string(),
  before: z.string(),
  after: z.string(),
  /** What changes, in order, by spans of `before` and of `after`. */
  changes: z.array(
    z.object({
      kind: PrivateKind,
      action: PrivacyAction,
      start: z.int(),
      end: z.int(),
      afterStart: z.int(),
      afterEnd: z.int(),
    }),
  ),
});
export type MaskedText = z.infer<typeof MaskedText>;

/** One person's data: values to blot out wherever they stand, and samples to delete with all that hangs on them. */
export const PurgeTarget = z.object({
  values: z.array(z.string().trim().min(3).max(2_000)).max(100).default([]),
  /** Samples deleted for good; null deletes none. */
  filter: FilterText.nullable().default(null),
});
export type PurgeTarget = z.infer<typeof PurgeTarget>;

export const PurgePlace = z.object({ where: z.string(), count: z.int() });
const PurgeFindings = z.object({
  samples: z.int(),
  /** Rows by what they are in words: `samples`, `attempts`, `steps that undo can take back`, `backups`. */
  places: z.array(PurgePlace),
  /** Packages written earlier lie outside of the project: a person has to delete them. */
  packages: z.array(z.object({ exportId: z.int(), out: z.string(), present: z.boolean() })),
  /** Copies that Assay made of this project. */
  backups: z.array(z.string()),
});

export const privacy = {
  /** How things stand, from what scans found: quick. */
  summary: query({
    input: z.object({ filter: FilterText.default(''), sourceId: SourceId.nullable().default(null) }),
    output: z.object({
      samples: z.int(),
      scanned: z.int(),
      /** Never scanned, or changed since. */
      unscanned: z.int(),
      /** Every kind, those that were found first by number. */
      kinds: z.array(KindSummary),
      found: z.int(),
      open: z.int(),
      /** Samples with an open finding. */
      openSamples: z.int(),
      /** Samples with any finding, masked and dismissed ones too. */
      foundSamples: z.int(),
    }),
    reads: [...FILTER_TABLES, 'privacy', 'setting'],
  }),
  findings: query({
    input: Scope.extend({
      kind: PrivateKind.nullable().default(null),
      state: FindingState.nullable().default(null),
      from: z.int().nonnegative().default(0),
      limit: z.int().min(1).max(1_000).default(100),
      /** Gives the found text with what stands around it. */
      withExcerpt: z.boolean().default(false),
    }),
    output: z.object({ total: z.int(), rows: z.array(PrivacyFinding) }),
    reads: [...FILTER_TABLES, 'privacy', 'setting'],
  }),
  policy: query({ input: Empty, output: PrivacyPolicy, reads: ['setting'] }),
  setPolicy: command({ undo: 'none', input: z.object({ policy: PrivacyPolicy }), output: Empty }),
  /** Looks through samples that were not scanned as they are now; through all of them with `again`. */
  scan: job({
    input: Scope.extend({ again: z.boolean().default(false) }),
    result: z.object({ scanned: z.int(), raised: z.int(), cleared: z.int() }),
  }),
  /** What masking would do: nothing is written. Without a policy, the project's. */
  preview: query({
    input: Scope.extend({
      policy: PrivacyPolicy.nullable().default(null),
      limit: z.int().min(0).max(50).default(5),
    }),
    output: z.object({
      /** Open findings that would be replaced, and in how many samples. */
      findings: z.int(),
      samples: z.int(),
      unscanned: z.int(),
      masked: ByKind,
      dropped: ByKind,
      kept: ByKind,
      texts: z.array(MaskedText),
    }),
    reads: [...FILTER_TABLES, 'privacy', 'setting'],
  }),
  /** Masks and drops open findings by a policy, the project's when none is given; one action that undo takes back. */
  mask: job({
    input: Scope.extend({ policy: PrivacyPolicy.nullable().default(null) }),
    result: z.object({
      samples: z.int(),
      masked: ByKind,
      dropped: ByKind,
      kept: ByKind,
      actionId: ActionId.nullable(),
    }),
  }),
  /** Puts the originals back where tokens stand; what was dropped is gone. One action that undo takes back. */
  unmask: job({
    input: Scope,
    result: z.object({ samples: z.int(), unmasked: ByKind, actionId: ActionId.nullable() }),
  }),
  /** Says that a finding is no personal data, or, with `everywhere`, that its value is none in the whole project. */
  dismiss: command({
    undo: 'journal',
    input: z.object({ flagId: z.int(), everywhere: z.boolean().default(false) }),
    output: Changed,
  }),
  /** Takes a dismissal back. */
  reopen: command({
    undo: 'journal',
    input: z.object({ flagId: z.int(), everywhere: z.boolean().default(false) }),
    output: Changed,
  }),
  /** Where a purge would find something. */
  purgePreview: query({
    input: PurgeTarget,
    output: PurgeFindings,
    reads: [
      ...FILTER_TABLES,
      'privacy',
      'setting',
      'export',
      'job',
      'action',
      'view',
      'live',
      'similar',
      'split',
      'production',
    ],
  }),
  /** Takes one person's data out of the project, its undo steps and its backups. It cannot be undone. */
  purge: job({
    input: PurgeTarget,
    result: PurgeFindings.extend({
      /** Files whose bytes still hold a value; empty when nothing is left. */
      leftovers: z.array(PurgePlace),
    }),
  }),
};
