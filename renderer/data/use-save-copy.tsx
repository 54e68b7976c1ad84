import { useCallback } from 'react';
import { translate } from '../i18n/index.ts';
import { useHost } from './client.tsx';
import { showToast } from './toasts.tsx';
import { useProject } from './use-project.ts';
import { useRpcCommand } from './use-rpc-command.tsx';

/** Writes a complete copy of the project: to a place of the person's choice, or to the home folder and as a download. */
export function useSaveCopy(): () => Promise<void> {
  const host = useHost();
  const project = useProject();
  const { run } = useRpcCommand('projects.saveCopy');
  return useCallback(async () => {
    if (project === undefined) return;
    const target = host.hasSaveDialog ? await host.pickSaveTarget(`${project.name}.assay`) : null;
    if (host.hasSaveDialog && target === null) return;
    const copy = await run(target === null ? {} : { saveRef: target.ref });
    if (copy === undefined) return;
    if (host.kind === 'web' && copy.downloadId !== null) host.download(copy.downloadId);
    showToast({ title: translate('shell:project.copySaved'), message: copy.path });
  }, [host, project, run]);
}
