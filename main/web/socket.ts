import { z } from 'zod';
import type { RawData, WebSocket } from 'ws';
import type { Port } from '../../shared/rpc/port.ts';
import type { TokenGuard } from './guards.ts';

/** Close codes the page knows; 4xxx are free for applications. */
export const CLOSE = { wrongToken: 4401, noToken: 4408, paused: 4429, goingAway: 1001, notJson: 1007 } as const;

const TOKEN_WAIT_MS = 10_000;
const PING_MS = 30_000;

const FirstFrame = z.strictObject({ token: z.string().max(500) });

/** A WebSocket as a Port: each text frame is one JSON message. Frames before the first listener are not lost. */
export function toPort(socket: WebSocket): Port {
  return {
    post(message) {
      if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(message));
    },
    onMessage(listener) {
      socket.on('message', (data, isBinary) => {
        const message = isBinary ? undefined : parse(data);
        if (message === undefined) socket.close(CLOSE.notJson, 'Messages are JSON text.');
        else listener(message.value);
      });
    },
    onClose(listener) {
      socket.on('close', () => listener());
    },
    close() {
      socket.close(CLOSE.goingAway);
    },
  };
}

function parse(data: RawData): { readonly value: unknown } | undefined {
  // Buffers are what ws gives unless told otherwise.
  if (!Buffer.isBuffer(data)) return undefined;
  try {
    return { value: JSON.parse(data.toString('utf8')) };
  } catch {
    return undefined;
  }
}

/**
 * Waits for the token in the first frame, then hands the socket over as a port. Anything else closes the socket; the secret is not
 * in the address, so no log or history holds it.
 */
export function admit(socket: WebSocket, guard: TokenGuard, connect: (port: Port) => void): void {
  const timer = setTimeout(() => socket.close(CLOSE.noToken, 'No token was sent.'), TOKEN_WAIT_MS);
  socket.on('error', () => socket.terminate());
  socket.once('close', () => clearTimeout(timer));
  socket.once('message', (data, isBinary) => {
    clearTimeout(timer);
    const frame = FirstFrame.safeParse(isBinary ? undefined : parse(data)?.value);
    const verdict = guard.check(frame.success ? frame.data.token : '');
    if (verdict === 'ok') {
      keepAlive(socket);
      connect(toPort(socket));
    } else if (verdict === 'paused') socket.close(CLOSE.paused, 'Too many wrong tokens; try again in a minute.');
    else socket.close(CLOSE.wrongToken, 'The token is wrong.');
  });
}

/** Ends sockets whose other side is gone without a word, so that their session does not stay. */
function keepAlive(socket: WebSocket): void {
  let isAnswered = true;
  socket.on('pong', () => {
    isAnswered = true;
  });
  const timer = setInterval(() => {
    if (!isAnswered) {
      socket.terminate();
      return;
    }
    isAnswered = false;
    socket.ping();
  }, PING_MS);
  socket.once('close', () => clearInterval(timer));
}
