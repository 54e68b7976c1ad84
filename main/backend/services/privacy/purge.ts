import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { z } from 'zod';
import { PurgeTarget, type privacy } from '../../../../shared/contract/privacy.ts';
import { Json } from '../../../../shared/model/json.ts';
import { ContentForm, Message, Part, Role, ToolCall, ToolDef } from '../../../../shared/model/message.ts';
import { PRIVATE_KINDS } from '../../../../shared/model/privacy.ts';
import { AppError } from '../../../../shared/rpc/errors.ts';
import type { ProjectContext } from '../../context.ts';
import { connect } from '../../db/open.ts';
import type { JobIo, JobKind } from '../../jobs/types.ts';
import type { Blotter } from '../../engine/sample-texts.ts';
import { createBlotter } from '../../privacy/blot.ts';
import { valueHash } from '../../privacy/scan-texts.ts';
import { readTexts, writeTexts } from '../../store/private-texts.ts';
import {
  attachBlotter,
  blotColumns,
  countHolding,
  deleteForGood,
  dropPrivacyFlags,
  forgetParams,
  forgetScans,
  forgetUnused,
  forgetValues,
  idsOf,
  ownWords,
  rewriteFile,
  samplesHolding,
  setSecureDelete,
  uidsOf,
} from '../../store/purge.ts';
import { refreshSamples } from '../../store/search-index.ts';
import { filterIds } from '../../store/targets.ts';
import { forgetVectors } from '../../store/text-vectors.ts';
import { listPackages } from '../exporting/packages.ts';
import { findLeftovers } from './leftovers.ts';
import { scanScope } from './scan-job.ts';
import { prepareTexts, withoutDerivedTitle } from './texts-of.ts';

type Findings = z.output<(typeof privacy)['purgePreview']['output']>;

/** Words that bodies of samples are written with. */
const MESSAGE_WORDS: ReadonlySet<string> = new Set(
  [
    ...[Message, ToolCall, ToolDef, ...Part.options].flatMap(({ shape }) => Object.keys(shape)),
    ...Part.options.map(({ shape }) => shape.type.value),
    ...[...Role.options, ...ContentForm.options, ...ToolCall.shape.kind.options],
  ].map((word) => word.toLowerCase()),
);

/** Where a purge would find something. Nothing is written. */
export function previewPurge(project: ProjectContext, target: PurgeTarget): Findings {
  attachBlotter(project.db, createBlotter(target.values));
  const places = target.values.length === 0 ? [] : countHolding(project.db);
  const deleted = target.filter === null ? [] : filterIds(project.db, target.filter);
  const held = target.values.length === 0 ? [] : samplesHolding(project.db);
  return {
    samples: new Set<number>([...deleted, ...held]).size,
    places: deleted.length === 0 ? places : [{ where: 'samples to delete', count: deleted.length }, ...places],
    packages: packagesOf(project),
    backups: backupsOf(project),
  };
}

/** @throws {AppError} `invalid_input` when nothing is named, or a filter cannot be read */
export function startPurge(project: ProjectContext, target: PurgeTarget): number {
  if (target.values.length === 0 && target.filter === null)
    throw new AppError('invalid_input', 'Name what is to be purged: values, or samples by a filter.');
  const words = new Set([...ownWords(project.db), ...MESSAGE_WORDS]);
  const own = target.values.find((value) => words.has(value.toLowerCase()));
  if (own !== undefined)
    throw new AppError(
      'invalid_input',
      `“${own}” is a word that projects are written with, so it cannot be purged by itself. Name more of it: the whole name or address.`,
    );
  if (target.filter !== null) filterIds(project.db, target.filter);
  return project.jobs.start('privacy.purge', 'one person’s data', Json.parse(target));
}

