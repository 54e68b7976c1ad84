import { useCallback, useMemo } from 'react';
import type { ExportSpec } from '../../../shared/contract/graders.ts';
import { Json } from '../../../shared/model/json.ts';
import type { Output } from '../../data/methods.ts';
import { useProject } from '../../data/use-project.ts';
import { useRpcCommand } from '../../data/use-rpc-command.tsx';
import { useRpcQuery } from '../../data/use-rpc-query.ts';
import { useAppStore } from '../../state/store.ts';
import type { ListQuery } from '../../ui/ListStates.tsx';
import { readChoices, resolveSpec, type ExportChoices } from './export-spec.ts';

const KEY = 'export';
const SETTING = `draft.${KEY}`;

export type ExportSettings = {
  /** null: not known yet. */
  readonly spec: ExportSpec | null;
  /** What the settings rest on, to be shown while there is no spec. */
  readonly query: ListQuery<true>;
  readonly targets: Output<'exports.targets'>;
  readonly graders: Output<'graders.list'>;
  readonly choose: (choices: Partial<ExportChoices>) => void;
  /** Keeps the choices in the project, so that the next export begins with them. */
  readonly remember: () => void;
};

/**
 * The settings of the export. They are kept in the project only when an export is started: the check of the package reads
 * the project's settings, and keeping every key stroke there would check it twice.
 */
export function useExportSpec(): ExportSettings {
  const canWrite = useProject()?.readOnly === false;
  const targetsQuery = useRpcQuery('exports.targets', {});
  const gradersQuery = useRpcQuery('graders.list', {});
  const settingsQuery = useRpcQuery('settings.project', {});
  const queries = [targetsQuery, gradersQuery, settingsQuery];
  const targets = targetsQuery.data;
  const graders = gradersQuery.data;
  const settings = settingsQuery.data;
  const own = useAppStore((state) => state.drafts[KEY]);
  const draftChanged = useAppStore((state) => state.draftChanged);
  const { run } = useRpcCommand('settings.setProject');
  const kept = own ?? settings?.[SETTING];
  const choices = useMemo(() => readChoices(kept), [kept]);
  const spec = useMemo(
    () =>
      targets === undefined || graders === undefined || settings === undefined
        ? null
        : resolveSpec(choices, { targets, graders, seed: settings['seed'] }),
    [choices, targets, graders, settings],
  );
  const choose = useCallback(
    (change: Partial<ExportChoices>) => draftChanged(KEY, Json.parse({ ...choices, ...change })),
    [choices, draftChanged],
  );
  const remember = useCallback(() => {
    // Exporting is possible where nothing can be kept.
    if (own !== undefined && canWrite) void run({ key: SETTING, value: own });
  }, [own, run, canWrite]);
  const query: ListQuery<true> = {
    data: undefined,
    error: queries.find(({ error }) => error !== null)?.error ?? null,
    isFetching: queries.some(({ isFetching }) => isFetching),
    refetch: () => queries.map((one) => one.refetch()),
  };
  return { spec, query, targets: targets ?? [], graders: graders ?? [], choose, remember };
}
