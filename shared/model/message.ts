import { z } from 'zod';
import { Json, JsonRecord } from './json.ts';

/** One piece of a message. Text parts are shown joined in order; the others keep their place. */
export const Part = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({ type: z.literal('reasoning'), text: z.string(), encrypted: z.boolean().optional() }),
  z.object({ type: z.literal('refusal'), text: z.string() }),
  /** `data` is base64 without a prefix; `url` is never fetched. */
  z.object({
    type: z.literal('image'),
    mediaType: z.string().optional(),
    data: z.string().optional(),
    url: z.string().optional(),
  }),
  z.object({
    type: z.literal('file'),
    name: z.string().optional(),
    mediaType: z.string().optional(),
    data: z.string().optional(),
  }),
  /** A part of a kind we do not model, kept as it was read. */
  z.object({ type: z.literal('other'), kind: z.string(), raw: Json }),
]);
export type Part = z.infer<typeof Part>;

/**
 * A tool call. `argsText` is what the log holds; `args` is the parsed value (double encoding undone), absent with
 * `argsError` set when the text is not JSON: an invalid text is an error, never `{}`. An empty text is `{}`.
 */
export const ToolCall = z.object({
  id: z.string(),
  originalId: z.string().optional(),
  name: z.string(),
  argsText: z.string(),
  args: Json.optional(),
  argsError: z.string().optional(),
  kind: z.enum(['function', 'custom', 'server', 'handoff']),
  extras: JsonRecord.optional(),
});
export type ToolCall = z.infer<typeof ToolCall>;

export const Role = z.enum(['system', 'developer', 'user', 'assistant', 'tool']);
export type Role = z.infer<typeof Role>;

/** How the content stood in the source where it was not text; equal for display, kept for export. */
export const ContentForm = z.enum(['text', 'null', 'missing', 'parts']);

/** Times are ms since the attempt began (`startMs`) and durations in ms (`durationMs`), both optional. */
export const Timing = z.object({ startMs: z.number().optional(), durationMs: z.number().optional() });

export const Message = z.object({
  role: Role,
  name: z.string().optional(),
  parts: z.array(Part),
  contentForm: ContentForm.optional(),
  /** Calls of one assistant message are parallel. */
  calls: z.array(ToolCall).optional(),
  /** On a tool message: the id of the call it answers; absent when the source gave none and none could be paired. */
  callId: z.string().optional(),
  /** On a tool message: `guessed` when only the text looks like an error. */
  isError: z.union([z.boolean(), z.literal('guessed')]).optional(),
  finish: z.string().optional(),
  weight: z.number().optional(),
  tokens: z.number().optional(),
  timing: Timing.optional(),
  /** Fields of the source that are not modelled, kept for display and export. */
  extras: JsonRecord.optional(),
});
export type Message = z.infer<typeof Message>;

/** A tool offered to the model. `parameters` is a JSON Schema or null when unknown. */
export const ToolDef = z.object({
  name: z.string(),
  description: z.string().optional(),
  parameters: Json.optional(),
  strict: z.boolean().optional(),
  kind: z.enum(['function', 'custom', 'server']).optional(),
  extras: JsonRecord.optional(),
});
export type ToolDef = z.infer<typeof ToolDef>;

/** @returns the text parts of a message in order, joined by a line break; reasoning and refusals are left out */
export function messageText(message: Pick<Message, 'parts'>): string {
  const texts: string[] = [];
  for (const part of message.parts) if (part.type === 'text') texts.push(part.text);
  return texts.join('\n');
}