/** Takes one person's data out of the project file, its undo steps and its backups. Cannot be undone or resumed. */
export const privacyPurgeJob: JobKind = {
  kind: 'privacy.purge',
  resumable: false,
  async run(project, rawParams, io) {
    const target = PurgeTarget.parse(rawParams);
    project.write([], () => forgetParams(project.db, io.jobId));
    const found = previewPurge(project, target);
    const blotter = createBlotter(target.values);
    const deleted = target.filter === null ? [] : filterIds(project.db, target.filter);
    const uids = uidsOf(project.db, deleted);
    setSecureDelete(project.db, true);
    try {
      io.report({ stage: 'samples', done: 0, total: null });
      if (deleted.length > 0)
        project.write(['sample', 'attempt', 'flag', 'score', 'privacy'], () => {
          deleteForGood(project.db, deleted);
          forgetUnused(project.db);
        });
      if (target.values.length > 0) await blotProject(project, target.values, blotter, io);
      project.write([], () => forgetVectors(project.db));
      io.report({ stage: 'file', done: 0, total: null });
      rewriteFile(project.db);
      for (const path of found.backups) purgeBackup(path, uids, target.values, blotter);
    } finally {
      setSecureDelete(project.db, false);
    }
    const files = [project.path, ...found.backups].flatMap((path) => [path, `${path}-wal`, `${path}-journal`]);
    const leftovers = await findLeftovers(files, target.values);
    project.announce(
      ['project', 'source', 'sample', 'attempt', 'flag', 'review', 'score', 'tag', 'action', 'job'],
      null,
    );
    return Json.parse({ ...found, leftovers });
  },
};

async function blotProject(
  project: ProjectContext,
  values: readonly string[],
  blotter: Blotter,
  io: JobIo,
): Promise<void> {
  attachBlotter(project.db, blotter);
  const ids = samplesHolding(project.db);
  for (const [at, id] of ids.entries()) {
    project.write([], () => blotSample(project, id, blotter));
    io.report({ stage: 'samples', done: at + 1, total: ids.length });
    await io.breathe();
  }
  project.write([], () => {
    dropPrivacyFlags(project.db, ids);
    const hashes = PRIVATE_KINDS.flatMap((kind) => values.map((value) => valueHash(kind, value)));
    forgetValues(project.db, hashes);
    forgetScans(project.db);
    blotColumns(project.db);
  });
  await scanScope(project, {
    filter: '',
    sourceId: null,
    again: false,
    io: { ...io, saveCheckpoint: () => undefined },
  });
}

/** Hashes, counts and search follow the texts, as after an edit. */
function blotSample(project: ProjectContext, id: number, { blot }: Blotter): void {
  const [before] = readTexts(project.db, [id]);
  if (before === undefined) return;
  const own = withoutDerivedTitle(before);
  const after = {
    ...own,
    title: own.title === null ? null : blot(own.title),
    prompt: blot(own.prompt),
    tools: blot(own.tools),
    reference: blot(own.reference),
    extras: own.extras === null ? null : blot(own.extras),
    attempts: own.attempts.map(({ id: attemptId, body, extras }) => ({
      id: attemptId,
      body: blot(body),
      extras: extras === null ? null : blot(extras),
    })),
  };
  writeTexts(project.db, before, after, prepareTexts(after));
}

/** Backups are whole projects of their own, of any version: their columns are blotted as they are. */
function purgeBackup(path: string, uids: readonly string[], values: readonly string[], blotter: Blotter): void {
  const db = connect(path, { readOnly: false });
  try {
    setSecureDelete(db, true);
    attachBlotter(db, blotter);
    db.transaction(() => {
      if (uids.length > 0) deleteForGood(db, idsOf(db, uids));
      if (values.length === 0) return;
      const held = samplesHolding(db);
      blotColumns(db);
      refreshSamples(db, held);
    })();
    rewriteFile(db);
  } finally {
    db.close();
  }
}

/** Copies that Assay made by itself: in its data folder, under the name of the project's file. */
function backupsOf(project: ProjectContext): string[] {
  const folder = join(project.app.dataDir, 'backups');
  if (!existsSync(folder)) return [];
  const stem = basename(project.path).replace(/\.assay$/iu, '');
  const isOurs = (name: string): boolean =>
    name.startsWith(stem) && name.endsWith('.assay') && !/^[\p{L}\p{N}]/u.test(name.slice(stem.length));
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && isOurs(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
}

function packagesOf(project: ProjectContext): Findings['packages'] {
  return listPackages(project).map(({ exportId, out, present }) => ({ exportId, out, present }));
}
