import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../model/json.ts';
import { renderTemplate } from './template-render.ts';
import type { TemplateScope } from './template-render.ts';
import { parseTemplate } from './template.ts';

const SCOPE: TemplateScope = {
  item: {
    answer: 'yes',
    count: 1.5,
    nums: [100, 75],
    nested: { list: [{ name: 'first' }], 'with-hyphen': true, empty: null },
    grüße: 'hallo',
  },
  sample: { output_text: 'no', output_json: null, output_tools: [] },
};

function render(text: string, scope = SCOPE) {
  return renderTemplate(parseTemplate(text), scope);
}

describe('parseTemplate', () => {
  it('gives the place of the braces and of the path, with or without blanks inside', () => {
    const parsed = parseTemplate('a {{item.x[0].y}} b {{  sample.output_text }}');
    expect(parsed.references).toEqual([
      {
        kind: 'reference',
        offset: 2,
        length: 15,
        path: 'item.x[0].y',
        pathSpan: { offset: 4, length: 11 },
        namespace: 'item',
        segments: ['x', 0, 'y'],
      },
      {
        kind: 'reference',
        offset: 20,
        length: 25,
        path: 'sample.output_text',
        pathSpan: { offset: 24, length: 18 },
        namespace: 'sample',
        segments: ['output_text'],
      },
    ]);
    expect(parsed.problems).toEqual([]);
  });

  it.each([
    ['plain text with { one } brace', 0],
    ['{"a": {{item.answer}}}', 1],
    ['{"a": {"b": {{item.answer}}}}', 1],
    ['{{{item.answer}}}', 1],
    ['', 0],
  ])('takes single braces as text: %s', (text, references) => {
    const parsed = parseTemplate(text);
    expect(parsed.problems).toEqual([]);
    expect(parsed.references).toHaveLength(references);
  });

  it.each([
    ['{{item.response}}}}', 'template_stray_close', 17, 2],
    ['{{item.response', 'template_unclosed', 0, 15],
    ['a {{item.response} b', 'template_unclosed', 2, 15],
    ['{{item.a {{item.b}}', 'template_unclosed', 0, 8],
    ['{{}}', 'template_empty', 0, 4],
    ['{{ item.a | trim }}', 'template_path', 9, 7],
    ['{{item.a b}}', 'template_path', 8, 2],
    ['{{item.}}', 'template_path', 6, 1],
    ['{{item.a["b"]}}', 'template_path', 8, 5],
    ['{{item.a[-1]}}', 'template_path', 8, 4],
    ['{{len(item.a)}}', 'template_path', 5, 8],
    ['{{ 1 }}', 'template_path', 3, 1],
  ])('marks what is wrong with %s', (text, code, offset, length) => {
    const [problem, ...others] = parseTemplate(text).problems;
    expect(problem).toMatchObject({ code, offset, length, severity: 'error' });
    expect(others).toEqual([]);
  });

  it.each([
    ['{{item.response}}}}', '{{item.response}}'],
    ['{{item.response', '{{item.response}}'],
    ['{{ item.response', '{{ item.response }}'],
    ['a {{item.response} b', 'a {{item.response}} b'],
    ['a {{item.response } b', 'a {{item.response }} b'],
    ['say {{item.a and {{item.b}}', 'say {{item.a}} and {{item.b}}'],
  ])('offers a fix that mends %s', (text, mended) => {
    const fix = parseTemplate(text).problems[0]?.fix;
    const at = fix?.at ?? { offset: 0, length: 0 };
    const fixed = text.slice(0, at.offset) + (fix?.text ?? '') + text.slice(at.offset + at.length);
    expect(fixed).toBe(mended);
    expect(parseTemplate(fixed).problems).toEqual([]);
  });

  it('only warns of braces that close nothing far from a reference', () => {
    expect(parseTemplate('the sign }} alone').problems).toMatchObject([{ severity: 'warning', offset: 9, length: 2 }]);
  });

  it('never throws and covers the text with its parts, whatever the text', () => {
    const piece = fc.constantFrom(
      '{',
      '}',
      '{{',
      '}}',
      'item',
      '.',
      'a',
      '[0]',
      ' ',
      '|',
      '"',
      'sample',
      '\n',
      'ü',
      '😀',
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.array(piece).map((all) => all.join('')),
        ),
        (text) => {
          const parsed = parseTemplate(text);
          const cover = parsed.parts.map((part) => text.slice(part.offset, part.offset + part.length)).join('');
          expect(cover).toBe(text);
          for (const problem of parsed.problems) {
            expect(problem.offset).toBeGreaterThanOrEqual(0);
            expect(problem.offset + problem.length).toBeLessThanOrEqual(text.length);
          }
          renderTemplate(parsed, SCOPE);
        },
      ),
    );
  });
});

