import { closeSync, existsSync, openSync, readdirSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createRandom, shuffled, type Random } from '../../engine/prng.ts';
import { inspectInput } from '../inspect.ts';
import { importerById } from '../registry.ts';
import { inPieces, parseAll } from './read.ts';

const FIXTURES = fileURLToPath(new URL('../fixtures/', import.meta.url));
/** Other people's files, beside the repository and never in it. */
const SAMPLES = fileURLToPath(new URL('../../../../../shared/samples/', import.meta.url));
/** Of large files the beginning does: what is broken further on breaks the same way. */
const MOST_BYTES = 16 * 1024;

/** @returns every file there is to spoil, and whether the real ones are among them */
export function spoilableFiles(): { readonly paths: readonly string[]; readonly hasReal: boolean } {
  const hasReal = existsSync(SAMPLES);
  const folders = hasReal ? [FIXTURES, SAMPLES] : [FIXTURES];
  const paths = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !/LICENSES|README|truth\.json/.test(join(entry.parentPath, entry.name)))
      .map((entry) => join(entry.parentPath, entry.name)),
  );
  return { paths: paths.toSorted(), hasReal };
}

const below = (random: Random, limit: number): number => Math.floor(random() * limit);

const MUTATIONS: Readonly<Record<string, (bytes: Buffer, random: Random) => Buffer>> = {
  'cut off': (bytes, random) => bytes.subarray(0, below(random, bytes.length)),
  'without its start': (bytes, random) => bytes.subarray(below(random, bytes.length)),
  'with a stretch twice': (bytes, random) => {
    const at = below(random, bytes.length);
    return Buffer.concat([bytes.subarray(0, at), bytes.subarray(below(random, at + 1))]);
  },
  'without a stretch': (bytes, random) => {
    const at = below(random, bytes.length);
    return Buffer.concat([bytes.subarray(0, at), bytes.subarray(Math.min(bytes.length, at + 1 + below(random, 400)))]);
  },
  'with its lines shuffled': (bytes, random) => {
    const lines = shuffled(bytes.toString('latin1').split('\n'), random);
    return Buffer.from(lines.join('\n'), 'latin1');
  },
  'with bytes flipped': (bytes, random) => {
    const copy = Buffer.from(bytes);
    for (let times = 1 + below(random, 20); times > 0; times -= 1)
      copy[below(random, copy.length)] = below(random, 256);
    return copy;
  },
  'with values of another kind': (bytes, random) => {
    const values = ['null', '[]', '{}', '0', '""', '[null]', '{"role":"user"}', '"x"', 'true'];
    const text = bytes.toString('latin1');
    const places = [...text.matchAll(/"[^"\\\n]{0,40}":\s?(?=["{[\dtfn])/g)].map(
      ({ index, 0: key }) => index + key.length,
    );
    const at = places[below(random, places.length)] ?? 0;
    const end = at + (/^(?:"(?:[^"\\]|\\.)*"|[\w.-]+|[[{])/.exec(text.slice(at, at + 2_000))?.[0].length ?? 0);
    const value = values[below(random, values.length)] ?? '';
    return Buffer.from(text.slice(0, at) + value + text.slice(end), 'latin1');
  },
};

/**
 * Spoils files and imports them as the product does.
 *
 * @returns how many were imported in each way
 * @throws with seed, file and way when an importer throws, fails inside, or loses count
 */
export async function importSpoiled(times: number, seed: number): Promise<Readonly<Record<string, number>>> {
  const { paths } = spoilableFiles();
  const names = Object.keys(MUTATIONS);
  const counts: Record<string, number> = {};
  for (let time = 0; time < times; time += 1) {
    const random = createRandom(seed + time);
    const path = paths[below(random, paths.length)] ?? '';
    const name = names[below(random, names.length)] ?? '';
    const bytes = MUTATIONS[name]?.(headOf(path), random) ?? Buffer.alloc(0);
    try {
      await importOne(bytes, random);
    } catch (error) {
      throw new Error(`Seed ${seed + time}: ${path} ${name}`, { cause: error });
    }
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

function headOf(path: string): Buffer {
  const file = openSync(path, 'r');
  try {
    const bytes = Buffer.alloc(MOST_BYTES);
    return bytes.subarray(0, readSync(file, bytes));
  } finally {
    closeSync(file);
  }
}

async function importOne(bytes: Buffer, random: Random): Promise<void> {
  const { format, map } = await inspectInput([bytes]);
  const importer = importerById(format ?? 'openai-chat');
  if (importer === undefined) throw new Error(`There is no form called ${String(format)}.`);
  const per = importer.per[below(random, importer.per.length)] ?? 'conversation';
  const { seen, kept, rejected, issues } = await parseAll(inPieces(bytes, 100 + below(random, 9_000)), importer, {
    map,
    per,
  });
  if (seen !== kept + rejected) throw new Error(`${importer.id}: ${seen} seen, ${kept} kept, ${rejected} rejected.`);
  const fault = issues.find(({ code }) => code === 'importer_failed');
  if (fault !== undefined)
    throw new Error(`${importer.id} per ${per}: ${fault.message} Record ${fault.position.index}.`);
}
