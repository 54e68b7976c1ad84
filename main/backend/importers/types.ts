import type { z } from 'zod';
import type { FileOptions, Mapping } from '../../../shared/contract/sources.ts';
import type { JsonObject, JsonValue } from '../../../shared/model/json.ts';
import type { Message, ToolDef } from '../../../shared/model/message.ts';
import type { Outcome, Per } from '../../../shared/model/sample.ts';

/** Where a record stands: physical line (1-based), byte offset in the decoded stream, and its number from 0. */
export type Position = { readonly line: number | null; readonly offset: number | null; readonly index: number };

/** One answer to a conversation's prompt. A record with `n > 1` choices has several. */
export type ParsedAttempt = {
  readonly messages: readonly Message[];
  readonly model: string | null;
  readonly outcome: Outcome;
  /** Recorded reward as it stands in the source. */
  readonly reward: number | null;
  readonly latencyMs: number | null;
  readonly tokens: number | null;
  /** epoch ms */
  readonly startedAt: number | null;
  readonly extras: JsonValue | null;
};

/**
 * One sample with its attempts as an importer read it. Records that share `taskKey` are attempts on one sample: the
 * importing service merges them (and flags `openers_differ` where their prompts are not the same).
 */
export type ParsedSample = {
  readonly kind: 'sample';
  readonly position: Position;
  /** Tells samples of one record apart (turns or calls of a conversation): 0 for the first. */
  readonly sub: number;
  readonly taskKey: string | null;
  readonly title: string | null;
  readonly prompt: readonly Message[];
  readonly tools: readonly ToolDef[];
  readonly reference: JsonObject;
  readonly attempts: readonly ParsedAttempt[];
  readonly extras: JsonValue | null;
  readonly sourceRef: string | null;
  readonly tags: readonly string[];
};

/** A record that was refused, or (`rejected: false`) a note on one that was kept or skipped knowingly. */
export type ParsedIssue = {
  readonly kind: 'issue';
  readonly position: Position;
  readonly code: string;
  /** One sentence that never echoes the record's content. */
  readonly message: string;
  /** The record as read, so that it can be repaired. */
  readonly raw: string | null;
  readonly rejected: boolean;
};

/** Closes a record: all samples and issues of record `index` were given. Counts rest on these. */
export type RecordEnd = { readonly kind: 'record'; readonly position: Position; readonly kept: boolean };

export type ParsedItem = ParsedSample | ParsedIssue | RecordEnd;

export type DetectResult = { readonly confidence: number; readonly reason: string };

/** Something done to a record while reading it that a person should know of: it was kept, but not to the letter. */
export type RecordNote = {
  readonly code: string;
  readonly message: string;
  /** Something of the record is in its text only, so the text is kept with the note. */
  readonly lossy: boolean;
};

/**
 * A record read from a text container: parsed JSON, a row of a delimited file (header to cell), or what could not be
 * read. `outer` holds the fields of a wrapper the record was taken out of (a log prefix, a search hit), else null.
 */
export type RawRecord =
  | {
      readonly kind: 'json';
      readonly position: Position;
      readonly value: JsonValue;
      readonly outer: JsonObject | null;
      readonly notes: readonly RecordNote[];
      readonly text: string;
    }
  | {
      readonly kind: 'row';
      readonly position: Position;
      readonly row: Readonly<Record<string, string>>;
      readonly notes: readonly RecordNote[];
      readonly text: string;
    }
  | {
      readonly kind: 'bad';
      readonly position: Position;
      readonly code: string;
      readonly message: string;
      readonly text: string;
    };

/** A remark on the file rather than on one record (skipped blank lines, a cut-off archive). It counts as no record. */
export type FileNote = {
  readonly kind: 'note';
  readonly position: Position;
  readonly code: string;
  readonly message: string;
};

export type ReadItem = RawRecord | FileNote;

export type ParseOptions = {
  readonly per: Per;
  readonly map: Mapping;
};

/**
 * Joins records of one file that belong together: the lines of a session, the spans of a trace. It holds what is open,
 * so that a file's memory is its largest conversation.
 */
export type Assembler = {
  /**
   * Takes the next record. @returns remarks on it, a refusal when it cannot be part of anything (every other record counts
   * as kept), and samples that are complete with it
   */
  readonly push: (record: RawRecord) => readonly (ParsedSample | ParsedIssue)[];
  /** @returns what is complete only at the end of the file; issues here are remarks, since every record was counted */
  readonly end: () => readonly (ParsedSample | ParsedIssue)[];
};

/**
 * One traffic form. `detect` looks at one unwrapped record (0..1, the reason in words); `parse` turns a record into
 * samples and issues and never throws on bad input: what it cannot read is an issue with the reason.
 */
export type Importer = {
  readonly id: string;
  /** Raised when the same bytes give other samples. */
  readonly version: number;
  readonly title: string;
  readonly extensions: readonly string[];
  /** Splitting modes, the default first. */
  readonly per: readonly Per[];
  /** What counts as the answer of a sample, and what one sample is by default: one sentence each, shown to people. */
  readonly answer: string;
  readonly sample: string;
  /** `rows`: wants delimited rows; `json`: wants JSON records; `both`. */
  readonly takes: 'json' | 'rows' | 'both';
  readonly mappable: boolean;
  /** Fields that are left out knowingly (`$.a.b[*].c`, with all below them), with the reason in one sentence. */
  readonly ignored?: readonly { readonly path: string; readonly why: string }[];
  /** Paths of texts that are taken apart into messages, so that they stand nowhere as they came. */
  readonly takenApart?: readonly string[];
  readonly detect: (record: RawRecord) => DetectResult | null;
  readonly parse: (record: RawRecord, options: ParseOptions) => readonly (ParsedSample | ParsedIssue)[];
  /**
   * For forms whose conversations go over several records: used instead of `parse`, once a file. The position of a sample
   * is that of its first record, which names it, so the same file must always give the same samples. Null where records
   * stand alone with these options.
   */
  readonly assemble?: (options: ParseOptions) => Assembler | null;
  /** Guesses a mapping from column names, for mappable forms. */
  readonly guess?: (columns: readonly string[]) => Mapping;
};

export type ImporterOptions = z.infer<typeof FileOptions>;
