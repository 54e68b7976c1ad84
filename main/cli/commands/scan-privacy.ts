import type { ProjectInfo } from '../../../shared/contract/app.ts';
import { sampleRef } from '../../../shared/model/ids.ts';
import { PARTIAL_KINDS } from '../../../shared/model/privacy.ts';
import { count } from '../../../shared/text/plural.ts';
import { followJob, type Door } from '../open.ts';
import { table, type Output } from '../output.ts';

/** Findings listed; all are counted. */
const LISTED = 1_000;

/**
 * Looks for personal data, where the project can be written, and lists what is found in the samples that match.
 *
 * @returns the part of the answer that personal data makes, and its lines for people
 */
export async function scanPrivacy(door: Door, project: ProjectInfo, where: string, output: Output) {
  const { client } = door;
  if (!project.readOnly) {
    const { jobId } = await client.privacy.scan({ filter: where });
    await followJob(door, jobId, output);
  }
  const summary = await client.privacy.summary({ filter: where });
  const { total, rows } = await client.privacy.findings({ filter: where, limit: LISTED });
  return {
    samples: summary.samples,
    unscanned: summary.unscanned,
    total,
    byRule: Object.fromEntries(summary.kinds.flatMap(({ kind, found }) => (found === 0 ? [] : [[kind, found]]))),
    partial: PARTIAL_KINDS,
    findings: rows.map(({ sampleId, kind, excerpt: _, ...rest }) => ({
      sample: sampleRef(sampleId),
      rule: kind,
      ...rest,
    })),
    lines: () => [
      ...table(rows.map(({ sampleId, kind, place, hint }) => [sampleRef(sampleId), kind, place, hint])),
      `${count(total, 'finding')} in ${count(summary.samples, 'sample')}.`,
      ...(total > rows.length ? [`The first ${rows.length} are listed.`] : []),
      ...(summary.unscanned > 0 ? [`${count(summary.unscanned, 'sample')} could not be looked through.`] : []),
      `Found by pattern and dictionary only, so not all: ${PARTIAL_KINDS.join(', ')}.`,
    ],
  };
}
