import type Database from 'better-sqlite3';
import type { Table } from '../../shared/contract/tables.ts';
import type { EventName, EventPayload } from '../../shared/contract/events.ts';
import type { AppDb } from './db/app-db.ts';
import type { Journal } from './db/journal.ts';
import type { JobRunner } from './jobs/runner.ts';
import type { Collector } from './live/collector.ts';
import type { Clock } from './platform/clock.ts';
import type { Downloads, FileRegistry } from './platform/files.ts';
import type { Ids } from './platform/ids.ts';
import type { Log } from './platform/log.ts';
import type { WordnetTable } from './engine/text/wordnet.ts';
import type { PythonHost } from './graders/python/host.ts';

export type HostKind = 'electron' | 'web' | 'cli' | 'test';

/** What the whole program shares. Passed in everywhere; nothing lives at module level. */
export type AppContext = {
  readonly version: string;
  readonly dataDir: string;
  /** Where new projects and packages go when no other place was picked. */
  readonly homeDir: string;
  readonly resourcesDir: string;
  readonly appDb: AppDb;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
  readonly files: FileRegistry;
  readonly downloads: Downloads;
  /** One hardened Python child for the program, started when first needed. */
  readonly python: () => PythonHost;
  /** Synonyms for METEOR, read when first needed; undefined where the table cannot be used. */
  readonly wordnet: () => Promise<WordnetTable | undefined>;
  readonly broadcast: <N extends EventName>(name: N, payload: EventPayload<N>) => void;
};

export type ActionInfo = {
  readonly kind: string;
  /** Shown as it is: "Exclude 14 samples". */
  readonly label: string;
  readonly tables: readonly Table[];
};

export type ActionResult<T> = { readonly value: T; readonly actionId: number | null; readonly rows: number };

/** One open project. The main thread holds its only writing connection. */
export type ProjectContext = {
  readonly app: AppContext;
  readonly id: string;
  readonly path: string;
  readonly name: string;
  readonly db: Database.Database;
  readonly readOnlyReason: 'locked' | 'newer' | 'damaged' | 'permission' | null;
  readonly damage: string | null;
  readonly journal: Journal | null;
  readonly jobs: JobRunner;
  readonly live: Collector;
  /**
   * Runs `write` synchronously in one immediate transaction as one undoable action and tells every session which tables
   * changed. An action that changed nothing leaves no trace.
   *
   * @throws {AppError} `read_only` in a project that cannot be written
   */
  readonly act: <T>(
    info: ActionInfo | ((value: T) => ActionInfo),
    write: () => T,
    tables?: readonly Table[],
  ) => ActionResult<T>;
  /** As `write`, for batches of a job that fill content tables: faster, since the journal is not asked. */
  readonly fill: <T>(write: () => T) => T;
  /** As `act`, without undo: jobs, drafts, settings. */
  readonly write: <T>(tables: readonly Table[], write: () => T) => T;
  /** Jobs that write only outside of the project can run; false for a read-only file whose tables cannot be read. */
  readonly canNote: boolean;
  /**
   * As `write`, for rows of jobs and packages only: in a project that is read-only they are kept until it is closed, and the
   * file stays as it is.
   */
  readonly note: <T>(tables: readonly Table[], write: () => T) => T;
  /** Rises with every write of this process. */
  readonly revision: () => number;
  readonly announce: (tables: readonly Table[], action: { id: number; label: string } | null) => void;
  readonly actor: () => string;
};
