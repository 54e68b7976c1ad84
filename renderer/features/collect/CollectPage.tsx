import { CollectOverview } from './CollectOverview.tsx';
import { ImportWizard } from './wizard/ImportWizard.tsx';
import { useWizard } from './wizard/use-wizard.ts';

/** What was collected; in its place the import, as soon as files wait for it. */
export function CollectPage() {
  const wizard = useWizard();
  if (wizard.files.length > 0 || wizard.state.jobId !== null) return <ImportWizard wizard={wizard} />;
  return <CollectOverview wizard={wizard} />;
}
