import { JobId } from '../../../../shared/model/ids.ts';
import { Json } from '../../../../shared/model/json.ts';
import type { ProjectContext } from '../../context.ts';
import { dismissFinding, listFindings } from '../../services/privacy/findings.ts';
import { policyOf, setPolicy } from '../../services/privacy/policy.ts';
import { previewMask } from '../../services/privacy/preview.ts';
import { previewPurge, startPurge } from '../../services/privacy/purge.ts';
import { summarisePrivacy } from '../../services/privacy/summary.ts';
import { compileText } from '../../engine/query/filter.ts';
import type { Handlers } from '../types.ts';

function start(project: ProjectContext, kind: string, subject: string, params: { filter: string }): { jobId: JobId } {
  // A filter that cannot be read is refused here, not by a job that fails.
  compileText(params.filter);
  return { jobId: JobId.parse(project.jobs.start(kind, subject, Json.parse(params))) };
}

export const privacy: Handlers<'privacy'> = {
  summary: ({ project }, input) => summarisePrivacy(project, input),
  findings: ({ project }, input) => listFindings(project, input),
  policy: ({ project }) => policyOf(project),
  setPolicy({ project }, { policy }) {
    setPolicy(project, policy);
    return {};
  },
  scan: ({ project }, input) => start(project, 'privacy.scan', 'personal data', input),
  preview: ({ project, signal }, input) => previewMask(project, input, signal),
  mask: ({ project }, input) => start(project, 'privacy.mask', 'personal data', input),
  unmask: ({ project }, input) => start(project, 'privacy.unmask', 'personal data', input),
  dismiss: ({ project }, input) => ({ changed: dismissFinding(project, input, 'dismissed') }),
  reopen: ({ project }, input) => ({ changed: dismissFinding(project, input, 'open') }),
  purgePreview: ({ project }, input) => previewPurge(project, input),
  purge: ({ project }, input) => ({ jobId: JobId.parse(startPurge(project, input)) }),
};
