import type { LinkKind, SimilarScope } from '../../../../shared/model/similar.ts';
import { LINK_FLOORS } from '../../../../shared/model/similar.ts';
import { invariant } from '../../../../shared/rpc/errors.ts';
import type { ProjectContext } from '../../context.ts';
import type { JobIo } from '../../jobs/types.ts';
import { beginScan, dropOldScans } from '../../store/similar-scans.ts';
import { scanFacts } from '../../store/similar.ts';
import { dropVectors } from '../../store/text-vectors.ts';
import { keepVectors } from './embedding.ts';
import type { Scanned } from './protocol.ts';
import { inThread } from './thread.ts';

export type ScanRequest = { readonly scopes: readonly SimilarScope[]; readonly kinds: readonly LinkKind[] };

type ScanIo = Pick<JobIo, 'signal' | 'report' | 'breathe'>;

/** Rows of one transaction, so that the window never waits long. */
const BATCH = 20_000;

/**
 * Brings the links of the given scopes and kinds up to date; those that are so already are left alone. Each replaces the
 * one before when it is whole.
 *
 * @throws {AppError} `cancelled`: what was whole before stays
 */
export async function scanSimilar(project: ProjectContext, io: ScanIo, { scopes, kinds }: ScanRequest): Promise<void> {
  await cleanUp(project, io);
  for (const scope of new Set(scopes))
    for (const kind of new Set(kinds)) {
      const facts = scanFacts(project.db, kind, scope);
      if (facts === null || facts.stale) await scanOne(project, io, kind, scope);
    }
}

async function scanOne(project: ProjectContext, io: ScanIo, kind: LinkKind, scope: SimilarScope): Promise<void> {
  const answer = await inThread(
    { t: 'scan', path: project.path, scope, kind },
    (message) => {
      if (message.t === 'learned') keepVectors(project, scope, message.vectors);
      else io.report({ stage: message.stage, done: message.done, total: message.total });
    },
    io.signal,
  );
  invariant(answer.t === 'scanned', 'a scan answers with what it found');
  await writeScan(project, io, answer.scanned, { kind, scope });
  project.announce(['similar'], null);
  await cleanUp(project, io);
}

async function writeScan(
  project: ProjectContext,
  io: ScanIo,
  { texts, links, families, method, unused }: Scanned,
  { kind, scope }: { readonly kind: LinkKind; readonly scope: SimilarScope },
): Promise<void> {
  const { db } = project;
  const at = project.app.clock.now();
  const scan = project.write([], () => beginScan(db, { kind, scope, at, floor: LINK_FLOORS[kind], method }));
  const total = links.a.length;
  for (let from = 0; from < texts.length; from += BATCH) {
    project.write([], () => scan.addTexts(texts.slice(from, from + BATCH)));
    await io.breathe();
  }
  for (let from = 0; from < total; from += BATCH) {
    project.write([], () => scan.addLinks(linksBetween(links, from, Math.min(total, from + BATCH))));
    io.report({ stage: 'saving', done: from, total });
    await io.breathe();
  }
  project.write([], () => {
    for (const family of families) scan.addFamily(family);
    dropVectors(db, unused);
    scan.finish(total);
  });
}

function* linksBetween(
  { a, b, similarity }: Scanned['links'],
  from: number,
  to: number,
): Generator<{ a: number; b: number; similarity: number }, void, undefined> {
  for (let at = from; at < to; at++) yield { a: a[at] ?? 0, b: b[at] ?? 0, similarity: similarity[at] ?? 0 };
}

/** Removes, a part at a time, what replaced scans and those that were never finished left. */
async function cleanUp(project: ProjectContext, io: ScanIo): Promise<void> {
  while (project.write([], () => dropOldScans(project.db, BATCH))) await io.breathe();
}