describe('renderTemplate', () => {
  it('fills in texts and numbers as they are', () => {
    expect(render('{{item.answer}}/{{ item.count }}/{{item.grüße}}/{{sample.output_text}}')).toMatchObject({
      ok: true,
      text: 'yes/1.5/hallo/no',
      warnings: [],
      references: [{ kind: 'text' }, { kind: 'number', value: 1.5 }, { kind: 'text' }, { kind: 'text' }],
    });
  });

  it.each([
    ['{{item.nums}}', '[100,75]', 'list'],
    ['{{item.nested.list[0]}}', '{"name":"first"}', 'object'],
    ['{{item.nested.with-hyphen}}', 'true', 'bool'],
    ['{{item.nested.empty}}', 'null', 'null'],
    ['{{sample.output_tools}}', '[]', 'list'],
  ])('renders %s as JSON and says that the form is unconfirmed', (text, rendered, kind) => {
    const result = render(text);
    expect(result).toMatchObject({ ok: true, text: rendered, references: [{ kind }] });
    expect(result.ok && result.warnings[0]).toMatch(/as JSON; the platform's text form is unconfirmed\.$/u);
  });

  it.each([
    ['{{item.verdict}}', 'The sample has no verdict.'],
    ['{{item.nested.verdict}}', 'The sample has no nested.verdict.'],
    [
      '{{sample.output_json}}',
      'The answer has no output_json: it is not JSON, or the project sets no response format.',
    ],
    [
      '{{sample.output_json.a}}',
      'The answer has no output_json: it is not JSON, or the project sets no response format.',
    ],
    ['{{sample.output_tools[0].function.name}}', 'The answer has no output_tools[0]: the list has 0 entries.'],
    ['{{item.nums[7]}}', 'The sample has no nums[7]: the list has 2 entries.'],
    ['{{item.nums.first}}', 'nums is a list, so first needs a position first, such as nums[0].first.'],
    ['{{item.nums.length}}', 'nums is a list, so length needs a position first, such as nums[0].length.'],
    ['{{item.nested[0]}}', 'nested is an object, so it has no position 0.'],
    ['{{item.answer.length}}', 'The sample has no answer.length: answer is a text.'],
    ['{{item.nested.empty.x}}', 'The sample has no nested.empty.x: nested.empty is null.'],
    ['{{item.constructor}}', 'The sample has no constructor.'],
    ['{{item.__proto__}}', 'The sample has no __proto__.'],
    ['{{item}}', 'item alone is not a value. Name a field of it.'],
    ['{{response.text}}', 'response.text is not known: only item and sample exist.'],
  ])('refuses %s as an invalid variable', (text, message) => {
    const path = text.slice(2, -2);
    expect(render(text)).toEqual({ ok: false, code: 'invalid_variable_error', path, message });
  });

  it('does not run a broken template', () => {
    expect(render('{{item.answer')).toMatchObject({ ok: false, code: 'template_error' });
  });

  it('finds any value of any JSON item by its path', () => {
    const key = fc.stringMatching(/^[a-zA-Z_$@~:;/é-]{1,8}$/u).filter((text) => text !== '__proto__');
    const value = fc.letrec<{ any: JsonValue }>((tie) => ({
      any: fc.oneof(
        { maxDepth: 3 },
        fc.oneof(fc.string(), fc.integer(), fc.boolean()),
        fc.array(tie('any'), { maxLength: 3 }),
        fc.dictionary(key, tie('any'), { maxKeys: 3 }),
      ),
    })).any;
    fc.assert(
      fc.property(fc.dictionary(key, value, { minKeys: 1, maxKeys: 3 }), (item) => {
        for (const [path, expected] of leaves(item)) {
          const rendered = render(`{{ item${path} }}`, { item, sample: {} });
          expect(rendered).toMatchObject({
            ok: true,
            text: typeof expected === 'string' ? expected : JSON.stringify(expected),
          });
        }
      }),
    );
  });
});

function leaves(value: JsonValue | JsonObject, path = ''): [string, JsonValue][] {
  if (Array.isArray(value)) return (value as JsonValue[]).flatMap((entry, index) => leaves(entry, `${path}[${index}]`));
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([key, entry]) => leaves(entry, `${path}.${key}`));
  return [[path, value]];
}
