import { SampleId, sampleRef } from '../../../../shared/model/ids.ts';
import type { SourceReport, UpdateCounts } from '../../../../shared/model/source.ts';
import { count } from '../../../../shared/text/plural.ts';
import type { ProjectContext } from '../../context.ts';
import { contentUid } from '../../engine/hash.ts';
import type { JobIo } from '../../jobs/types.ts';
import { insertIssue } from '../../store/sources.ts';
import { createStagedReader } from '../../store/staged.ts';
import { takeSourceOver } from '../../store/update-plan.ts';
import { createMerger, type EditConflict } from '../../store/upsert-merge.ts';
import { createUpserter } from '../../store/upsert.ts';
import { scanBatch } from '../checking.ts';
import { incomingOptions } from './incoming.ts';
import { planUpdate, type UpdatePlan } from './match-update.ts';
import type { ImportCheckpoint } from './params.ts';
import type { FileProgress } from './read-file.ts';

const MISSING_LISTED = 1_000;

/**
 * Writes a file that was read into a hidden source over the source it brings up to date. The matching is worked out
 * beforehand; the writing is one transaction, and so one action that undo takes back and that a crash leaves done or not
 * begun. What was staged is deleted afterwards, by the caller.
 */
export async function applyUpdate(
  project: ProjectContext,
  progress: FileProgress,
  report: SourceReport,
  io: JobIo,
): Promise<SourceReport> {
  const { state, file } = progress;
  const { current } = state;
  const target = file.updates;
  if (current === null || target === null) return report;
  io.report({ stage: `${file.name}, comparing`, done: 0, total: null });
  const plan = await planUpdate(project, { target, staged: current.sourceId }, io);
  const { value } = project.act(
    (done) => ({ kind: 'source.update', label: labelOf(done.update, file.name), tables: TABLES }),
    () => {
      const written = writeUpdate(project, { target, staged: current.sourceId }, plan);
      const final: SourceReport = {
        ...report,
        // Ids come from rows of the project.
        sourceId: target as SourceReport['sourceId'],
        samplesAdded: written.update.added,
        attemptsAdded: written.attemptsAdded,
        update: written.update,
      };
      const applied: NonNullable<ImportCheckpoint['current']> = { ...current, stage: 'applied', report: final };
      io.saveCheckpoint({ ...state, current: applied });
      state.current = applied;
      return { final, update: written.update };
    },
  );
  return value.final;
}

const TABLES = ['source', 'sample', 'attempt', 'flag', 'tag', 'score'] as const;

function labelOf({ added, updated }: UpdateCounts, name: string): string {
  return `Update from ${name}: ${count(updated, 'sample')} changed, ${added} added`;
}

function writeUpdate(
  project: ProjectContext,
  ids: { readonly target: number; readonly staged: number },
  plan: UpdatePlan,
): { update: UpdateCounts; attemptsAdded: number } {
  const { db } = project;
  const options = incomingOptions(project);
  const stagedSample = createStagedReader(db, (uid) => contentUid('update', ids.target, uid));
  const merge = createMerger(db);
  const upserter = createUpserter(db, options);
  const now = project.app.clock.now();
  takeSourceOver(db, ids.target, ids.staged, now);
  const putIssue = insertIssue(db, ids.target);
  const touched: number[] = [];
  let conflicts = 0;
  let masked = 0;
  let attemptsAdded = 0;
  for (const pair of plan.changed) {
    const raw = stagedSample(pair.staged);
    if (raw === undefined) continue;
    const sample = options.transform?.(raw) ?? raw;
    const merged = merge(pair.target, sample, { raw });
    for (const conflict of merged.conflicts) putIssue(keptEdit(pair.target, conflict));
    conflicts += merged.conflicts.length;
    if (merged.masked) masked += 1;
    attemptsAdded += merged.attempts.added;
    if (merged.change === 'updated') touched.push(pair.target);
  }
  const updated = touched.length;
  for (const id of plan.added) {
    const raw = stagedSample(id);
    if (raw === undefined) continue;
    const put = upserter.add(ids.target, raw);
    attemptsAdded += put.attemptsAdded;
    touched.push(put.sampleId);
  }
  scanBatch(db, touched);
  const update = {
    added: plan.added.length,
    updated,
    unchanged: plan.unchanged + plan.changed.length - updated,
    missing: plan.missing.length,
    missingRefs: plan.missing.slice(0, MISSING_LISTED).map((id) => SampleId.parse(id)),
    conflicts,
    masked,
  };
  return { update, attemptsAdded };
}

/** The file's own text, kept where a person's edit stands in its place. */
function keptEdit(sampleId: number, { field, incoming }: EditConflict): Parameters<ReturnType<typeof insertIssue>>[0] {
  return {
    line: null,
    offset: null,
    code: 'edit_kept',
    message: `The ${field} of ${sampleRef(sampleId)} was edited here and changed in the file; the edit stands, and the file's text is kept with this remark.`,
    raw: incoming,
    rejected: false,
    index: null,
  };
}
