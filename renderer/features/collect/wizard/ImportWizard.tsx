import type { Wizard } from './use-wizard.ts';
import { RunStep } from './RunStep.tsx';
import { SetupSteps } from './SetupSteps.tsx';

/** The import as a full page: choices first, then the job they started. */
export function ImportWizard({ wizard }: { readonly wizard: Wizard }) {
  const { jobId } = wizard.state;
  return jobId === null ? <SetupSteps wizard={wizard} /> : <RunStep wizard={wizard} jobId={jobId} />;
}
