/**
 * The control of the escape probes: Pyodide as it comes, in a process with the rights of its user. Reads a list of
 * `{probe, targets}` from the file named on its command line and prints, for each probe, a line of JSON with what the probe printed or raised.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Probe, Targets } from './probes.ts';

type Plain = {
  readonly runPython: (code: string) => unknown;
  readonly globals: { readonly set: (name: string, value: string) => void };
  readonly setStdout: (options: { batched: (text: string) => void }) => void;
};

const folder = dirname(createRequire(import.meta.url).resolve('pyodide/package.json'));
const { loadPyodide } = (await import(pathToFileURL(`${folder}/pyodide.mjs`).href)) as {
  loadPyodide: (options: object) => Promise<Plain>;
};
const attempts = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as { probe: Probe; targets: Targets }[];
const python = await loadPyodide({ indexURL: folder });
const report = (line: object): boolean => process.stdout.write(`${JSON.stringify(line)}\n`);
for (const { probe, targets } of attempts) {
  python.globals.set('item_json', JSON.stringify(targets));
  let printed = '';
  python.setStdout({ batched: (text) => (printed += `${text}\n`) });
  python.globals.set('source', probe.source);
  let raised = '';
  try {
    python.runPython(
      'import json\nscope = {"__name__": "grader"}\nexec(source, scope)\nscope["grade"]({}, json.loads(item_json))',
    );
  } catch (error) {
    raised = String(error).slice(-300);
  }
  report({ name: probe.name, printed, raised });
}
// Requests under way are answered before the process ends.
setTimeout(() => process.exit(0), 500);
