/** The one public door of the backend: hosts and tools import nothing else of it. */
export { createBackend, type Backend, type BackendOptions } from './backend.ts';
export type { HostKind } from './context.ts';
export type { FileRef, FilePurpose } from './platform/files.ts';
export { createLog, type Log } from './platform/log.ts';
export { appVersion, defaultDataDir } from './platform/paths.ts';
