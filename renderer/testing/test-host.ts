import { PROTOCOL_VERSION } from '../../shared/rpc/envelope.ts';
import { createPortPair, type Port } from '../../shared/rpc/port.ts';
import type { Host } from '../host/host.ts';

/** A host for tests of what lies above it: each connect gives a new pair of ports, whose far end the test plays. */
export function createTestHost(connect: (far: Port, count: number) => void, overrides: Partial<Host> = {}): Host {
  const state = { count: 0 };
  return {
    kind: 'web',
    isMac: false,
    connect: async () => {
      const [near, far] = createPortPair();
      state.count += 1;
      const { count } = state;
      // A real port keeps what comes before somebody listens; this one does not.
      setTimeout(() => connect(far, count));
      return near;
    },
    pickFiles: async () => [],
    pickFolder: async () => null,
    pickSaveTarget: async () => null,
    hasFolderDialog: false,
    hasSaveDialog: false,
    takeDropped: async () => [],
    openExternal: () => undefined,
    reveal: null,
    download: () => undefined,
    menuChanged: null,
    onMenuCommand: () => () => undefined,
    ...overrides,
  };
}

export function greet(far: Port, protocol: number = PROTOCOL_VERSION): void {
  far.post({ t: 'hello', protocol, appVersion: '1.2.3', session: 's1' });
}
