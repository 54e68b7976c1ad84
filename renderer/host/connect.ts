import { createElectronHost, electronShell } from './electron-host.ts';
import type { Host } from './host.ts';
import { createWebHost } from './web-host.ts';

/** The program around this page: the desktop shell when its preload script left its mark, else the loopback server. */
export function createHost(): Host {
  const shell = electronShell();
  return shell === undefined ? createWebHost() : createElectronHost(shell);
}
