import { useHost } from '../../data/client.tsx';
import { takePickedFolder } from '../../data/dropped-files.ts';
import { showErrorToast } from '../../data/toasts.tsx';
import { useRpcFetch } from '../../data/use-rpc-query.ts';
import { useTakeFiles } from '../../data/use-take-files.ts';
import { useAppStore } from '../../state/store.ts';

/** Lets the person pick a folder; the files below it go to the import, and what is passed over with the reason. */
export function useTakeFolder(): () => Promise<void> {
  const host = useHost();
  const fetch = useRpcFetch();
  const { drop } = useTakeFiles();
  const importFilesPicked = useAppStore((state) => state.importFilesPicked);

  async function takeNative(): Promise<void> {
    const folder = await host.pickFolder();
    if (folder === null) return;
    const { files, passedOver } = await fetch('sources.expand', { fileRef: folder.ref });
    importFilesPicked(
      files.map(({ fileRef, name, sizeBytes }) => ({ ref: fileRef, name, sizeBytes })),
      passedOver,
    );
  }
  async function takeUploaded(): Promise<void> {
    const { files, passedOver } = takePickedFolder(await chooseFolder());
    if (files.length === 0 && passedOver.length === 0) return;
    importFilesPicked(await drop(files), passedOver);
  }
  return async () => {
    try {
      await (host.hasFolderDialog ? takeNative() : takeUploaded());
    } catch (error) {
      showErrorToast(error);
    }
  };
}

async function chooseFolder(): Promise<readonly File[]> {
  const answer = Promise.withResolvers<readonly File[]>();
  const input = document.createElement('input');
  input.type = 'file';
  input.webkitdirectory = true;
  input.hidden = true;
  input.addEventListener('change', () => answer.resolve([...(input.files ?? [])]));
  input.addEventListener('cancel', () => answer.resolve([]));
  // In the document, so that tests and assistive tools can find it while the dialog is open.
  document.body.append(input);
  try {
    input.click();
    return await answer.promise;
  } finally {
    input.remove();
  }
}
