import { z } from 'zod';
import { WireError } from './errors.ts';

/** Raised when a message changes its meaning; a stale page is told to reload. */
export const PROTOCOL_VERSION = 1;

export const ClientMessage = z.discriminatedUnion('t', [
  z.object({
    t: z.literal('call'),
    id: z.int().nonnegative(),
    method: z.string().max(100),
    project: z.string().max(100).nullable(),
    // JSON drops a member that is undefined, so what may be anything may also be missing.
    input: z.unknown().optional(),
  }),
  z.object({ t: z.literal('cancel'), id: z.int().nonnegative() }),
]);
export type ClientMessage = z.infer<typeof ClientMessage>;

export const ServerMessage = z.discriminatedUnion('t', [
  z.object({ t: z.literal('hello'), protocol: z.int(), appVersion: z.string(), session: z.string() }),
  z.object({ t: z.literal('ok'), id: z.int(), value: z.unknown().optional() }),
  z.object({ t: z.literal('err'), id: z.int(), error: WireError }),
  z.object({ t: z.literal('event'), seq: z.int(), name: z.string(), payload: z.unknown().optional() }),
]);
export type ServerMessage = z.infer<typeof ServerMessage>;
