import { useTranslation } from 'react-i18next';
import type { SourceRow } from '../../../shared/model/source.ts';
import { useHost } from '../../data/client.tsx';
import { showToast } from '../../data/toasts.tsx';
import { useRpcCommand } from '../../data/use-rpc-command.tsx';

/** Writes the records that were set aside, or all remarks too, as JSON lines; says where. */
export function useSaveIssues() {
  const { t } = useTranslation('collect');
  const host = useHost();
  const { run, isPending } = useRpcCommand('sources.exportIssues');
  async function save(sourceId: SourceRow['id'] | null): Promise<void> {
    const saved = await run({ sourceId });
    if (saved === undefined) return;
    if (saved.downloadId !== null) host.download(saved.downloadId);
    showToast({ title: t('issues.saved', { count: saved.count }), message: saved.path });
  }
  return { save, isPending };
}
