import { BrowserWindow, ipcMain, MessageChannelMain, shell, type IpcMainInvokeEvent } from 'electron';
import { z } from 'zod';
import type { BackendProcess, SessionStart } from './backend-process.ts';
import { pickFiles, PickFiles, pickSaveTarget, PickSaveTarget, registerFiles } from './dialogs.ts';
import { openExternal } from './external.ts';
import { isOwnAddress } from './window.ts';

export type MenuState = z.infer<typeof MenuStateSchema>;
const MenuStateSchema = z.strictObject({
  /** Ids of the page's commands that can run now; most are not in the menu. */
  enabled: z.array(z.string().max(100)).max(1_000),
  title: z.string().max(200).optional(),
  /** The open project's file as the backend shows it: only compared, to find the window of a file that is opened again. */
  path: z.string().max(4_096).nullable().optional(),
});
const Dropped = z.array(z.string().min(1).max(4_096)).max(1_000);
const Download = z.object({ path: z.string(), name: z.string() });

export type ShellDeps = {
  readonly backend: BackendProcess;
  readonly sessionOf: (window: BrowserWindow) => SessionStart;
  readonly menuStateChanged: (window: BrowserWindow, state: MenuState) => void;
};

type Channel<I extends z.ZodType> = {
  readonly input: I;
  readonly run: (window: BrowserWindow, input: z.output<I>, event: IpcMainInvokeEvent) => unknown;
};

function channel<I extends z.ZodType>(input: I, run: Channel<I>['run']): Channel<z.ZodType> {
  // The input is parsed with this very schema before `run` sees it.
  return { input, run: run as Channel<z.ZodType>['run'] };
}

/** Everything the page can ask of the shell. There is no other channel. */
export function shellChannels({
  backend,
  sessionOf,
  menuStateChanged,
}: ShellDeps): Readonly<Record<string, Channel<z.ZodType>>> {
  return {
    'assay:pickFiles': channel(PickFiles, (window, options) => pickFiles(window, backend, options)),
    // Paths come from the preload script, which asks the system where files dropped on the window lie.
    'assay:takeDropped': channel(Dropped, (_window, paths) => registerFiles(backend, paths, 'open')),
    'assay:pickSaveTarget': channel(PickSaveTarget, (window, options) => pickSaveTarget(window, backend, options)),
    'assay:openExternal': channel(z.string(), (window, link) => openExternal(window, link)),
    'assay:reveal': channel(z.string().max(200), async (_window, downloadId) => {
      const download = Download.safeParse(await backend.takeDownload(downloadId));
      if (download.success) shell.showItemInFolder(download.data.path);
      return download.success;
    }),
    'assay:setMenuState': channel(MenuStateSchema, (window, state) => menuStateChanged(window, state)),
    'assay:requestPort': channel(z.string().min(16).max(200), (window, nonce, event) => {
      const { port1, port2 } = new MessageChannelMain();
      backend.connect(port1, sessionOf(window));
      event.senderFrame?.postMessage('assay:port', { nonce }, [port2]);
    }),
  };
}

/** The window a message really came from: its own page in its main frame, or undefined. */
export function trustedSender(event: Pick<IpcMainInvokeEvent, 'sender' | 'senderFrame'>): BrowserWindow | undefined {
  const { sender, senderFrame } = event;
  if (senderFrame === null || senderFrame !== sender.mainFrame || !isOwnAddress(senderFrame.url)) return undefined;
  return BrowserWindow.fromWebContents(sender) ?? undefined;
}

/** Registers the channels; each checks who asks and what, before anything happens. */
export function registerShell(deps: ShellDeps): void {
  for (const [name, { input, run }] of Object.entries(shellChannels(deps))) {
    ipcMain.handle(name, async (event, argument: unknown) => {
      const window = trustedSender(event);
      if (window === undefined) throw new Error('Refused: not the page of Assay.');
      const parsed = input.safeParse(argument);
      if (!parsed.success) throw new Error(`Refused: ${name} got something else than it takes.`);
      return run(window, parsed.data, event);
    });
  }
}
