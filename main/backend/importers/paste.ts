import type { JsonValue } from '../../../shared/model/json.ts';
import { isJsonObject } from '../../../shared/model/json.ts';
import { detectForm } from './detect.ts';
import { createParser } from './parse-file.ts';
import { importerById } from './registry.ts';
import { joinTasks } from './shared/conversation.ts';
import { parseLines } from './shared/json-lines.ts';
import { parseJsonText } from './shared/json-parse.ts';
import { linesOf } from './shared/lines.ts';
import { createNumbering, jsonRecord } from './shared/record.ts';
import { sniffLayout } from './shared/sniff.ts';
import type { ParsedSample, ReadItem } from './types.ts';

export type Pasted = {
  /** Id of the form it was read as; `text` when it was taken as one prompt. */
  readonly format: string;
  readonly samples: readonly ParsedSample[];
};

/**
 * Reads pasted text: JSON of a known form gives the samples an import would give; anything else, JSON of no known form
 * included, is one prompt. Blank text gives nothing.
 */
export function parseText(text: string): Pasted {
  if (text.trim() === '') return { format: 'text', samples: [] };
  const items = readItems(text);
  const { detected } = detectForm(items.filter((item) => item.kind !== 'note'));
  const importer = detected === null ? undefined : importerById(detected.format);
  const per = importer?.per[0];
  if (importer !== undefined && per !== undefined) {
    const parser = createParser(importer, { per, map: {} });
    const parsed = [...items.flatMap((item) => [...parser.item(item)]), ...parser.end()];
    const samples = joinTasks(parsed.filter((item) => item.kind === 'sample'));
    if (samples.length > 0) return { format: importer.id, samples };
  }
  return { format: 'text', samples: [promptOnly(text)] };
}

function readItems(text: string): readonly ReadItem[] {
  const bytes = Buffer.from(text, 'utf8');
  const layout = sniffLayout(bytes, true, undefined);
  if (layout.kind === 'lines') return [...parseLines(linesOf(bytes, true))];
  if (layout.kind !== 'values') return [];
  const numbering = createNumbering();
  const place = { line: 1, offset: 0 };
  return listAt(parseJsonText(text), layout.path ?? []).map((item) =>
    jsonRecord(numbering.next(place), JSON.stringify(item)),
  );
}

function listAt(value: JsonValue | undefined, path: readonly string[]): readonly JsonValue[] {
  let at = value;
  for (const key of path) at = at !== undefined && isJsonObject(at) ? at[key] : undefined;
  return Array.isArray(at) ? (at as readonly JsonValue[]) : []; // isArray widens readonly lists
}

function promptOnly(text: string): ParsedSample {
  return {
    kind: 'sample',
    position: { line: 1, offset: 0, index: 0 },
    sub: 0,
    taskKey: null,
    title: null,
    prompt: [{ role: 'user', parts: [{ type: 'text', text }] }],
    tools: [],
    reference: {},
    attempts: [],
    extras: null,
    sourceRef: null,
    tags: [],
  };
}
