import { jsonrepair } from 'jsonrepair';
import type { z } from 'zod';
import { FileOptions, type sources } from '../../../../shared/contract/sources.ts';
import { SampleId } from '../../../../shared/model/ids.ts';
import { Per } from '../../../../shared/model/sample.ts';
import type { RepairAction, StoredIssue } from '../../../../shared/model/source.ts';
import { AppError } from '../../../../shared/rpc/errors.ts';
import { count } from '../../../../shared/text/plural.ts';
import type { ProjectContext } from '../../context.ts';
import { contentUid } from '../../engine/hash.ts';
import { inferTools, pairByOrder } from '../../engine/mend.ts';
import { importerById } from '../../importers/registry.ts';
import { readAgain, readTaskOnly, type Reread } from '../../importers/reread.ts';
import type { ParsedSample } from '../../importers/types.ts';
import { addCounts, getIssue, readingOf, recordIndex, resolveIssue } from '../../store/sources.ts';
import { createUpserter } from '../../store/upsert.ts';
import { scanBatch } from '../checking.ts';
import { incomingOptions } from './incoming.ts';
import { prepareSample } from './prepare-sample.ts';
import { actionsFor } from './repair-actions.ts';

type Preview = z.output<(typeof sources)['repairPreview']['output']>;
type Result = z.output<(typeof sources)['repair']['output']>;
type RepairInput = z.output<(typeof sources)['repair']['input']>;

const PREVIEWED = 10;

/** What a repair of one refused record would read and give. Writes nothing. */
export function previewRepair(
  project: ProjectContext,
  { issueId, action, text }: { issueId: number; action: RepairAction; text?: string | undefined },
): Preview {
  const issue = openIssue(project, issueId);
  const mended = mend(issue, action, text);
  if (!mended.ok) return { text: issue.raw ?? '', problem: mended.problem, samples: [] };
  if (action === 'skip') return { text: mended.text, problem: null, samples: [] };
  const read = reread(project, issue, action, mended.text);
  if (!read.ok) return { text: mended.text, problem: read.problem, samples: [] };
  const samples = read.samples.slice(0, PREVIEWED).map(({ title, prompt, tools, reference, attempts }) => ({
    title: title ?? '',
    prompt: [...prompt],
    tools: [...tools],
    reference,
    attempts: attempts.map(({ messages, reward, outcome }) => ({ messages: [...messages], reward, outcome })),
  }));
  return { text: mended.text, problem: null, samples };
}

/**
 * Reads refused records again, mended. Each that gives samples counts as kept from then on, its samples stand at its place,
 * and its raw text stays; one that gives none stays refused, with the reason. One undoable action for all.
 */
export function repairIssues(project: ProjectContext, { issueIds, action, text }: RepairInput): Result {
  if (action === 'edit' && (text === undefined || issueIds.length !== 1))
    throw new AppError('invalid_input', 'Give the corrected text of one record.');
  const tables = ['source', 'sample', 'attempt', 'flag', 'tag'] as const;
  const { value } = project.act(
    (done: Result) => ({ kind: 'source.repair', label: labelOf(action, done), tables }),
    () => {
      const result: Result = { resolved: 0, sampleIds: [], failed: [] };
      const touched: number[] = [];
      for (const issueId of new Set(issueIds)) {
        const problem = repairOne(project, issueId, { action, text, touched });
        if (problem === null) result.resolved += 1;
        else result.failed.push({ issueId, message: problem });
      }
      scanBatch(project.db, touched);
      result.sampleIds.push(...touched.map((id) => SampleId.parse(id)));
      return result;
    },
  );
  return value;
}

function labelOf(action: RepairAction, { resolved }: Result): string {
  return `${action === 'skip' ? 'Skip' : 'Repair'} ${count(resolved, 'refused record')}`;
}

