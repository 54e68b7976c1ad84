import { useCallback, useMemo } from 'react';
import type { ExportSpec } from '../../../shared/contract/graders.ts';
import { Json } from '../../../shared/model/json.ts';
import type { Output } from '../../data/methods.ts';
import { useRpcCommand } from '../../data/use-rpc-command.tsx';
import { useRpcQuery } from '../../data/use-rpc-query.ts';
import { useAppStore } from '../../state/store.ts';
import { readChoices, resolveSpec, type ExportChoices } from './export-spec.ts';

const KEY = 'export';
const SETTING = `draft.${KEY}`;

export type ExportSettings = {
  readonly spec: ExportSpec | null;
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
  const { data: targets } = useRpcQuery('exports.targets', {});
  const { data: graders } = useRpcQuery('graders.list', {});
  const { data: settings } = useRpcQuery('settings.project', {});
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
    if (own !== undefined) void run({ key: SETTING, value: own });
  }, [own, run]);
  return { spec, targets: targets ?? [], graders: graders ?? [], choose, remember };
}
