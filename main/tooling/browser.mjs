// Finds an installed browser of the Chromium family, for the app window of the web host and for the end-to-end tests.
import { spawn } from 'node:child_process';
import { accessSync, chmodSync, constants, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { CACHE } from './setup.mjs';

const LINUX = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'microsoft-edge',
  'microsoft-edge-stable',
];
const MAC = [
  'Google Chrome.app/Contents/MacOS/Google Chrome',
  'Chromium.app/Contents/MacOS/Chromium',
  'Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
];
const WINDOWS = [
  'Google\\Chrome\\Application\\chrome.exe',
  'Chromium\\Application\\chrome.exe',
  'Microsoft\\Edge\\Application\\msedge.exe',
];

/** Path of an installed Chromium, Chrome or Edge, or undefined. ASSAY_BROWSER names one explicitly. */
export function findBrowser(platform = process.platform, env = process.env) {
  if (env.ASSAY_BROWSER) return isExecutable(env.ASSAY_BROWSER) ? env.ASSAY_BROWSER : undefined;
  return candidates(platform, env).find(isExecutable);
}

function candidates(platform, env) {
  if (platform === 'darwin') {
    return ['/Applications', path.join(env.HOME ?? '', 'Applications')].flatMap((folder) =>
      MAC.map((name) => path.join(folder, name)),
    );
  }
  if (platform === 'win32') {
    return [env.PROGRAMFILES, env['PROGRAMFILES(X86)'], env.LOCALAPPDATA]
      .filter((folder) => folder !== undefined)
      .flatMap((folder) => WINDOWS.map((name) => path.join(folder, name)));
  }
  const folders = (env.PATH ?? '').split(path.delimiter).filter((folder) => folder !== '');
  return LINUX.flatMap((name) => folders.map((folder) => path.join(folder, name)));
}

function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Why no window of any kind can be opened here, or undefined when one can. */
export function whyNoDisplay(platform = process.platform, env = process.env) {
  return platform === 'linux' && !env.DISPLAY && !env.WAYLAND_DISPLAY ? 'there is no display' : undefined;
}

/** Why no browser can be opened here, or undefined when one can. A browser named in ASSAY_BROWSER is tried in any case. */
export function whyNoBrowser(platform = process.platform, env = process.env) {
  if (env.ASSAY_BROWSER) return undefined;
  // Chromium refuses to run as root with its sandbox on, and it stays on.
  if (platform === 'linux' && process.getuid?.() === 0) return 'browsers refuse to run as root';
  return whyNoDisplay(platform, env);
}

/**
 * Opens the link as an app window.
 *
 * The link holds the session's secret, and every user of the machine can read command lines; so the browser is given a page that
 * only its owner can read, which leads to the link and is removed again.
 */
export async function openAppWindow(browser, link) {
  mkdirSync(CACHE, { recursive: true });
  const folder = mkdtempSync(path.join(CACHE, 'open-'));
  chmodSync(folder, 0o700);
  const page = path.join(folder, 'assay.html');
  writeFileSync(
    page,
    `<!doctype html><title>Assay</title><script>location.replace(${JSON.stringify(link)})</script>\n`,
    {
      mode: 0o600,
    },
  );
  const child = spawn(browser, [`--app=${pathToFileURL(page).href}`, '--new-window'], {
    stdio: 'ignore',
    detached: true,
  });
  child.unref();
  const failed = await Promise.race([
    new Promise((resolve) => child.once('error', (error) => resolve(error.message))),
    new Promise((resolve) =>
      child.once('exit', (code) => resolve(code === 0 ? undefined : `it ended with code ${code}`)),
    ),
    sleep(8_000, undefined, { ref: false }),
  ]);
  const removal = setTimeout(() => rmSync(folder, { recursive: true, force: true }), failed === undefined ? 20_000 : 0);
  removal.unref();
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return failed;
}
