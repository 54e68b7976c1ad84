import { getLocation, parse, type Location } from 'jsonc-parser';
import type { FieldInfo } from '../../shared/contract/graders.ts';
import { FORMULA_FUNCTIONS, type FormulaFunction } from '../../shared/graders/formula-tree.ts';
import { translate } from '../i18n/index.ts';
import { offeredFields, type Assist } from './assist.ts';
import type { EditorLanguage } from './editor-file.ts';
import { fieldDoc, fieldKind } from './field-doc.ts';
import { templateAt } from './template-at.ts';

export type SuggestionKind = FieldInfo['kind'] | 'enum' | 'function' | 'part' | 'file';
export type Suggestion = {
  readonly label: string;
  /** At the right of the list. */
  readonly description: string;
  readonly kind: SuggestionKind;
  readonly insert: string;
  /** `insert` has stops of the cursor such as `$1`. */
  readonly isSnippet: boolean;
  /** Markdown. */
  readonly doc: string;
};
/** `from` to `to` is replaced by what is picked. */
export type Suggestions = { readonly from: number; readonly to: number; readonly items: readonly Suggestion[] };

/**
 * Finds what can be written at an offset: fields between `{{` and `}}`, parts and functions inside `calculate_output`, names of
 * files after `@`.
 *
 * @returns null when nothing of these can stand there
 */
export function suggestAt(text: string, offset: number, language: EditorLanguage, assist: Assist): Suggestions | null {
  if (language === 'python') return null;
  const template = templateAt(text, offset);
  if (template !== null) {
    const end = template.isClosed ? '' : template.isSpaced ? ' }}' : '}}';
    return {
      from: template.from,
      to: template.to,
      items: offeredFields(assist).map((field) => fieldSuggestion(field, end, assist)),
    };
  }
  if (language !== 'json') return null;
  const location = getLocation(text, offset);
  const value = stringAround(text, location, offset);
  if (value === null) return null;
  const key = location.path.at(-1);
  if (key === 'calculate_output') return formulaSuggestions(text, offset);
  const written = text.slice(value.offset + 1, offset);
  if ((key === 'source' || key === 'content') && /^@[\w.-]*$/u.test(written))
    return fileSuggestions(value.offset + 1, value.end, assist.fileNames);
  return null;
}

/** The string value that an offset lies in, closed or not: where it opens, and where its text ends. */
function stringAround(text: string, location: Location, offset: number): { offset: number; end: number } | null {
  const node = location.previousNode;
  if (node?.type !== 'string' || location.isAtPropertyKey || offset <= node.offset) return null;
  const last = node.offset + node.length - 1;
  const end = last > node.offset && text[last] === '"' ? last : last + 1;
  return offset > end ? null : { offset: node.offset, end };
}

function fieldSuggestion(field: FieldInfo, end: string, assist: Assist): Suggestion {
  return {
    label: field.path,
    description: field.of === 0 ? '' : fieldKind(field),
    kind: field.values === null ? field.kind : 'enum',
    insert: `${field.path}${end}`,
    isSnippet: false,
    doc: fieldDoc(field, assist),
  };
}

function formulaSuggestions(text: string, offset: number): Suggestions {
  const word = /[A-Z_]\w*$/iu.exec(text.slice(Math.max(0, offset - 100), offset))?.[0] ?? '';
  const rest = /^\w*/u.exec(text.slice(offset, offset + 100))?.[0] ?? '';
  const parts = partsOf(text).map(({ key, type }): Suggestion => ({
    label: key,
    description: type,
    kind: 'part',
    insert: key,
    isSnippet: false,
    doc: translate('editor:formula.part', { key, type }),
  }));
  const functions = Object.keys(FORMULA_FUNCTIONS).map((name) => functionSuggestion(name as FormulaFunction));
  return { from: offset - word.length, to: offset + rest.length, items: [...parts, ...functions] };
}

function functionSuggestion(name: FormulaFunction): Suggestion {
  const [fewest, most] = FORMULA_FUNCTIONS[name];
  const isMany = most > 1;
  return {
    label: name,
    description: translate('editor:formula.function'),
    kind: 'function',
    insert: isMany ? `${name}($1, $2)` : `${name}($1)`,
    isSnippet: true,
    doc: `${translate(`editor:functions.${name}`)}\n\n${translate(isMany ? 'editor:formula.values' : 'editor:formula.value', { count: fewest })}`,
  };
}

/** Keys of `graders` with their types, from a text that need not be finished. */
function partsOf(text: string): readonly { readonly key: string; readonly type: string }[] {
  const graders = memberOf(parse(text) as unknown, 'graders');
  if (!isRecord(graders)) return [];
  return Object.keys(graders).map((key) => {
    const type = memberOf(graders[key], 'type');
    return { key, type: typeof type === 'string' ? type : '' };
  });
}

function memberOf(value: unknown, key: string): unknown {
  return isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function fileSuggestions(from: number, to: number, names: readonly string[]): Suggestions {
  const items = names.map((name): Suggestion => ({
    label: `@${name}`,
    description: '',
    kind: 'file',
    insert: `@${name}`,
    isSnippet: false,
    doc: translate('editor:file', { name }),
  }));
  return { from, to, items };
}
