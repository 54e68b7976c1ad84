/** A program that grades an endless loop, to be killed in the middle of it. Prints the process id of the grading child. */
import { createTestHost } from './host.ts';

const { host, started } = createTestHost();
const input = { sample: {}, item: {} };
await host.grade({ source: 'def grade(sample, item): return 1.0' }, input);
process.stdout.write(`${String(started[0]?.pid)}\n`);
await host.grade({ source: 'def grade(sample, item):\n    while True: pass' }, input);
