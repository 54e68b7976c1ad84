import { z } from 'zod';
import { Json, JsonRecord } from '../../../shared/model/json.ts';
import { Message, ToolDef } from '../../../shared/model/message.ts';
import { Outcome } from '../../../shared/model/sample.ts';
import type { Importer, ParsedSample, RawRecord } from './types.ts';
import { valueOf } from './shared/fields.ts';
import { refuse } from './shared/items.ts';

const Attempt = z.object({
  messages: z.array(Message).max(10_000),
  model: z.string().nullable().default(null),
  reward: z.number().nullable().default(null),
  outcome: Outcome.default('unknown'),
  latencyMs: z.number().nullable().default(null),
  tokens: z.number().nullable().default(null),
  startedAt: z.number().nullable().default(null),
  extras: Json.nullable().default(null),
});

/** A line of Assay's own: one sample with its attempts in the model of `shared/model`, timing and reasoning included. */
const Line = z.object({
  assay: z.literal(1),
  title: z.string().nullable().default(null),
  prompt: z.array(Message).min(1).max(10_000),
  tools: z.array(ToolDef).default([]),
  reference: JsonRecord.default({}),
  tags: z.array(z.string().min(1).max(60)).default([]),
  attempts: z.array(Attempt).default([]),
  extras: Json.nullable().default(null),
});

/** Documented by its schema above; made by Assay's generators and by anybody who has timing that other forms cannot hold. */
export const assaySamples = {
  id: 'assay-samples',
  version: 1,
  title: 'Assay samples',
  extensions: ['jsonl'],
  per: ['conversation'],
  sample: 'One sample per line, as it stands in the line.',
  answer: 'Each attempt of the line is an answer; a line may have none.',
  takes: 'json',
  mappable: false,
  detect: (record) => (isLine(record) ? { confidence: 1, reason: 'every line says "assay": 1' } : null),
  parse(record) {
    if (record.kind !== 'json') return [refuse(record, 'not_a_line', 'The record is not a line of Assay samples.')];
    const parsed = Line.safeParse(record.value);
    if (parsed.success) return [toSample(record, parsed.data)];
    const [issue] = parsed.error.issues;
    const where = issue === undefined || issue.path.length === 0 ? 'the line' : issue.path.join('.');
    return [refuse(record, 'bad_field', `The field ${where} is not of the form Assay samples have.`)];
  },
} as const satisfies Importer;

function isLine(record: RawRecord): boolean {
  return valueOf(record)?.['assay'] === 1;
}

function toSample(record: RawRecord, line: z.output<typeof Line>): ParsedSample {
  const { title, prompt, tools, reference, attempts, extras, tags } = line;
  return {
    kind: 'sample',
    position: record.position,
    sub: 0,
    taskKey: null,
    sourceRef: null,
    title,
    prompt,
    tools,
    reference,
    attempts,
    extras,
    tags,
  };
}
