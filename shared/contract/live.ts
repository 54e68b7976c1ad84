import { z } from 'zod';
import { SampleId } from '../model/ids.ts';
import { Outcome } from '../model/sample.ts';
import { command, query } from './define.ts';
import { Empty } from './target.ts';

/** A port of one's own choice; null takes a free one. */
const Port = z.int().min(1).max(65_535).nullable();

/** At least one of the two receivers. */
export const LiveStart = z
  .object({
    otlp: z.object({ port: Port }).optional(),
    proxy: z.object({ upstream: z.string().max(2_000), port: Port }).optional(),
    needsToken: z.boolean().default(true),
    /** How long a trace or conversation is quiet before samples are made of it. */
    quietMs: z.int().min(100).max(600_000).optional(),
    /** Room for what came, as it came; the oldest that is settled goes first. */
    limitMb: z.int().min(1).max(16_384).optional(),
  })
  .refine(({ otlp, proxy }) => otlp !== undefined || proxy !== undefined, 'Choose the receiver, the proxy or both.');
export type LiveStart = z.output<typeof LiveStart>;

export const LiveArrival = z.object({
  /** epoch ms at which the sample was made or changed */
  at: z.number(),
  sampleId: SampleId,
  name: z.string(),
  calls: z.int(),
  durationMs: z.number().nullable(),
  outcome: Outcome,
  change: z.enum(['added', 'updated']),
});
export type LiveArrival = z.infer<typeof LiveArrival>;

export const LiveStatus = z.object({
  on: z.boolean(),
  paused: z.boolean(),
  /** epoch ms */
  startedAt: z.number().nullable(),
  needsToken: z.boolean(),
  /** Null when it is off or no token is asked for. */
  token: z.string().nullable(),
  otlp: z.object({ port: z.int(), url: z.string() }).nullable(),
  /** `url` is the base address for SDKs, with the token in its path. */
  proxy: z.object({ port: z.int(), url: z.string(), upstream: z.string() }).nullable(),
  /** Since it was switched on last. */
  counts: z.object({
    spans: z.int(),
    exchanges: z.int(),
    refused: z.int(),
    /** Went by while paused and was not kept. */
    passed: z.int(),
    /** Traces and conversations of which no samples were made yet. */
    waiting: z.int(),
    samplesAdded: z.int(),
    samplesUpdated: z.int(),
    issues: z.int(),
  }),
  /** The last 60 minutes, the oldest first, the last one under way; empty when it is off. */
  perMinute: z.array(z.object({ spans: z.int(), exchanges: z.int() })),
  /** The newest first. */
  last: z.array(LiveArrival),
  /** What came, as it came: `openBytes` of it may not be dropped yet. */
  buffer: z.object({ bytes: z.int(), openBytes: z.int(), limitBytes: z.int() }),
});
export type LiveStatus = z.infer<typeof LiveStatus>;

/** Text to copy, for one kind of program. */
export const LiveSetting = z.object({
  id: z.enum([
    'otel-env',
    'otel-python',
    'otel-js',
    'openinference-python',
    'openai-env',
    'openai-python',
    'openai-js',
  ]),
  receiver: z.enum(['otlp', 'proxy']),
  language: z.enum(['shell', 'python', 'javascript']),
  text: z.string(),
});
export type LiveSetting = z.infer<typeof LiveSetting>;

export const live = {
  status: query({ input: Empty, output: LiveStatus, reads: ['live'] }),
  start: command({ undo: 'none', input: LiveStart, output: LiveStatus }),
  /** Stops listening and makes samples of all that came. */
  stop: command({ undo: 'none', input: Empty, output: LiveStatus }),
  pause: command({ undo: 'none', input: z.object({ paused: z.boolean() }), output: LiveStatus }),
  /** Ready-made settings for common SDKs; empty when it is off. */
  settings: query({ input: Empty, output: z.array(LiveSetting), reads: ['live'] }),
};
