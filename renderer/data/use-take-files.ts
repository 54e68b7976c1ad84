import { notifications } from '@mantine/notifications';
import { useCallback } from 'react';
import type { PickedFile, PickFilesOptions } from '../host/host.ts';
import { formatPercent } from '../i18n/format.ts';
import { translate } from '../i18n/index.ts';
import { useHost } from './client.tsx';
import { showErrorToast } from './toasts.tsx';

/** Copying that is done sooner is not worth a message. */
const SHOW_AFTER_MS = 500;

/**
 * Picks files, or takes dropped ones over, with a message that counts while they are copied to the backend.
 * Resolves with nothing when the person changed their mind or it failed (shown as a toast).
 */
export function useTakeFiles() {
  const host = useHost();
  const pick = useCallback(
    async (options: Pick<PickFilesOptions, 'multiple' | 'extensions'>) =>
      withProgress((onProgress) => host.pickFiles({ ...options, onProgress })),
    [host],
  );
  const drop = useCallback(
    async (files: readonly File[]) => withProgress((onProgress) => host.takeDropped(files, { onProgress })),
    [host],
  );
  return { pick, drop };
}

async function withProgress(
  take: (onProgress: (share: number) => void) => Promise<readonly PickedFile[]>,
): Promise<readonly PickedFile[]> {
  const id = `upload-${crypto.randomUUID()}`;
  const startedAt = { ms: null as number | null, isShown: false };
  const onProgress = (share: number): void => {
    startedAt.ms ??= performance.now();
    const message = translate('shell:files.copying', { share: formatPercent(share) });
    const toast = { id, message, loading: true, autoClose: false, withCloseButton: false } as const;
    if (startedAt.isShown) notifications.update(toast);
    else if (performance.now() - startedAt.ms > SHOW_AFTER_MS) {
      startedAt.isShown = true;
      notifications.show(toast);
    }
  };
  try {
    return await take(onProgress);
  } catch (error) {
    showErrorToast(error);
    return [];
  } finally {
    notifications.hide(id);
  }
}
