import { dialog, shell, type BrowserWindow } from 'electron';

const MAX_LENGTH = 2_000;

/** Whether a link may leave the app at all: https only, no credentials, no control characters, of a length a person can judge. */
export function isSafeExternal(link: string): boolean {
  if (link.length > MAX_LENGTH || /[\p{Cc}\p{Cf}\s]/u.test(link)) return false;
  const url = URL.parse(link);
  return url?.protocol === 'https:' && url.hostname !== '' && url.username === '' && url.password === '';
}

/** Opens a link in the person's browser after showing it, since it came from a trace. Answers whether it was opened. */
export async function openExternal(window: BrowserWindow, link: string): Promise<boolean> {
  if (!isSafeExternal(link)) return false;
  const { hostname, href } = new URL(link);
  const { response } = await dialog.showMessageBox(window, {
    type: 'question',
    message: `Open this link to ${hostname} in your browser?`,
    detail: href,
    buttons: ['Open', 'Cancel'],
    defaultId: 1,
    cancelId: 1,
  });
  if (response !== 0) return false;
  await shell.openExternal(href);
  return true;
}
