import type { z } from 'zod';
import type { SampleDraft } from '../../../shared/contract/samples.ts';
import { SampleId, sampleRef } from '../../../shared/model/ids.ts';
import { AppError } from '../../../shared/rpc/errors.ts';
import { count } from '../../../shared/text/plural.ts';
import type { ProjectContext } from '../context.ts';
import { contentUid } from '../engine/hash.ts';
import { parseText } from '../importers/paste.ts';
import type { ParsedSample } from '../importers/types.ts';
import { handSource, insertSample, updateSample } from '../store/sample-edits.ts';
import { scanBatch } from './checking.ts';
import { attemptBodies, getSampleBody, listAttempts } from '../store/samples.ts';
import { prepareSample } from './importing/prepare-sample.ts';

type Draft = z.output<typeof SampleDraft>;

const TABLES = ['sample', 'attempt', 'source', 'flag'] as const;

function parsedFrom(draft: Draft, attempts: ParsedSample['attempts'] = []): ParsedSample {
  return {
    kind: 'sample',
    position: { line: null, offset: null, index: 0 },
    sub: 0,
    taskKey: null,
    title: draft.title === undefined || draft.title.trim() === '' ? null : draft.title,
    prompt: draft.prompt,
    tools: draft.tools,
    reference: draft.reference,
    attempts,
    extras: null,
    sourceRef: null,
    tags: [],
  };
}

function add(project: ProjectContext, parsed: readonly ParsedSample[]): SampleId[] {
  const sourceId = handSource(project.db, project.app.clock.now());
  return parsed.map((one) => {
    // Two samples made by hand may be equal, so their names rest on a fresh id and not on content.
    const id = insertSample(project.db, sourceId, prepareSample(one, contentUid('hand', project.app.ids.uuid())));
    scanBatch(project.db, [id]);
    return SampleId.parse(id);
  });
}

export function createSample(project: ProjectContext, draft: Draft): SampleId {
  const { value } = project.act({ kind: 'sample.create', label: 'Add a sample', tables: TABLES }, () =>
    add(project, [parsedFrom(draft)]),
  );
  return first(value);
}

/** Pasted text as samples: JSON of a known form, or plain text as one user turn. */
export function pasteSamples(project: ProjectContext, text: string): { sampleIds: SampleId[]; format: string } {
  const parsed = parseText(text);
  const { value } = project.act(
    { kind: 'sample.paste', label: `Paste ${count(parsed.samples.length, 'sample')}`, tables: TABLES },
    () => add(project, parsed.samples),
  );
  return { sampleIds: value, format: parsed.format };
}

export function duplicateSample(project: ProjectContext, sampleId: number): SampleId {
  const body = getSampleBody(project.db, sampleId);
  if (body === undefined) throw notFound(sampleId);
  const summaries = new Map(listAttempts(project.db, sampleId).map((attempt) => [attempt.id, attempt]));
  const attempts = attemptBodies(project.db, sampleId).map((attempt) => {
    const summary = summaries.get(attempt.id);
    return {
      messages: attempt.messages,
      model: summary?.model ?? null,
      outcome: summary?.outcome ?? 'unknown',
      reward: summary?.reward ?? null,
      latencyMs: summary?.latencyMs ?? null,
      tokens: summary?.tokens ?? null,
      startedAt: summary?.startedAt ?? null,
      extras: null,
    };
  });
  const { value } = project.act(
    { kind: 'sample.duplicate', label: `Duplicate ${sampleRef(sampleId)}`, tables: TABLES },
    () => add(project, [parsedFrom({ ...body, title: `${body.title} (copy)` }, attempts)]),
  );
  return first(value);
}

/** @returns 1 when something changed, 0 when the content is what it was */
export function editSample(project: ProjectContext, sampleId: number, change: Partial<Draft>): number {
  const body = getSampleBody(project.db, sampleId);
  if (body === undefined) throw notFound(sampleId);
  const next: Draft = {
    title: change.title ?? body.title,
    prompt: change.prompt ?? body.prompt,
    tools: change.tools ?? body.tools,
    reference: change.reference ?? body.reference,
  };
  const before = prepareSample(parsedFrom(body), body.uid);
  const after = prepareSample(parsedFrom(next), body.uid);
  if (
    before.contentHash === after.contentHash &&
    before.title === after.title &&
    before.promptJson === after.promptJson
  )
    return 0;
  project.act({ kind: 'sample.edit', label: `Edit ${sampleRef(sampleId)}`, tables: [...TABLES, 'score'] }, () => {
    updateSample(project.db, sampleId, after);
    scanBatch(project.db, [sampleId]);
  });
  return 1;
}

function notFound(sampleId: number): AppError {
  return new AppError('not_found', `There is no sample ${sampleRef(sampleId)} in this project.`);
}

function first(ids: readonly SampleId[]): SampleId {
  const [id] = ids;
  if (id === undefined) throw new AppError('invalid_input', 'Nothing was added.');
  return id;
}
