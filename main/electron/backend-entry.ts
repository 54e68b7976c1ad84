// The backend inside Electron's utility process. Pages talk to it through ports of their own; the shell through parentPort.
import path from 'node:path';
import process from 'node:process';
import type { MessagePortMain } from 'electron';
import type { Port } from '../../shared/rpc/port.ts';
import { appVersion, createBackend, defaultDataDir, type Backend } from '../backend/index.ts';
import type { ControlRequest } from './backend-process.ts';

/** One end of a MessageChannelMain as a Port. */
export function toPort(port: MessagePortMain): Port {
  return {
    post: (message) => port.postMessage(message),
    onMessage(listener) {
      port.on('message', (event) => listener(event.data));
      port.start();
    },
    onClose: (listener) => void port.on('close', () => listener()),
    close: () => port.close(),
  };
}

/** Does what the shell asks; answers carry the request's id. */
export async function serveShell(
  backend: Pick<Backend, 'connect' | 'files' | 'downloads' | 'close'>,
  request: ControlRequest,
  ports: readonly MessagePortMain[],
  reply: (message: { id: number; value?: unknown; error?: string }) => void,
): Promise<'closed' | undefined> {
  switch (request.type) {
    case 'connect': {
      const [port] = ports;
      if (port !== undefined) backend.connect(toPort(port), request.session);
      return undefined;
    }
    case 'registerPath': {
      try {
        reply({ id: request.id, value: backend.files.register(request.path, request.purpose) });
      } catch (error) {
        reply({ id: request.id, error: error instanceof Error ? error.message : String(error) });
      }
      return undefined;
    }
    case 'takeDownload':
      reply({ id: request.id, value: backend.downloads.take(request.downloadId) });
      return undefined;
    case 'close':
      await backend.close();
      return 'closed';
  }
}

function start(): void {
  const { parentPort } = process;
  const root = path.join(import.meta.dirname, '..', '..');
  const isPackaged = root.endsWith('.asar');
  // Electron's own binary cannot run as Node (a fuse forbids it), so what the engine starts, the Python children, runs on the Node
  // that ships beside it: the walls around them were tried on exactly that one.
  const nodeFolder = isPackaged
    ? path.join(process.resourcesPath, 'node')
    : path.join(root, 'node_modules', 'node', 'bin');
  process.execPath = path.join(nodeFolder, process.platform === 'win32' ? 'node.exe' : 'node');
  const backend = createBackend({
    version: appVersion(root),
    dataDir: defaultDataDir(process.env),
    // A package keeps these files beside its archive, for programs that cannot read inside.
    ...(isPackaged ? { resourcesDir: path.join(process.resourcesPath, 'resources') } : {}),
  });
  async function handle(request: ControlRequest, ports: readonly MessagePortMain[]): Promise<void> {
    const outcome = await serveShell(backend, request, ports, (message) => parentPort.postMessage(message));
    if (outcome === 'closed') process.exit(0);
  }
  // Only the shell holds the other end; its messages are typed there.
  parentPort.on('message', (event) => void handle(event.data as ControlRequest, event.ports));
}

// Absent when a test imports this file.
if ('parentPort' in process && (process.parentPort as unknown) !== undefined) start();
