// npm start: installs, builds, and opens Assay: in Electron where its binary is or can be had, else in a browser's app window,
// else as a link. Everything but the ready line goes to stderr.
import { spawn } from 'node:child_process';
import path from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { findBrowser, openAppWindow, whyNoBrowser, whyNoDisplay } from './browser.mjs';
import { ensureBuilt } from './build.mjs';
import { fetchElectron, findElectron } from './electron-binary.mjs';
import {
  ROOT,
  SetupError,
  callerFolder,
  childEnvironment,
  ensureInstalled,
  finished,
  forwardSignals,
  main,
  pinnedNode,
  say,
} from './setup.mjs';

const USAGE = `Usage: npm start -- [options] [FILE.assay]

  --web          serve the app on this machine instead of opening Electron
  --no-open      with --web: only print the link
  --port N       with --web: the port (default: a free one)
  --root DIR     with --web: a folder whose files may be picked in the app (repeatable)
  --data-dir DIR where settings, recents and backups live
  --help         show this text`;

// How long Electron may take to show its window before the browser is used instead; a first start on a slow disk takes seconds.
const WINDOW_MS = 60_000;
const WINDOW_READY = 'assay-shell: window ready';
const HANDED_OVER = 'assay-shell: handed over';

/** @throws {SetupError} with a sentence when an argument is not understood */
function parseArguments(argv) {
  const options = {
    web: { type: 'boolean', default: false },
    // Not allowNegative, which early releases of Node 20 do not know.
    'no-open': { type: 'boolean', default: false },
    port: { type: 'string' },
    root: { type: 'string', multiple: true, default: [] },
    'data-dir': { type: 'string' },
    help: { type: 'boolean', default: false },
  };
  const parsed = (() => {
    try {
      return parseArgs({ args: argv, options, allowPositionals: true });
    } catch (error) {
      throw new SetupError(`${error.message.split('. ')[0]}. See npm start -- --help.`);
    }
  })();
  const { values, positionals } = parsed;
  if (positionals.length > 1)
    throw new SetupError('Only one project can be opened at a time; open the others from the app.');
  if (values.port !== undefined && !(/^\d{1,5}$/.test(values.port) && Number(values.port) <= 65_535)) {
    throw new SetupError(`"${values.port}" is not a port; use a number from 0 to 65535.`);
  }
  // Serving a port or keeping the window shut only makes sense for the web host.
  const open = !values['no-open'];
  const web = values.web || !open || values.port !== undefined;
  return { ...values, open, web, file: positionals[0] };
}

async function start() {
  const options = parseArguments(process.argv.slice(2));
  if (options.help) {
    say(USAGE);
    return 0;
  }
  ensureInstalled();
  await ensureBuilt('renderer');
  if (options.web) return serve(options);
  const outcome = await tryElectron(options);
  if (outcome.code !== undefined) return outcome.code;
  say(`Assay opens in a browser, because ${outcome.reason}.`);
  return serve(options);
}

/** Answers `{code}` when Electron ran, or `{reason}` when it could not or died before its window was ready. */
async function tryElectron(options) {
  const noDisplay = whyNoDisplay();
  if (noDisplay !== undefined) return { reason: noDisplay };
  const found = findElectron();
  const { binary, reason } = found === undefined ? await fetchElectron() : { binary: found };
  if (binary === undefined) return { reason };
  await ensureBuilt('node');
  const args = [ROOT, ...(options.file === undefined ? [] : [path.resolve(callerFolder(), options.file)])];
  const env = childEnvironment(
    options['data-dir'] ? { ASSAY_DATA_DIR: path.resolve(callerFolder(), options['data-dir']) } : {},
  );
  return watchElectron(spawn(binary, args, { cwd: callerFolder(), env, stdio: ['ignore', 'pipe', 'inherit'] }));
}

async function watchElectron(child) {
  let ready = false;
  let output = '';
  forwardSignals(child);
  const timer = setTimeout(() => child.kill(), WINDOW_MS);
  child.stdout.setEncoding('utf8').on('data', (text) => {
    if (ready) return;
    output = (output + text).slice(-10_000);
    ready = output.includes(WINDOW_READY) || output.includes(HANDED_OVER);
    if (ready) clearTimeout(timer);
  });
  try {
    const code = await finished(child);
    return ready ? { code } : { reason: `Electron stopped before its window was ready (code ${code})` };
  } catch (error) {
    return { reason: `Electron could not be started (${error.message})` };
  } finally {
    clearTimeout(timer);
  }
}

async function serve(options) {
  const folder = callerFolder();
  const args = [path.join(ROOT, 'main', 'web', 'entry.ts')];
  if (options.port !== undefined) args.push('--port', options.port);
  for (const root of options.root) args.push('--root', path.resolve(folder, root));
  if (options['data-dir'] !== undefined) args.push('--data-dir', path.resolve(folder, options['data-dir']));
  if (options.file !== undefined) args.push(path.resolve(folder, options.file));
  // The channel exists so that the server ends when the launcher is killed and cannot tell it.
  const child = spawn(pinnedNode(), args, {
    cwd: folder,
    env: childEnvironment(),
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  forwardSignals(child);
  let line = '';
  let opened = false;
  child.stdout.setEncoding('utf8').on('data', (text) => {
    process.stdout.write(text);
    line += text;
    const link = /^Assay is ready at (\S+)\n/m.exec(line)?.[1];
    if (opened || link === undefined) return;
    opened = true;
    if (options.open) void openWindow(link);
  });
  return finished(child);
}

async function openWindow(link) {
  const noWindow = whyNoBrowser();
  const browser = noWindow === undefined ? findBrowser() : undefined;
  if (browser === undefined) {
    say(
      `Open the link above in a browser; no window was opened because ${noWindow ?? 'no Chromium, Chrome or Edge was found'}.`,
    );
    return;
  }
  const failed = await openAppWindow(browser, link);
  if (failed !== undefined)
    say(`Open the link above in a browser; ${path.basename(browser)} did not open (${failed}).`);
}

await main(start);
