import { setImmediate as nextTurn } from 'node:timers/promises';
import type { z } from 'zod';
import type { privacy, PrivacyFinding } from '../../../shared/contract/privacy.ts';
import { SampleId } from '../../../shared/model/ids.ts';
import type { AttemptId } from '../../../shared/model/ids.ts';
import type { JsonValue } from '../../../shared/model/json.ts';
import type { Message } from '../../../shared/model/message.ts';
import { PARTIAL_KINDS } from '../../../shared/model/privacy.ts';
import type { PrivateKind } from '../../../shared/model/privacy.ts';
import { AppError } from '../../../shared/rpc/errors.ts';
import type { ProjectContext } from '../context.ts';
import { findPrivate } from '../privacy/find.ts';
import { attemptBodies, getSampleBody } from '../store/samples.ts';
import { filterIds } from '../store/targets.ts';

type Report = z.infer<(typeof privacy)['scan']['output']>;
type Place = { readonly attemptId: AttemptId | null; readonly place: string; readonly text: string };

/** Looks for private data in every text of the samples of a filter; yields between samples. */
export async function scanPrivacy(
  project: ProjectContext,
  { filter, limit }: { readonly filter: string; readonly limit: number },
  signal: AbortSignal,
): Promise<Report> {
  const ids = filterIds(project.db, filter);
  const byKind = new Map<PrivateKind, number>();
  const findings: PrivacyFinding[] = [];
  let total = 0;
  for (const id of ids) {
    if (signal.aborted) throw new AppError('cancelled', 'Cancelled.');
    for (const { attemptId, place, text } of placesOf(project, id))
      for (const { kind, start, end } of await findPrivate(text)) {
        total += 1;
        byKind.set(kind, (byKind.get(kind) ?? 0) + 1);
        if (findings.length >= limit) continue;
        const hint = hintOf(text.slice(start, end));
        findings.push({ sampleId: SampleId.parse(id), attemptId, place, kind, start, end, hint });
      }
    await nextTurn();
  }
  return {
    samples: ids.length,
    total,
    byKind: Object.fromEntries(byKind),
    partial: [...PARTIAL_KINDS],
    findings,
  };
}

/** The ends of a finding, enough to know it again: `m…g (12 characters)`. */
function hintOf(found: string): string {
  const signs = Array.from(found);
  return `${signs[0] ?? ''}…${signs.length > 6 ? (signs.at(-1) ?? '') : ''} (${signs.length} characters)`;
}

function* placesOf(project: ProjectContext, id: number): Generator<Place, void, undefined> {
  const body = getSampleBody(project.db, id);
  if (body === undefined) return;
  yield* textsOf(body.prompt, null, 'prompt');
  yield* jsonTexts(body.reference, null, 'reference');
  yield* jsonTexts(body.tools, null, 'tools');
  yield* jsonTexts(body.extras, null, 'extras');
  for (const { id: attemptId, idx, messages } of attemptBodies(project.db, id))
    yield* textsOf(messages, attemptId, `attempt ${idx + 1} message`);
}

function* textsOf(
  messages: readonly Message[],
  attemptId: AttemptId | null,
  name: string,
): Generator<Place, void, undefined> {
  for (const [at, message] of messages.entries()) {
    const place = `${name} ${at + 1}`;
    for (const part of message.parts)
      if (part.type === 'text' || part.type === 'reasoning' || part.type === 'refusal')
        yield { attemptId, place, text: part.text };
    for (const call of message.calls ?? [])
      yield { attemptId, place: `${place}, arguments of ${call.name}`, text: call.argsText };
    if (message.extras !== undefined) yield* jsonTexts(message.extras, attemptId, `${place}, extras`);
  }
}

/** Every text inside a JSON value, under its path. */
function* jsonTexts(value: unknown, attemptId: AttemptId | null, place: string): Generator<Place, void, undefined> {
  const json = value as JsonValue; // stored as JSON by the importing and editing services
  if (typeof json === 'string') yield { attemptId, place, text: json };
  else if (typeof json === 'object' && json !== null)
    for (const [key, member] of Object.entries(json)) yield* jsonTexts(member, attemptId, `${place} ${key}`);
}
