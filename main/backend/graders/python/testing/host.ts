import { join } from 'node:path';
import { spawnNodeChild } from '../launch.ts';
import type { ChildLaunch, SpawnChild } from '../launch.ts';
import { createPythonHost } from '../host.ts';
import type { PythonHost, PythonHostOptions } from '../host.ts';

/** Shared by all tests of a checkout, so that only the first start is a slow one. Named after its contents, so never stale. */
export const TEST_IMAGES = join(import.meta.dirname, '../../../../../node_modules/.cache/assay-python');

/** A host as the product makes it, which also tells which children it started. */
export function createTestHost(options: PythonHostOptions = {}): {
  host: PythonHost;
  started: readonly { pid: number; launch: ChildLaunch }[];
} {
  const started: { pid: number; launch: ChildLaunch }[] = [];
  const spawnChild: SpawnChild = (launch) => {
    const channel = spawnNodeChild(launch);
    started.push({ pid: channel.pid ?? 0, launch });
    return channel;
  };
  return { host: createPythonHost({ snapshotDir: TEST_IMAGES, spawnChild, ...options }), started };
}
