import { beforeAll, expect, test } from 'vitest';
import type { FieldInfo } from '../../shared/contract/graders.ts';
import { initTexts } from '../i18n/index.ts';
import type { Assist } from './assist.ts';
import { suggestAt } from './template-completions.ts';
import { hoverAt } from './template-hover.ts';

beforeAll(() => initTexts());

const RATIONALE: FieldInfo = {
  path: 'item.reference.rationale',
  kind: 'text',
  present: 789,
  of: 846,
  example: 'The spare key was never handed back.',
  values: null,
};
const DECISION: FieldInfo = { ...RATIONALE, path: 'item.reference.decision', present: 846, values: ['pay', 'refuse'] };
const ASSIST: Assist = {
  fields: [RATIONALE, DECISION],
  values: { 'item.reference.rationale': 'Two `ticks` and\na second line' },
  valuesOf: 'S-0007',
  fileNames: ['amount.py', 'judge.md'],
};
const MULTI =
  '{"type":"multi","graders":{"decision":{"type":"string_check"},"amount":{"type":"python"}},"calculate_output":';

/** The bar is the cursor. */
function suggest(marked: string, language: 'json' | 'plaintext' | 'python' = 'json', assist = ASSIST) {
  const offset = marked.indexOf('|');
  const text = marked.replace('|', '');
  const found = suggestAt(text, offset, language, assist);
  return found === null ? null : { ...found, text };
}
/** What the text is after the item with a label was picked. */
function picked(marked: string, label: string, language: 'json' | 'plaintext' = 'json'): string {
  const found = suggest(marked, language);
  const item = found?.items.find((one) => one.label === label);
  if (found == null || item === undefined) throw new Error(`${label} is not offered`);
  return `${found.text.slice(0, found.from)}${item.insert}${found.text.slice(found.to)}`;
}

test('offers the real fields with type, coverage and the value of the pinned sample', () => {
  const items = suggest('{"input": "{{item.reference.|"}')?.items ?? [];
  const rationale = items.find((item) => item.label === RATIONALE.path);
  expect(rationale?.description).toBe('text');
  expect(rationale?.doc).toContain('text, in 789 of 846 samples');
  expect(rationale?.doc).toContain('In S-0007:');
  expect(rationale?.doc).toContain('57 samples have no value.');
  expect(items.find((item) => item.label === DECISION.path)?.description).toBe('text, 2 values');
});

test('closes the braces it finds open, in the style they were opened', () => {
  expect(picked('{"input": "{{item.ref|"}', DECISION.path)).toBe('{"input": "{{item.reference.decision}}"}');
  expect(picked('{"input": "{{ item.ref|"}', DECISION.path)).toBe('{"input": "{{ item.reference.decision }}"}');
});

test('replaces the whole path and keeps braces that are there', () => {
  expect(picked('{"input": "{{item.ref|erence.x}}"}', DECISION.path)).toBe('{"input": "{{item.reference.decision}}"}');
});

test('values of samples cannot end their code block', () => {
  const doc = suggest('{"input": "{{|"}')?.items.find((item) => item.label === RATIONALE.path)?.doc ?? '';
  expect(doc).toContain('```text\nTwo `ticks` and\na second line\n```');
  const nasty = { ...ASSIST, values: { 'item.reference.rationale': '```\n# not a title' } };
  const nastyDoc = suggest('{"input": "{{|"}', 'json', nasty)?.items.find((item) => item.label === RATIONALE.path)?.doc;
  expect(nastyDoc).toContain('````text\n```\n# not a title\n````');
});

test('what every answer has is offered before there is one', () => {
  const labels = suggest('{"input": "{{|"}', 'json', { ...ASSIST, fields: [] })?.items.map((item) => item.label);
  expect(labels).toEqual(['sample.output_text', 'sample.output_json', 'sample.output_tools', 'sample.choices']);
});

test('inside the formula there are the parts, then the functions', () => {
  const found = suggest(`${MULTI} "0.5 * dec|"}`);
  expect(found?.items.slice(0, 3).map((item) => item.label)).toEqual(['decision', 'amount', 'min']);
  expect(picked(`${MULTI} "0.5 * dec|"}`, 'decision')).toBe(`${MULTI} "0.5 * decision"}`);
  expect(found?.items.find((item) => item.label === 'sqrt')?.insert).toBe('sqrt($1)');
});

test('parts are found in a text that is not finished', () => {
  expect(suggest(`${MULTI} "|`)?.items.map((item) => item.label)).toContain('amount');
});

test('after @ there are the files beside grader.json', () => {
  expect(suggest('{"type":"python","source":"@|"}')?.items.map((item) => item.insert)).toEqual([
    '@amount.py',
    '@judge.md',
  ]);
  expect(picked('{"source":"@am|ount.txt"}', '@amount.py')).toBe('{"source":"@amount.py"}');
});

test('fields are offered in texts beside it, and nothing in Python or in keys', () => {
  expect(suggest('Compare with {{|', 'plaintext')?.items).not.toEqual([]);
  expect(suggest('x = "{{|"', 'python')).toBeNull();
  expect(suggest('{"na|me": 1}')).toBeNull();
});

test('the hover names the field, its coverage and its value', () => {
  const text = '{"reference": "{{item.reference.rationale}}"}';
  const hover = hoverAt(text, text.indexOf('rationale}}'), 'json', ASSIST);
  expect(text.slice(hover?.from, hover?.to)).toBe('item.reference.rationale');
  expect(hover?.doc).toContain('789 of 846');
  expect(hover?.doc).toContain('Two `ticks`');
});

test('the hover explains a function of the formula, and not the same word elsewhere', () => {
  const text = `${MULTI} "min(decision, amount)"}`;
  expect(hoverAt(text, text.indexOf('min(') + 1, 'json', ASSIST)?.doc).toContain('smallest');
  const elsewhere = '{"name": "min"}';
  expect(hoverAt(elsewhere, elsewhere.indexOf('min'), 'json', ASSIST)).toBeNull();
});
