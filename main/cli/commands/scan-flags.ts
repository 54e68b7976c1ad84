import { flagTitle } from '../../../shared/model/flag-rules.ts';
import { sampleRef } from '../../../shared/model/ids.ts';
import type { ProjectInfo } from '../../../shared/contract/app.ts';
import { count } from '../../../shared/text/plural.ts';
import { followJob, type Door } from '../open.ts';
import { table, type Output } from '../output.ts';

/**
 * Brings the flags of a project up to date, where it can be written, and lists those of the samples that match.
 *
 * @returns the part of the answer that flags make, and its lines for people
 */
export async function scanFlags(door: Door, project: ProjectInfo, where: string, output: Output) {
  if (!project.readOnly) {
    const { jobId } = await door.client.flags.scan({});
    await followJob(door, jobId, output);
  }
  const { samples, total, byRule, findings } = await door.client.flags.findings({ filter: where });
  return {
    samples,
    total,
    byRule,
    findings: findings.map(({ sampleId, ruleId, ...rest }) => ({ sample: sampleRef(sampleId), rule: ruleId, ...rest })),
    lines: () => [
      ...table(
        findings.map((flag) => [
          sampleRef(flag.sampleId),
          flag.severity,
          flagTitle(flag.ruleId),
          flag.messageIdx === null ? '' : `message ${flag.messageIdx + 1}`,
        ]),
      ),
      `${count(total, 'flag')} in ${count(samples, 'sample')}.`,
      ...(total > findings.length ? [`The first ${findings.length} are listed.`] : []),
    ],
  };
}
