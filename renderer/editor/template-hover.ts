import { getLocation } from 'jsonc-parser';
import { FORMULA_FUNCTIONS, isFunction } from '../../shared/graders/formula-tree.ts';
import { translate } from '../i18n/index.ts';
import { offeredFields, type Assist } from './assist.ts';
import type { EditorLanguage } from './editor-file.ts';
import { fieldDoc } from './field-doc.ts';
import { templateAt } from './template-at.ts';

/** What the pointer rests on, explained in Markdown. `from` to `to` is what it explains. */
export type HoverText = { readonly from: number; readonly to: number; readonly doc: string };

/**
 * Explains the field of a `{{ … }}` with its value for the pinned sample, or a function of `calculate_output`.
 *
 * @returns null when there is nothing to say
 */
export function hoverAt(text: string, offset: number, language: EditorLanguage, assist: Assist): HoverText | null {
  if (language === 'python') return null;
  const template = templateAt(text, offset);
  if (template !== null) {
    const { from, to, path } = template;
    const field = offeredFields(assist).find((known) => known.path === path);
    if (field !== undefined) return { from, to, doc: fieldDoc(field, assist) };
    // Below what was listed, such as an entry of a list: there may still be a value to show.
    const value = assist.values[path];
    if (value === undefined || assist.valuesOf === null) return null;
    const shown = { path, kind: 'mixed', present: 0, of: 0, example: null, values: null } as const;
    return { from, to, doc: fieldDoc(shown, assist) };
  }
  return language === 'json' ? functionAt(text, offset) : null;
}

function functionAt(text: string, offset: number): HoverText | null {
  const head = /\w*$/u.exec(text.slice(Math.max(0, offset - 40), offset))?.[0] ?? '';
  const tail = /^\w*/u.exec(text.slice(offset, offset + 40))?.[0] ?? '';
  const name = head + tail;
  if (!isFunction(name) || getLocation(text, offset).path.at(-1) !== 'calculate_output') return null;
  const key = FORMULA_FUNCTIONS[name][1] > 1 ? 'editor:formula.values' : 'editor:formula.value';
  const doc = `**${name}** ${translate(`editor:functions.${name}`)}\n\n${translate(key, { count: FORMULA_FUNCTIONS[name][0] })}`;
  return { from: offset - head.length, to: offset + tail.length, doc };
}