/** @returns why it could not be repaired; null when it was */
function repairOne(
  project: ProjectContext,
  issueId: number,
  how: { readonly action: RepairAction; readonly text: string | undefined; readonly touched: number[] },
): string | null {
  const { db } = project;
  const issue = openIssue(project, issueId);
  const mended = mend(issue, how.action, how.text);
  if (!mended.ok) return mended.problem;
  const now = project.app.clock.now();
  if (how.action === 'skip') {
    resolveIssue(db, issueId, now);
    return null;
  }
  const read = reread(project, issue, how.action, mended.text);
  if (!read.ok) return read.problem;
  const uid = nameOf(project, issue);
  const upserter = createUpserter(db, incomingOptions(project));
  for (const sample of read.samples) {
    const put = upserter.put(issue.sourceId, prepareSample(sample, uid));
    if (put.sampleId === 0) return 'A sample of the same name is there already.';
    how.touched.push(put.sampleId);
  }
  resolveIssue(db, issueId, now);
  addCounts(db, issue.sourceId, 0, 1);
  return null;
}

function openIssue(project: ProjectContext, issueId: number): StoredIssue {
  const issue = getIssue(project.db, issueId);
  if (issue === undefined) throw new AppError('not_found', 'This record is not in the list any more.');
  if (!issue.rejected)
    throw new AppError('invalid_input', 'This is a remark on a record that was kept; nothing is to be repaired.');
  if (issue.resolved) throw new AppError('conflict', 'This record was repaired or skipped already.');
  return issue;
}

type Mended = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly problem: string };

/** The text that is read instead of the record's own. */
function mend(issue: StoredIssue, action: RepairAction, text: string | undefined): Mended {
  if (!actionsFor(issue.code, true).includes(action))
    return { ok: false, problem: 'This repair does not fit what is wrong with the record.' };
  if (action === 'edit') return { ok: true, text: text ?? issue.raw ?? '' };
  if (action === 'skip') return { ok: true, text: issue.raw ?? '' };
  if (issue.raw === null) return { ok: false, problem: 'The text of the record was not kept. Write it anew.' };
  if (action !== 'json_repair') return { ok: true, text: issue.raw };
  try {
    return { ok: true, text: jsonrepair(issue.raw) };
  } catch {
    return { ok: false, problem: 'The text is too far from JSON to be mended by itself. Correct it by hand.' };
  }
}

function reread(project: ProjectContext, issue: StoredIssue, action: RepairAction, text: string): Reread {
  const source = readingOf(project.db, issue.sourceId);
  const importer = importerById(source?.format ?? '');
  const per = Per.safeParse(source?.per);
  if (source === undefined || importer === undefined || !per.success)
    return { ok: false, problem: 'The form of this source is not known to this version.' };
  const options = FileOptions.safeParse(source.options);
  const position = { line: issue.line, offset: issue.offset, index: recordIndex(project.db, issue.id) ?? 0 };
  const how = { position, per: per.data, map: options.data?.map ?? {} };
  const read = action === 'task_only' ? readTaskOnly(text, importer, how) : readAgain(text, importer, how);
  return read.ok ? { ok: true, samples: read.samples.map((sample) => improve(sample, action)) } : read;
}

function improve(sample: ParsedSample, action: RepairAction): ParsedSample {
  if (action === 'pair_by_order')
    return {
      ...sample,
      attempts: sample.attempts.map((attempt) => ({ ...attempt, messages: pairByOrder(attempt.messages).messages })),
    };
  if (action === 'infer_tools') {
    const said = [sample.prompt, ...sample.attempts.map(({ messages }) => messages)];
    return { ...sample, tools: inferTools(sample.tools, said).tools };
  }
  return sample;
}

/** Names the samples of a repaired record as an import of it would; older lists do not know the number of the record. */
function nameOf(project: ProjectContext, issue: StoredIssue): string {
  const source = readingOf(project.db, issue.sourceId);
  const uid = source?.uid ?? '';
  return recordIndex(project.db, issue.id) === null ? contentUid('repair', uid, issue.id) : uid;
}
