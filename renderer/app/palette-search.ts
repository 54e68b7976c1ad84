import { quote } from '../../shared/query/lex.ts';
import type { Command } from '../state/commands.tsx';

/** `>` commands, `#` samples, `@` tools; without a prefix all of them. */
export type PaletteMode = 'all' | 'commands' | 'samples' | 'tools';
export type PaletteQuery = { readonly mode: PaletteMode; readonly text: string };

const PREFIXES: Readonly<Record<string, PaletteMode>> = { '>': 'commands', '#': 'samples', '@': 'tools' };

export function parsePaletteQuery(query: string): PaletteQuery {
  const mode = PREFIXES[query.slice(0, 1)];
  return mode === undefined ? { mode: 'all', text: query.trim() } : { mode, text: query.slice(1).trim() };
}

/** @returns the number in `S-0187`, `s187` or, when samples are asked for, `187`; else null */
export function sampleNumber({ mode, text }: PaletteQuery): number | null {
  const found = (mode === 'samples' ? /^(?:s-?)?(\d{1,12})$/i : /^s-?(\d{1,12})$/i).exec(text)?.[1];
  return found === undefined ? null : Number(found);
}

/** A filter that finds samples holding the words, the last one as a beginning; signs never become operators. */
export function wordsFilter(text: string): string {
  const words = text.split(/\s+/).filter((word) => word !== '');
  return words
    .map((word, index) => {
      if (!/^[\p{L}\p{N}_]+$/u.test(word) || /^(?:and|or|not)$/i.test(word)) return quote(word);
      return index === words.length - 1 && word.length >= 2 ? `${word}*` : word;
    })
    .join(' ');
}

export function toolFilter(tool: string): string {
  return /^[\w.-]+$/.test(tool) ? `tool:${tool}` : `tool:${quote(tool)}`;
}

/** Commands whose title holds every word, those that begin with the text first. */
export function matchCommands<T extends { readonly title: string; readonly command: Command }>(
  items: readonly T[],
  text: string,
): readonly T[] {
  const words = text.toLowerCase().split(/\s+/);
  const found = items.filter(({ title }) => words.every((word) => title.toLowerCase().includes(word)));
  const begins = (item: T): number => (item.title.toLowerCase().startsWith(text.toLowerCase()) ? 0 : 1);
  return found.toSorted((a, b) => begins(a) - begins(b));
}
