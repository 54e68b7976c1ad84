import type { Port } from '../../shared/rpc/port.ts';
import { HostRefusal } from './host.ts';

/** The server's own close codes. */
const REFUSED_CODES: ReadonlySet<number> = new Set([4401, 4408]);

/**
 * Opens a socket and shows the token in its first frame. The server answers a good token with the backend's greeting
 * and closes on a bad one, so the port counts as open from its first message on.
 */
export async function openSocketPort(address: string, token: string): Promise<Port> {
  const socket = new WebSocket(address);
  const early: unknown[] = [];
  const answer = Promise.withResolvers<Port>();
  const listeners: ((message: unknown) => void)[] = [];
  socket.addEventListener('open', () => socket.send(JSON.stringify({ token })));
  socket.addEventListener('message', (event: MessageEvent<unknown>) => {
    if (typeof event.data !== 'string') return;
    const message: unknown = JSON.parse(event.data);
    if (listeners.length === 0) early.push(message);
    for (const listener of listeners) listener(message);
    answer.resolve(port);
  });
  socket.addEventListener('close', (event) =>
    answer.reject(REFUSED_CODES.has(event.code) ? new HostRefusal('bad_token') : new Error('The socket closed.')),
  );
  const port: Port = {
    post: (message) => {
      if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
    },
    onMessage: (listener) => {
      listeners.push(listener);
      for (const message of early.splice(0)) listener(message);
    },
    onClose: (listener) => {
      socket.addEventListener('close', listener);
      if (socket.readyState >= WebSocket.CLOSING) listener();
    },
    close: () => socket.close(1000),
  };
  return answer.promise;
}
