// Draws the app's icons from resources/icons/icon.svg with an installed Chromium: node main/tooling/icons.mjs. The results are
// checked in; this runs again only when the drawing changes.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { findBrowser } from './browser.mjs';
import { ROOT, SetupError, main } from './setup.mjs';

const FOLDER = path.join(ROOT, 'resources', 'icons');
const SIZES = [16, 32, 48, 64, 128, 256, 512, 1024];
// Icon types of Apple's .icns that hold a PNG of that size.
const ICNS = { 128: 'ic07', 256: 'ic08', 512: 'ic09', 1024: 'ic10' };

function draw(browser, size) {
  const folder = mkdtempSync(path.join(tmpdir(), 'assay-icon-'));
  const svg = readFileSync(path.join(FOLDER, 'icon.svg'), 'utf8');
  const page = path.join(folder, 'icon.html');
  const target = path.join(folder, 'icon.png');
  writeFileSync(
    page,
    `<!doctype html><style>html,body{margin:0;background:none}svg{display:block;width:${size}px}</style>${svg}`,
  );
  const flags = [
    '--headless',
    '--no-sandbox',
    '--hide-scrollbars',
    '--default-background-color=00000000',
    '--force-device-scale-factor=1',
  ];
  const run = spawnSync(browser, [
    ...flags,
    `--window-size=${size},${size}`,
    `--screenshot=${target}`,
    `file://${page}`,
  ]);
  if (run.status !== 0) throw new SetupError(`${browser} did not draw the icon.`);
  const png = readFileSync(target);
  rmSync(folder, { recursive: true });
  if (png.readUInt32BE(16) !== size || png.readUInt32BE(20) !== size)
    throw new SetupError(`The icon did not become ${size} wide.`);
  return png;
}

function toIco(pngs) {
  const head = Buffer.alloc(6 + 16 * pngs.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(pngs.length, 4);
  let offset = head.length;
  for (const [index, { size, png }] of pngs.entries()) {
    const at = 6 + 16 * index;
    head.writeUInt8(size % 256, at);
    head.writeUInt8(size % 256, at + 1);
    head.writeUInt16LE(1, at + 4);
    head.writeUInt16LE(32, at + 6);
    head.writeUInt32LE(png.length, at + 8);
    head.writeUInt32LE(offset, at + 12);
    offset += png.length;
  }
  return Buffer.concat([head, ...pngs.map(({ png }) => png)]);
}

function toIcns(pngs) {
  const blocks = pngs.map(({ size, png }) => {
    const head = Buffer.alloc(8);
    head.write(ICNS[size], 'latin1');
    head.writeUInt32BE(png.length + 8, 4);
    return Buffer.concat([head, png]);
  });
  const head = Buffer.alloc(8);
  head.write('icns', 'latin1');
  head.writeUInt32BE(8 + blocks.reduce((sum, block) => sum + block.length, 0), 4);
  return Buffer.concat([head, ...blocks]);
}

await main(async () => {
  const browser = findBrowser();
  if (browser === undefined) throw new SetupError('Drawing needs an installed Chromium, Chrome or Edge.');
  const pngs = SIZES.map((size) => ({ size, png: draw(browser, size) }));
  for (const { size, png } of pngs) if (size <= 512) writeFileSync(path.join(FOLDER, `${size}x${size}.png`), png);
  writeFileSync(path.join(FOLDER, 'icon.ico'), toIco(pngs.filter(({ size }) => size <= 256)));
  writeFileSync(path.join(FOLDER, 'icon.icns'), toIcns(pngs.filter(({ size }) => size in ICNS)));
  return process.exitCode ?? 0;
});
