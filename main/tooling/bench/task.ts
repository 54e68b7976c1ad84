// One measurement in a process of its own, so that its peak memory is its own: `node task.ts NAME TRACES FOLDER`.
import { runFloor } from './floor.ts';
import { runNear, writeTexts } from './near.ts';
import { runExport, runImport, runOpen, runPython, runSimilarity } from './measures.ts';

const TASKS: Readonly<Record<string, (traces: string, folder: string) => Promise<Record<string, number>>>> = {
  floor: async (traces, folder) => ({ seconds: await runFloor(traces, folder) }),
  import: runImport,
  open: runOpen,
  similarity: runSimilarity,
  python: runPython,
  export: runExport,
  texts: writeTexts,
  near: runNear,
};

const [name = '', traces = '', folder = ''] = process.argv.slice(2);
const task = TASKS[name];
if (task === undefined) throw new Error(`There is no measurement called ${name}.`);
const figures = await task(traces, folder);
// maxRSS is in kB on every platform.
process.stdout.write(`${JSON.stringify({ ...figures, peakMb: process.resourceUsage().maxRSS / 1_024 })}\n`);
process.exit(0);
