// `npm run bench [-- SIZES…]`: ratios against a floor measured in the same run, growth per tenfold, peak memory.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeTraces } from '../generate/traces.ts';
import { runNearReference } from './near.ts';

const DEFAULT_SIZES = [1_000, 10_000, 100_000];
const SEED = 20_260_101;
type Figures = Record<string, number>;

const sizes = process.argv.length > 2 ? process.argv.slice(2).map(Number) : DEFAULT_SIZES;
const before = new Map<string, number>();

function measure(name: string, traces: string, folder: string): Figures {
  const run = spawnSync(process.execPath, [fileURLToPath(new URL('task.ts', import.meta.url)), name, traces, folder], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (run.status !== 0) throw new Error(`The measurement ${name} failed.`);
  // Written by task.ts: one JSON object of numbers.
  return JSON.parse(run.stdout) as Figures;
}

function show(label: string, value: number, unit: string, note = ''): void {
  const last = before.get(label);
  before.set(label, value);
  const growth = last === undefined || last === 0 ? '' : `x${(value / last).toFixed(1)} for tenfold`;
  process.stdout.write(
    `  ${label.padEnd(26)} ${value.toFixed(value < 10 ? 2 : 0).padStart(8)} ${unit.padEnd(4)} ${note.padEnd(34)} ${growth}\n`,
  );
}

function showNear(traces: string, folder: string): void {
  measure('texts', traces, folder);
  const near = measure('near', traces, folder);
  const reference = runNearReference(folder);
  const ratio =
    typeof reference === 'string'
      ? `no ratio: ${reference}`
      : `${((reference['seconds'] ?? 0) / (near['seconds'] ?? 1)).toFixed(1)} times as fast as numpy`;
  show('near duplicates', near['seconds'] ?? 0, 's', ratio);
  show(
    'near duplicate pairs',
    near['pairs'] ?? 0,
    '',
    typeof reference === 'string' ? '' : `numpy ${reference['pairs']}`,
  );
  show('near duplicates memory', near['peakMb'] ?? 0, 'MB');
  if (typeof reference === 'string') return;
  show('same by numpy', reference['seconds'] ?? 0, 's');
  show('same by numpy, memory', reference['peakMb'] ?? 0, 'MB');
}

for (const size of sizes) {
  const folder = mkdtempSync(join(tmpdir(), 'assay-bench-'));
  try {
    const traces = join(folder, 'traces.jsonl');
    await writeTraces(traces, size, SEED);
    process.stdout.write(`\n${size.toLocaleString('en')} traces, ${(statSync(traces).size / 1e6).toFixed(0)} MB\n`);
    const floor = measure('floor', traces, folder);
    const imported = measure('import', traces, folder);
    const floorAgain = measure('floor', traces, folder);
    const floorSeconds = Math.min(floor['seconds'] ?? 0, floorAgain['seconds'] ?? 0);
    const ratio = floorSeconds / (imported['seconds'] ?? 1);
    show('floor', floorSeconds, 's', 'parse, insert, full-text insert');
    show('import', imported['seconds'] ?? 0, 's', `${ratio.toFixed(2)} of the floor's speed`);
    show('import peak memory', imported['peakMb'] ?? 0, 'MB');
    const open = measure('open', traces, folder);
    show('open to first rows', open['openMs'] ?? 0, 'ms');
    show('filter, slowest of 4', open['filterMs'] ?? 0, 'ms');
    show('page of 200, slowest', open['pageMs'] ?? 0, 'ms');
    show('facet counts, all', open['facetsMs'] ?? 0, 'ms');
    show('1,000 text_similarity', measure('similarity', traces, folder)['seconds'] ?? 0, 's');
    show('1,000 Python grades', measure('python', traces, folder)['seconds'] ?? 0, 's');
    const exported = measure('export', traces, folder);
    show(
      'export',
      exported['seconds'] ?? 0,
      's',
      `${((exported['lines'] ?? 0) / (exported['seconds'] ?? 1)).toFixed(0)} lines a second`,
    );
    show('export peak memory', exported['peakMb'] ?? 0, 'MB');
    showNear(traces, folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
