import { useCallback } from 'react';
import type { ExportSpec } from '../../../shared/contract/graders.ts';
import type { JobRow } from '../../../shared/model/job.ts';
import type { PickedFile } from '../../host/host.ts';
import { useJob } from '../../data/use-job.ts';

export type PackageRun = {
  /** @param leaveOut lines with errors are left out instead of refusing the package */
  readonly start: (leaveOut: boolean) => void;
  readonly isRunning: boolean;
  readonly job: JobRow | null;
  readonly share: number | null;
  readonly cancel: () => void;
};

type Options = {
  readonly spec: ExportSpec;
  readonly folder: PickedFile | null;
  readonly remember: () => void;
  readonly onExported: (exportId: number) => void;
};

/** Writes the package as it stands in the settings, into the picked folder or the home folder. */
export function usePackageRun({ spec, folder, remember, onExported }: Options): PackageRun {
  const { start, isRunning, job, share, cancel } = useJob('exports.run', {
    onSucceeded: (result) => onExported(result.exportId),
  });
  const begin = useCallback(
    (leaveOut: boolean) => {
      remember();
      void start({
        ...spec,
        leaveOutErrors: leaveOut,
        ...(folder === null ? {} : { folderRef: folder.ref }),
      });
    },
    [folder, remember, spec, start],
  );
  return { start: begin, isRunning, job, share, cancel };
}
