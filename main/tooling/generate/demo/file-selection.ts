import { execFileSync } from 'node:child_process';
import { assistant, call, result, text, type DemoSample } from './shape.ts';

type Commit = { hash: string; subject: string; body: string; files: string[] };

/** Commits with more changed files are merges of work, not tasks. */
const MAX_FILES = 12;
const MAX_TREE = 400;
const WANTED = 40;

function git(root: string, ...args: string[]): string {
  return execFileSync('git', ['-C', root, ...args], { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
}

function readCommits(root: string): Commit[] {
  return git(root, 'log', '--no-merges', '--format=%H%x1f%s%x1f%b%x1e')
    .split('\u001E')
    .map((entry) => entry.trim().split('\u001F'))
    .flatMap(([hash, subject, body]) =>
      hash === undefined || subject === undefined || hash === ''
        ? []
        : [{ hash, subject, body: (body ?? '').trim(), files: changedFiles(root, hash) }],
    );
}

function changedFiles(root: string, hash: string): string[] {
  return git(root, 'show', '--format=', '--name-only', '--diff-filter=AMD', hash)
    .split('\n')
    .filter((line) => line !== '');
}

/** Files that were there before the commit; empty for the first one. */
function treeBefore(root: string, hash: string): string[] {
  try {
    return git(root, 'ls-tree', '-r', '--name-only', `${hash}^`)
      .split('\n')
      .filter((line) => line !== '');
  } catch {
    // The first commit has no parent.
    return [];
  }
}

const f1 = (chosen: readonly string[], gold: readonly string[]): number => {
  const hits = chosen.filter((file) => gold.includes(file)).length;
  return chosen.length + gold.length === 0 ? 0 : (2 * hits) / (chosen.length + gold.length);
};

/** Words of the message that also stand in a path pick that file: what a simple agent would do. */
function namedFiles(commit: Commit, tree: readonly string[]): string[] {
  const words = new Set(`${commit.subject} ${commit.body}`.toLowerCase().match(/[a-z]{4,}/gu) ?? []);
  return tree
    .filter((path) =>
      path
        .toLowerCase()
        .split(/[/.\-_]/u)
        .some((part) => words.has(part)),
    )
    .slice(0, 20);
}

/**
 * Tasks over this repository's own history: a commit's message and the file tree before it; the reference is the files it
 * changed. The attempts are scripted and say so: files named in the message, every file, and one wrong.
 */
export function makeFileSelection(root: string): DemoSample[] {
  return readCommits(root)
    .map((commit) => ({ commit, tree: treeBefore(root, commit.hash) }))
    .map(({ commit, tree }) => ({ commit, tree, gold: commit.files.filter((file) => tree.includes(file)) }))
    .filter(({ commit, tree, gold }) => gold.length > 0 && commit.files.length <= MAX_FILES && tree.length > 5)
    .toReversed()
    .slice(0, WANTED)
    .map(({ commit, tree, gold }) => toSample(commit, tree.slice(0, MAX_TREE), gold));
}

function toSample(commit: Commit, tree: readonly string[], gold: readonly string[]): DemoSample {
  const baselines: readonly (readonly [string, readonly string[]])[] = [
    ['files named in the message', namedFiles(commit, tree)],
    ['every file', tree],
    ['one wrong', tree.filter((path) => !gold.includes(path)).slice(0, 1)],
  ];
  return {
    assay: 1,
    title: commit.subject,
    prompt: [
      text('system', 'Pick the files that this change has to touch. Answer with JSON: {"files": [paths]}.'),
      text('user', `Change: ${commit.subject}\n\n${commit.body}\n\nFiles:\n${tree.join('\n')}`),
    ],
    tools: [
      {
        name: 'search',
        description: 'Finds files by a word in their path',
        parameters: { type: 'object', properties: { word: { type: 'string' } } },
      },
    ],
    reference: { files: gold, commit: commit.hash.slice(0, 12) },
    tags: ['synthetic', 'file selection'],
    attempts: baselines.map(([label, files], at) => {
      const searched = call(`call_${at}`, 'search', { word: commit.subject.split(' ').at(-1) ?? '' });
      return {
        messages: [
          assistant({ reasoning: `Baseline: ${label}.`, calls: [searched] }),
          result(searched.id, files.slice(0, 5), { startMs: 0, durationMs: 1, isError: false }),
          assistant({ text: JSON.stringify({ files }) }),
        ],
        model: `baseline: ${label}`,
        reward: Math.round(f1(files, gold) * 1_000) / 1_000,
        outcome: f1(files, gold) > 0.8 ? 'success' : f1(files, gold) > 0.2 ? 'partial' : 'failure',
        latencyMs: null,
        tokens: null,
        extras: { synthetic: true },
      };
    }),
  };
}
