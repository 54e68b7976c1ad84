import { Json } from '../../../shared/model/json.ts';
import type { ProjectContext } from '../context.ts';
import { contentUid } from '../engine/hash.ts';
import { importerById } from '../importers/registry.ts';
import {
  createRecordWriter,
  dropSettled,
  findLiveSource,
  heldBytes,
  onDisk,
  threadWithRoom,
  type LiveKind,
  type LiveThread,
  type NewLiveRecord,
} from '../store/live.ts';
import { addCounts, insertIssue, insertSource } from '../store/sources.ts';

/** The form each kind of record is read as, and the name of its source. */
export const FEEDS: Readonly<Record<LiveKind, { readonly importer: string; readonly name: string }>> = {
  spans: { importer: 'otel', name: 'Live: OpenTelemetry' },
  chat: { importer: 'openai-chat', name: 'Live: chat completions' },
  responses: { importer: 'openai-responses', name: 'Live: Responses' },
};

/** Something that came but cannot be part of a conversation; it is listed, with its text. */
export type Unfit = {
  readonly kind: LiveKind;
  readonly code: string;
  readonly message: string;
  readonly raw: string;
};
export type Arrival = { readonly records: readonly NewLiveRecord[]; readonly unfit: readonly Unfit[] };

export type LiveBuffer = {
  /**
   * Stores what came. Answers only once it is on the disk.
   *
   * @returns `full` when there is no room; nothing was stored then
   * @throws what the database throws; nothing was stored then
   */
  readonly add: (arrival: Arrival) => Promise<'stored' | 'full'>;
  /** Whether something of this size would be refused now. */
  readonly isFull: (bytes: number) => boolean;
  readonly bytes: () => { readonly held: number; readonly open: number; readonly limit: number };
  /** Tells that samples were made of records of so many bytes, so that their bodies may go. */
  readonly settled: (bytes: number) => void;
  /** Waits for what is being stored. */
  readonly drain: () => Promise<void>;
};

/** Calls that are read together as one conversation or several. */
const MOST_CALLS = 500;
/** Counting reads every row. */
const RECOUNT_MS = 1_000;

type Waiting = Arrival & {
  readonly bytes: number;
  readonly resolve: (result: 'stored') => void;
  readonly reject: (error: unknown) => void;
};

/**
 * Puts arrivals on the disk: all that came since the last commit go into the next one, so that many small requests share
 * one wait for the disk.
 *
 * @param onStored told the thread of each record after its commit
 */
export function createBuffer(
  project: ProjectContext,
  limit: number,
  onStored: (threads: readonly LiveThread[]) => void,
): LiveBuffer {
  const counted = heldBytes(project.db);
  let held = counted.total;
  let open = counted.open;
  let countedAt = project.app.clock.now();
  let waiting: Waiting[] = [];
  let pending = 0;
  let flushing: Promise<void> | null = null;

  function flush(): void {
    flushing = null;
    const batch = waiting;
    const size = pending;
    waiting = [];
    pending = 0;
    try {
      const threads = onDisk(project.db, () => project.write([], () => store(project, batch)));
      held += size;
      open += size;
      for (const { resolve } of batch) resolve('stored');
      onStored(threads);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }

  /** A source that was deleted took its records along. */
  function recount(): void {
    const now = project.app.clock.now();
    if (now - countedAt < RECOUNT_MS) return;
    countedAt = now;
    ({ total: held, open } = heldBytes(project.db));
  }

  function makeRoom(bytes: number): boolean {
    if (open + pending + bytes > limit) recount();
    if (open + pending + bytes > limit) return false;
    const missing = held + pending + bytes - limit;
    // A bit more than needed, so that not every arrival has to look.
    if (missing > 0) held -= project.write([], () => dropSettled(project.db, missing + Math.floor(limit / 20)));
    return held + pending + bytes <= limit;
  }

  return {
    async add(arrival) {
      const bytes = arrival.records.reduce((sum, { body }) => sum + Buffer.byteLength(body), 0);
      if (!makeRoom(bytes)) return 'full';
      const { promise, resolve, reject } = Promise.withResolvers<'stored'>();
      waiting.push({ ...arrival, bytes, resolve, reject });
      pending += bytes;
      flushing ??= new Promise((done) => {
        setImmediate(() => {
          flush();
          done();
        });
      });
      return promise;
    },
    isFull: (bytes) => open + pending + bytes > limit,
    bytes: () => ({ held: held + pending, open: open + pending, limit }),
    settled(bytes) {
      open -= bytes;
    },
    async drain() {
      while (flushing !== null) await flushing;
    },
  };
}

function store(project: ProjectContext, batch: readonly Arrival[]): LiveThread[] {
  const { db } = project;
  const sources = new Map<LiveKind, number>();
  const sourceOf = (kind: LiveKind): number => {
    const known = sources.get(kind) ?? findLiveSource(db, kind)?.id ?? addSource(project, kind);
    sources.set(kind, known);
    return known;
  };
  const put = createRecordWriter(db);
  const threads: LiveThread[] = [];
  const seen = new Map<number, number>();
  for (const { records, unfit } of batch) {
    for (const record of records) {
      const sourceId = sourceOf(record.kind);
      // Spans name their trace themselves; which calls are one conversation is our guess.
      const thread = record.kind === 'spans' ? record.thread : threadWithRoom(db, sourceId, record.thread, MOST_CALLS);
      put(sourceId, { ...record, thread });
      seen.set(sourceId, (seen.get(sourceId) ?? 0) + 1);
      threads.push({ sourceId, kind: record.kind, thread });
    }
    for (const { kind, code, message, raw } of unfit) {
      const sourceId = sourceOf(kind);
      insertIssue(db, sourceId)({ line: null, offset: null, code, message, raw, rejected: true });
      addCounts(db, sourceId, 1, 0);
    }
  }
  for (const [sourceId, count] of seen) addCounts(db, sourceId, count, count);
  return threads;
}

/** A feed is one source however often it is switched on and off, so that a trace may go on later. */
function addSource(project: ProjectContext, kind: LiveKind): number {
  const { importer, name } = FEEDS[kind];
  return insertSource(project.db, {
    // A feed has no content to be named by.
    uid: contentUid('live', kind, project.app.ids.uuid()),
    format: importer,
    version: importerById(importer)?.version ?? 0,
    name,
    per: 'conversation',
    sha256: null,
    bytes: null,
    options: Json.parse({ live: kind }),
    now: project.app.clock.now(),
    state: 'ready',
  });
}
