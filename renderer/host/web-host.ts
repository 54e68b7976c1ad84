import { HostRefusal, type Host, type PickedFile, type PickFilesOptions } from './host.ts';
import { forgetToken, takeToken } from './web-token.ts';
import { openSocketPort } from './web-socket-port.ts';
import { uploadFile } from './web-upload.ts';

/** The app in a browser: a WebSocket to the loopback server, uploads instead of paths, downloads instead of dialogs. */
export function createWebHost(): Host {
  const token = takeToken(window.location, window.sessionStorage, window.history);
  const protocol = window.location.protocol === 'https:' ? 'wss:' : 'ws:';
  const address = `${protocol}//${window.location.host}/socket`;

  async function upload(
    files: readonly File[],
    options: Pick<PickFilesOptions, 'onProgress' | 'signal'> = {},
  ): Promise<readonly PickedFile[]> {
    if (token === null) throw new HostRefusal('no_token');
    const total = files.reduce((sum, file) => sum + file.size, 0);
    const picked: PickedFile[] = [];
    let before = 0;
    for (const file of files) {
      const start = before;
      const onProgress = (share: number): void => options.onProgress?.(share01(start + share * file.size, total));
      picked.push(await uploadFile(file, { token, onProgress, signal: options.signal }));
      before += file.size;
    }
    return picked;
  }

  return {
    kind: 'web',
    isMac: /mac/i.test(navigator.userAgent),
    connect: async () => {
      if (token === null) throw new HostRefusal('no_token');
      try {
        return await openSocketPort(address, token);
      } catch (error) {
        if (error instanceof HostRefusal) forgetToken(window.sessionStorage);
        throw error;
      }
    },
    pickFiles: async (options) => {
      const files = await chooseFiles(options);
      return files.length === 0 ? [] : upload(files, options);
    },
    pickFolder: async () => null,
    pickSaveTarget: async () => null,
    hasFolderDialog: false,
    hasSaveDialog: false,
    takeDropped: upload,
    openExternal: (url) => clickLink(url, { target: '_blank', rel: 'noopener noreferrer' }),
    reveal: null,
    download: (downloadId) => clickLink(`/download/${encodeURIComponent(downloadId)}`, { download: '' }),
    menuChanged: null,
    onMenuCommand: () => () => undefined,
  };
}

function share01(done: number, total: number): number {
  return total === 0 ? 1 : done / total;
}

async function chooseFiles({ multiple, extensions }: PickFilesOptions): Promise<readonly File[]> {
  const answer = Promise.withResolvers<readonly File[]>();
  const input = document.createElement('input');
  input.type = 'file';
  input.multiple = multiple;
  input.hidden = true;
  input.dataset.assayPicker = '';
  if (extensions !== undefined) input.accept = extensions.join(',');
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

function clickLink(href: string, attributes: Readonly<Record<string, string>>): void {
  const link = document.createElement('a');
  link.href = href;
  for (const [name, value] of Object.entries(attributes)) link.setAttribute(name, value);
  document.body.append(link);
  link.click();
  link.remove();
}
