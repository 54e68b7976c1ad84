import type { TextFix, TextRange } from '../../shared/model/problem.ts';

export type EditorLanguage = 'json' | 'python' | 'plaintext';

/** A problem of a text as an editor shows it. */
export type TextProblem = {
  readonly range: TextRange;
  readonly severity: 'error' | 'warning' | 'info';
  readonly code: string;
  readonly message: string;
  readonly fixes: readonly TextFix[];
};

/** A file in the editor: one model by its URI, disposed when the file is gone. */
export type EditorFile = {
  readonly uri: string;
  readonly language: EditorLanguage;
  readonly value: string;
  readonly problems: readonly TextProblem[];
};

/** @returns the language of a file by the end of its name */
export function languageOf(name: string): EditorLanguage {
  if (name.endsWith('.json')) return 'json';
  return name.endsWith('.py') ? 'python' : 'plaintext';
}
