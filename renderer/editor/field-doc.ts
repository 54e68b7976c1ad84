import type { FieldInfo } from '../../shared/contract/graders.ts';
import { translate } from '../i18n/index.ts';
import { sampleField, type Assist } from './assist.ts';

const SHOWN_CHARS = 240;
const SHOWN_VALUES = 8;

/** @returns the type of a field in a few words: `text, 4 values` */
export function fieldKind(field: FieldInfo): string {
  const kind = translate(`editor:kinds.${field.kind}`);
  return field.values === null ? kind : translate('editor:kindWithValues', { kind, count: field.values.length });
}

/** @returns in how many samples or attempts a field has a value: `789 of 846 samples`; null when none are known */
export function fieldCoverage(field: FieldInfo): string | null {
  if (field.of === 0) return null;
  const key = field.path.startsWith('sample.') ? 'editor:coverage.attempts' : 'editor:coverage.samples';
  return translate(key, { present: field.present, count: field.of });
}

/**
 * Says what a field is, in Markdown: type, coverage, the value of the pinned sample or an example, what is missing.
 * Values are other people's text, so they stand in code blocks.
 */
export function fieldDoc(field: FieldInfo, assist: Assist): string {
  const coverage = fieldCoverage(field);
  const own = sampleField(field.path);
  const head = coverage === null ? fieldKind(field) : `${fieldKind(field)}, ${coverage}`;
  return [
    `**${inCode(field.path)}**`,
    ...(own === null ? [] : [translate(`editor:sample.${own}`)]),
    ...(field.of === 0 ? [] : [head]),
    ...valueLines(field, assist),
    ...valuesLine(field),
    ...missingLine(field),
  ].join('\n\n');
}

function valueLines(field: FieldInfo, { values, valuesOf }: Assist): string[] {
  const value = values[field.path];
  if (value !== undefined && valuesOf !== null)
    return [translate('editor:valueOf', { sample: valuesOf }), fenced(shortened(value))];
  if (valuesOf !== null && Object.keys(values).length > 0)
    return [translate('editor:noValueOf', { sample: valuesOf }), ...exampleLines(field)];
  return exampleLines(field);
}

function exampleLines({ example }: FieldInfo): string[] {
  return example === null ? [] : [translate('editor:example'), fenced(shortened(example))];
}

function valuesLine({ values }: FieldInfo): string[] {
  if (values === null || values.length === 0) return [];
  const shown = values
    .slice(0, SHOWN_VALUES)
    .map((value) => inCode(shortened(value)))
    .join(', ');
  return [translate('editor:oneOf', { values: values.length > SHOWN_VALUES ? `${shown}, …` : shown })];
}

function missingLine(field: FieldInfo): string[] {
  const count = field.of - field.present;
  if (count <= 0) return [];
  return [
    translate(field.path.startsWith('sample.') ? 'editor:without.attempts' : 'editor:without.samples', { count }),
  ];
}

function shortened(text: string): string {
  return text.length > SHOWN_CHARS ? `${text.slice(0, SHOWN_CHARS)}…` : text;
}

/** A block that no backtick inside can close. */
function fenced(text: string): string {
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1));
  return `${fence}text\n${text}\n${fence}`;
}

function inCode(text: string): string {
  const plain = text.replaceAll(/\s+/gu, ' ');
  const fence = '`'.repeat(longestRun(plain) + 1);
  const pad = plain.startsWith('`') || plain.endsWith('`') ? ' ' : '';
  return `${fence}${pad}${plain}${pad}${fence}`;
}

function longestRun(text: string): number {
  return Math.max(0, ...(text.match(/`+/gu) ?? []).map((run) => run.length));
}
