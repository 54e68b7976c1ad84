import { mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Port } from '../../shared/rpc/port.ts';
import type { AppContext, HostKind } from './context.ts';
import { openAppDb } from './db/app-db.ts';
import { createPythonHost, type PythonHost, type PythonHostOptions } from './graders/python/host.ts';
import { systemClock, type Clock } from './platform/clock.ts';
import { createDownloads, createFileRegistry, type Downloads, type FileRegistry } from './platform/files.ts';
import { createWordnetReader } from './platform/wordnet.ts';
import { systemIds, type Ids } from './platform/ids.ts';
import { createLog, type Log } from './platform/log.ts';
import { handlers } from './rpc/handlers/index.ts';
import { createRouter } from './rpc/router.ts';
import { serveSession, type Session } from './rpc/session.ts';
import { createProjectRegistry } from './services/projects.ts';
import { dropSessionViews } from './store/views.ts';

export type BackendOptions = {
  readonly version: string;
  /** Recents, settings, uploads, logs. */
  readonly dataDir: string;
  /** Where new projects and packages go; a folder `Assay` in the documents of the user when absent. */
  readonly homeDir?: string;
  readonly resourcesDir?: string;
  /** Folders the in-app picker may show. */
  readonly roots?: readonly string[];
  readonly log?: Log;
  readonly clock?: Clock;
  readonly ids?: Ids;
  readonly python?: PythonHostOptions;
};

export type Backend = {
  readonly files: FileRegistry;
  readonly downloads: Downloads;
  /** Serves one window, tab or command line. `openPath` is the file it was started with. */
  readonly connect: (port: Port, session: { host: HostKind; openPath?: string }) => void;
  readonly close: () => Promise<void>;
};

/** Makes the whole engine behind one door. Nothing of it touches Electron, a browser or the command line. */
export function createBackend(options: BackendOptions): Backend {
  const clock = options.clock ?? systemClock;
  const ids = options.ids ?? systemIds;
  mkdirSync(options.dataDir, { recursive: true, mode: 0o700 });
  const homeDir = options.homeDir ?? join(homedir(), 'Documents', 'Assay');
  const files = createFileRegistry({ dataDir: options.dataDir, roots: options.roots ?? [homedir()] });
  const downloads = createDownloads(() => clock.now());
  const sessions = new Set<Session>();
  let python: PythonHost | null = null;

  const resourcesDir = options.resourcesDir ?? fileURLToPath(new URL('../../resources', import.meta.url));
  const readWordnet = createWordnetReader(resourcesDir);
  const app: AppContext = {
    version: options.version,
    dataDir: options.dataDir,
    homeDir,
    resourcesDir,
    appDb: openAppDb(options.dataDir),
    clock,
    ids,
    log: options.log ?? createLog(join(options.dataDir, 'logs', 'assay.log')),
    files,
    downloads,
    python: () => (python ??= createPythonHost({ snapshotDir: join(options.dataDir, 'python'), ...options.python })),
    wordnet: async () => {
      const load = await readWordnet();
      return load.kind === 'loaded' ? load.table : undefined;
    },
    broadcast: (name, payload) => {
      for (const session of sessions) session.event(name, payload);
    },
  };
  const projects = createProjectRegistry(app);
  const router = createRouter(handlers);

  return {
    files,
    downloads,
    connect(port, { host, openPath }) {
      const info = { id: ids.uuid(), host, openPath: openPath ?? null };
      const session = serveSession({
        port,
        info,
        app,
        router,
        callFor: (of, signal) => ({ app, projects, session: of, signal }),
      });
      sessions.add(session);
      port.onClose(() => {
        sessions.delete(session);
        for (const project of projects.all()) dropSessionViews(project.db, info.id);
      });
    },
    async close() {
      await projects.closeAll();
      await python?.close();
      app.appDb.close();
      files.close();
    },
  };
}
