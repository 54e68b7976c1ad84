import type { Node } from 'jsonc-parser';
import type { GraderFiles } from '../../../shared/contract/graders.ts';
import { closestWord } from '../../../shared/graders/did-you-mean.ts';
import { fileReference, fileSlots, fileText } from './files.ts';
import type { FileSlot } from './files.ts';
import { GRADER_FILE, inString } from './findings.ts';
import type { ProblemList, Report } from './findings.ts';
import { exactNode } from './json-source.ts';
import type { JsonSource } from './json-source.ts';
import { lintSource } from './python-findings.ts';

/** A message text kept in a file of its own. */
export type MessageFile = { readonly file: string; readonly text: string };

/** Python in which the quick check found no error, and where its problems belong. */
export type PythonText = { readonly text: string; readonly report: Report };

export type CheckedSources = {
  /** Messages for a judge, whose `{{ … }}` are checked like those in `grader.json`. */
  readonly messages: readonly MessageFile[];
  readonly python: readonly PythonText[];
};

/**
 * Checks the files that `grader.json` names and the Python in them or written into it.
 *
 * @returns texts that other checks look into
 */
export function checkSources(source: JsonSource, files: GraderFiles, problems: ProblemList): CheckedSources {
  const report = problems.reportTo(GRADER_FILE);
  const messages: MessageFile[] = [];
  const python: PythonText[] = [];
  const addPython = (text: string, to: Report): void => {
    if (checkPython(text, to)) python.push({ text, report: to });
  };
  const used = new Set<string>([GRADER_FILE]);
  for (const slot of fileSlots(source.value)) {
    const node = exactNode(source, slot.at);
    if (node?.type !== 'string') continue;
    const name = fileReference(slot.text);
    const text = name === null ? undefined : fileText(files, name);
    if (name !== null && text !== undefined) {
      if (slot.kind === 'python' && !used.has(name)) addPython(text, problems.reportTo(name));
      if (slot.kind === 'message') messages.push({ file: name, text });
      used.add(name);
    } else if (isMissingFile(slot, name)) {
      const near = reportMissingFile(slot, node, files, report);
      if (near !== null) used.add(near);
    } else if (slot.kind === 'python') addPython(slot.text, inString(report, source.text, node.offset));
  }
  if (source.valid) reportUnusedFiles(files, used, problems);
  return { messages, python };
}

/** A message may just be a text that begins with @, so only what looks like a file's name counts there. */
function isMissingFile(slot: FileSlot, name: string | null): boolean {
  if (slot.kind === 'python') return /^@\S+$/u.test(slot.text);
  return name !== null && /\.\w+$/u.test(name);
}

/** @returns the file that was probably meant */
function reportMissingFile(slot: FileSlot, node: Node, files: GraderFiles, report: Report): string | null {
  const name = slot.text.slice(1);
  const at = { offset: node.offset, length: node.length };
  if (/[/\\]/u.test(name)) {
    const message = 'Only files beside grader.json can be named, without a folder.';
    report({ ...at, severity: 'error', code: 'file_path', message, fixes: [] });
    return null;
  }
  const others = Object.keys(files).filter((file) => file !== GRADER_FILE);
  const sameKind = others.filter((file) => !/\.\w+$/u.test(name) || file.endsWith(name.slice(name.lastIndexOf('.'))));
  const near = closestWord(name, others) ?? (sameKind.length === 1 ? (sameKind[0] ?? null) : null);
  const hint = near === null ? ' Add it, or write the text here.' : ` Did you mean ${near}?`;
  const fixes = near === null ? [] : [{ title: `Write @${near}`, at, text: JSON.stringify(`@${near}`) }];
  report({
    ...at,
    severity: 'error',
    code: 'file_missing',
    message: `There is no file ${name} beside grader.json.${hint}`,
    fixes,
  });
  return near;
}

/** @returns whether no error was found */
function checkPython(text: string, report: Report): boolean {
  if (text.trim() === '') {
    const message = 'The file is empty. Define grade(sample, item) that returns a float from 0 to 1.';
    report({ offset: 0, length: 0, severity: 'error', code: 'python_empty', message, fixes: [] });
    return false;
  }
  const findings = lintSource(text);
  for (const finding of findings) report(finding);
  return findings.every(({ severity }) => severity !== 'error');
}

function reportUnusedFiles(files: GraderFiles, used: ReadonlySet<string>, problems: ProblemList): void {
  for (const file of Object.keys(files)) {
    if (used.has(file)) continue;
    const message = `grader.json does not name ${file}, so it has no part in the score.`;
    problems.reportTo(file)({ offset: 0, length: 0, severity: 'info', code: 'file_unused', message, fixes: [] });
  }
}
