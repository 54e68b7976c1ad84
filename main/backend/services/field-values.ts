import { isJsonObject } from '../../../shared/model/json.ts';
import { AppError } from '../../../shared/rpc/errors.ts';
import type { ProjectContext } from '../context.ts';
import { toGradedSample, toItem } from '../graders/sample-view.ts';
import { getAttempt, getSampleBody } from '../store/samples.ts';
import { responseFormat } from './scoring/inputs.ts';

const VALUE_CHARS = 300;
const MAX_PATHS = 400;
const MAX_DEPTH = 5;

/** Values of every template variable for one sample and attempt, cut for a hover. */
export function fieldValues(
  project: ProjectContext,
  sampleId: number,
  attemptId: number | null,
): Record<string, string> {
  const body = getSampleBody(project.db, sampleId);
  if (body === undefined) throw new AppError('not_found', 'This sample is gone.');
  const values: Record<string, string> = {};
  flatten('item', toItem(body.prompt, body.tools, body.reference), values, 0);
  const attempt = attemptId === null ? undefined : getAttempt(project.db, attemptId);
  if (attempt !== undefined)
    flatten('sample', toGradedSample(attempt.messages, { responseFormat: responseFormat(project) }), values, 0);
  return values;
}

function flatten(path: string, value: unknown, into: Record<string, string>, depth: number): void {
  if (Object.keys(into).length >= MAX_PATHS) return;
  if (depth > 0) into[path] = (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, VALUE_CHARS);
  if (depth >= MAX_DEPTH || !isJsonObject(value)) return;
  for (const [key, member] of Object.entries(value)) flatten(`${path}.${key}`, member, into, depth + 1);
}
