import type { Refusal } from './shared/containers.ts';
import type { ReadItem } from './types.ts';

export type OpenOptions = {
  /** Text encoding, when a person chose one; found out otherwise. */
  readonly encoding?: string | undefined;
  /** Delimiter of a table, when a person chose one; found out otherwise. */
  readonly delimiter?: string | undefined;
  /** Leaves out the first records: those a job has done before it was interrupted. Numbers and places stay the same. */
  readonly skipRecords?: number | undefined;
  /** The input is only the start of the file: a record cut off by its end is left out instead of listed. */
  readonly partial?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
};

export type OpenedFile = {
  /** Outermost first: `gzip`, `utf-8 with BOM`, `JSON lines`. */
  readonly containers: () => readonly string[];
  readonly encoding: () => string | null;
  /** Of a table, else null. */
  readonly delimiter: string | null;
  /** Of a table, else null. */
  readonly columns: readonly string[] | null;
  /** Why nothing can be read, else null. */
  readonly refusal: Refusal | null;
  /** The records in order, in batches; can be read once. Stopping early closes the input. */
  readonly batches: AsyncGenerator<Iterable<ReadItem>, void, undefined>;
};

/** The records of a file one by one. */
export async function* eachRecord({ batches }: OpenedFile): AsyncGenerator<ReadItem, void, undefined> {
  for await (const items of batches) yield* items;
}
