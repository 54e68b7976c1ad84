import type { RepairAction, SourceRow } from '../../../../shared/model/source.ts';
import { useTranslation } from 'react-i18next';
import { showToast } from '../../../data/toasts.tsx';
import { useRpcCommand } from '../../../data/use-rpc-command.tsx';
import { useRpcFetch } from '../../../data/use-rpc-query.ts';

/** Records that one repair takes; a larger group is repaired in pieces. */
const AT_ONCE = 1_000;

export type BulkRepair = {
  readonly run: (code: string, action: RepairAction) => Promise<void>;
  readonly isPending: boolean;
};

/** Does one thing to every record of a reason. What cannot be mended stays in the list, and the first reason is told. */
export function useBulkRepair(sourceId: SourceRow['id'] | null): BulkRepair {
  const { t } = useTranslation('collect');
  const fetch = useRpcFetch();
  const repair = useRpcCommand('sources.repair');
  async function run(code: string, action: RepairAction): Promise<void> {
    const { rows, total } = await fetch('sources.issues', { sourceId, code, from: 0, limit: AT_ONCE });
    const issueIds = rows.filter((issue) => issue.rejected && !issue.resolved).map((issue) => issue.id);
    if (issueIds.length === 0) return;
    const done = await repair.run({ issueIds, action });
    if (done === undefined) return;
    const [first] = done.failed;
    if (first !== undefined)
      showToast({ title: t('repair.stayed', { count: done.failed.length }), message: first.message });
    else if (total > AT_ONCE) showToast({ message: t('repair.goOn', { count: total - done.resolved }) });
  }
  return { run, isPending: repair.isPending };
}
