import type { GraderFiles } from '../../../shared/contract/graders.ts';
import { isGraderType } from '../../../shared/graders/definition.ts';
import type { Segment } from '../../../shared/graders/template.ts';
import type { JsonObject } from '../../../shared/model/json.ts';
import { isJsonObject } from '../../../shared/model/json.ts';
import { canonicalJson } from '../engine/canonical.ts';
import { sha256 } from '../engine/hash.ts';
import { GRADER_FILE } from './findings.ts';

/** `@name`: the whole of a text is the name of a file beside `grader.json`. */
const FILE_REFERENCE = /^@([\w.-]{1,80})$/u;

/** A text of `grader.json` that may be given as `@name`, and where it stands. */
export type FileSlot = { readonly at: readonly Segment[]; readonly text: string; readonly kind: 'python' | 'message' };

/** @returns the name in `@name`, or null for any other text */
export function fileReference(text: string): string | null {
  return FILE_REFERENCE.exec(text)?.[1] ?? null;
}

/**
 * Lists the texts of a definition that may be kept in a file of their own: Python sources and messages to a judge. Other
 * fields are compared as they are, so an `@` in them is just an `@`.
 */
export function fileSlots(definition: unknown): readonly FileSlot[] {
  return [...slotsOf(definition, [])];
}

function* slotsOf(grader: unknown, at: readonly Segment[]): Generator<FileSlot> {
  if (!isRecord(grader)) return;
  const { type, source, input, graders } = grader;
  if (type === 'python' && typeof source === 'string') yield { at: [...at, 'source'], text: source, kind: 'python' };
  if ((type === 'score_model' || type === 'label_model') && Array.isArray(input))
    for (const [index, message] of (input as unknown[]).entries())
      if (isRecord(message) && typeof message.content === 'string')
        yield { at: [...at, 'input', index, 'content'], text: message.content, kind: 'message' };
  if (type === 'multi' && isRecord(graders))
    for (const [key, part] of Object.entries(graders))
      if (isRecord(part) && part.type !== 'multi') yield* slotsOf(part, [...at, 'graders', key]);
}

/**
 * Puts the text of each `@name` in its place: the definition as a trainer takes it.
 *
 * @returns the definition with every known file put in; names of files that are not there stay as they are written
 */
export function inlineDefinition(definition: JsonObject, files: GraderFiles): JsonObject {
  const inlined = structuredClone(definition);
  for (const { at, text } of fileSlots(inlined)) {
    const name = fileReference(text);
    const content = name === null ? undefined : fileText(files, name);
    if (content !== undefined) setAt(inlined, at, content);
  }
  return inlined;
}

/**
 * Reads the definition out of grader files without judging it.
 *
 * @returns the inlined object of `grader.json`, or null when that is missing, no JSON or no object
 */
export function readDefinition(files: GraderFiles): JsonObject | null {
  const value = parseGrader(files);
  return value === null ? null : inlineDefinition(value, files);
}

/** @returns the type written in `grader.json` when it is a known one, else null */
export function graderType(files: GraderFiles): string | null {
  const type = parseGrader(files)?.type;
  return isGraderType(type) ? type : null;
}

/** @returns the files that hold Python the grader would run: the named ones, and `grader.json` for code written into it */
export function pythonFiles(files: GraderFiles): readonly string[] {
  const names = fileSlots(parseGrader(files))
    .filter((slot) => slot.kind === 'python')
    .map((slot) => fileReference(slot.text) ?? GRADER_FILE);
  return [...new Set(names)].toSorted();
}

/**
 * The identity of a grader: the same files give the same hash on any machine, whatever their line ends.
 *
 * @returns sha256 in hex over the files' names and texts in order of name
 */
export function definitionHash(files: GraderFiles): string {
  const texts = Object.entries(files).map(([name, text]) => [name, text.replaceAll('\r\n', '\n')] as const);
  return sha256(canonicalJson(Object.fromEntries(texts)));
}

/** The files of a grader, or one sentence on why they cannot be had. */
export type LoadedFiles =
  { readonly ok: true; readonly files: GraderFiles } | { readonly ok: false; readonly message: string };

/**
 * Gathers a grader from its `grader.json` and the files it names.
 *
 * @param json text of the JSON file, whatever its name on disk
 * @param readSibling gives the text of a file in the same folder, or null when there is none
 */
export async function loadGraderFiles(
  json: string,
  readSibling: (name: string) => string | null | Promise<string | null>,
): Promise<LoadedFiles> {
  const files: Record<string, string> = { [GRADER_FILE]: json.replace(/^\uFEFF/u, '') };
  const definition = parseGrader(files);
  for (const { text, at, kind } of fileSlots(definition)) {
    const name = fileReference(text);
    if (name === null || Object.hasOwn(files, name)) continue;
    const content = await readSibling(name);
    if (content !== null) files[name] = content.replace(/^\uFEFF/u, '');
    else if (kind === 'python')
      return { ok: false, message: `${at.join('.')} names ${name}, but there is no such file beside the grader.` };
  }
  return { ok: true, files };
}

/** @returns the text of a file of the grader, undefined when there is none of that name */
export function fileText(files: GraderFiles, name: string): string | undefined {
  return Object.hasOwn(files, name) ? files[name] : undefined;
}

function parseGrader(files: GraderFiles): JsonObject | null {
  try {
    const value: unknown = JSON.parse(fileText(files, GRADER_FILE) ?? '');
    // JSON.parse gives JSON values only.
    return isJsonObject(value) ? value : null;
  } catch {
    return null;
  }
}

function setAt(root: JsonObject, at: readonly Segment[], text: string): void {
  let holder: unknown = root;
  for (const segment of at.slice(0, -1))
    holder = Array.isArray(holder)
      ? (holder as unknown[])[Number(segment)]
      : isRecord(holder)
        ? holder[segment]
        : undefined;
  const last = at.at(-1);
  // A fresh copy made for this; own keys only, so that no key can reach a prototype.
  if (isRecord(holder) && last !== undefined && Object.hasOwn(holder, last))
    (holder as Record<string, unknown>)[last] = text;
}

function isRecord(value: unknown): value is { readonly [key: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
