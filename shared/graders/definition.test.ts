import { describe, expect, it } from 'vitest';
import {
  GraderDefinition,
  GRADER_TYPES,
  isGraderType,
  isRunnable,
  notRunnableReason,
  RUNNABLE_TYPES,
} from './definition.ts';
import { closestWord, editDistance } from './did-you-mean.ts';
import { GRADER_TEMPLATES } from './examples.ts';
import { graderJsonSchema } from './json-schema.ts';
import { parseFormula } from './formula.ts';
import { parseTemplate } from './template.ts';
import { templateFields } from './variables.ts';

const STRING_CHECK = {
  type: 'string_check',
  name: 'n',
  input: '{{ sample.output_text }}',
  reference: 'x',
  operation: 'eq',
};

describe('GraderDefinition', () => {
  it.each([
    STRING_CHECK,
    {
      type: 'text_similarity',
      name: 'n',
      input: 'a',
      reference: 'b',
      evaluation_metric: 'rouge_l',
      pass_threshold: 0.8,
    },
    { type: 'python', source: 'def grade(sample, item): return 1.0' },
    { type: 'multi', graders: { a: STRING_CHECK }, calculate_output: 'a' },
    {
      type: 'score_model',
      name: 'n',
      model: 'm',
      input: [{ role: 'user', content: 'Rate {{ sample.output_text }}' }],
      range: [0, 5],
    },
    {
      type: 'score_model',
      name: 'n',
      model: 'm',
      input: [
        {
          role: 'user',
          content: [
            { type: 'input_text', text: 'a' },
            { type: 'input_image', image_url: 'data:' },
          ],
        },
      ],
      sampling_params: { max_completions_tokens: 9, seed: null },
    },
    {
      type: 'label_model',
      name: 'n',
      model: 'm',
      input: [{ role: 'user', content: 'a' }],
      labels: ['x', 'y'],
      passing_labels: ['x'],
    },
    { type: 'endpoint', url: 'https://example.com/grade', headers: { key: 'k' }, rate_limit: 50 },
  ])('takes a documented definition of type $type', (definition) => {
    expect(GraderDefinition.parse(definition)).toEqual(definition);
  });

  it.each([
    ['an operation that does not exist', { ...STRING_CHECK, operation: 'neq' }],
    ['a missing field', { type: 'string_check', name: 'n', input: 'a', operation: 'eq' }],
    [
      'the metric that is for evals only',
      { type: 'text_similarity', name: 'n', input: 'a', reference: 'b', evaluation_metric: 'cosine' },
    ],
    ['a list of graders', { type: 'multi', graders: [STRING_CHECK], calculate_output: 'a' }],
    [
      'a multi inside a multi',
      { type: 'multi', graders: { a: { type: 'multi', graders: {}, calculate_output: '1' } }, calculate_output: 'a' },
    ],
    ['an unknown type', { type: 'contains' }],
  ])('refuses %s', (_what, definition) => {
    expect(GraderDefinition.safeParse(definition).success).toBe(false);
  });

  it('gives a reason for exactly the types that do not run here', () => {
    const silent = GRADER_TYPES.filter((type) => isGraderType(type) && notRunnableReason(type) === null);
    expect(silent.toSorted()).toEqual([...RUNNABLE_TYPES].toSorted());
    expect(notRunnableReason('score_model')).toBe(
      'score_model graders need a judge, which this version of Assay cannot call. Scores for it are left out.',
    );
  });
});

describe('graderJsonSchema', () => {
  it('explains every field of every type', () => {
    const unexplained: string[] = [];
    walk(graderJsonSchema(), '', (schema, path) => {
      const properties = schema.properties as Record<string, Record<string, unknown>> | undefined;
      for (const [name, property] of Object.entries(properties ?? {}))
        // Parts of a message content name themselves.
        if (typeof property.description !== 'string' && name !== 'type') unexplained.push(`${path}.${name}`);
      if (Array.isArray(schema.enum) && schema.enumDescriptions !== undefined)
        expect(schema.enumDescriptions).toHaveLength(schema.enum.length);
    });
    expect(unexplained).toEqual([]);
  });

  it('is draft 7 with each type as one branch', () => {
    const schema = graderJsonSchema();
    expect(schema.$schema).toBe('http://json-schema.org/draft-07/schema#');
    const branches = schema.oneOf as { properties: { type: { const: string } } }[];
    expect(branches.map((branch) => branch.properties.type.const).toSorted()).toEqual([...GRADER_TYPES].toSorted());
  });
});

function walk(value: unknown, path: string, visit: (schema: Record<string, unknown>, path: string) => void): void {
  if (Array.isArray(value)) for (const [index, entry] of value.entries()) walk(entry, `${path}[${index}]`, visit);
  else if (typeof value === 'object' && value !== null) {
    visit(value as Record<string, unknown>, path);
    for (const [key, entry] of Object.entries(value))
      if (key !== 'defaultSnippets') walk(entry, `${path}.${key}`, visit);
  }
}

describe('GRADER_TEMPLATES', () => {
  it.each([...GRADER_TEMPLATES])(
    '$id is a valid grader that runs here, with whole templates and a whole formula',
    ({ files }) => {
      const definition = GraderDefinition.parse(JSON.parse(files['grader.json']));
      expect(isRunnable(definition)).toBe(true);
      for (const field of templateFields(definition)) expect(parseTemplate(field.text).problems).toEqual([]);
      if (definition.type === 'multi') expect(parseFormula(definition.calculate_output).ok).toBe(true);
    },
  );

  it('has ids of its own', () => {
    expect(new Set(GRADER_TEMPLATES.map(({ id }) => id)).size).toBe(GRADER_TEMPLATES.length);
  });
});

describe('templateFields', () => {
  it('lists every text that is filled in with its place, and no Python source', () => {
    const fields = templateFields({
      type: 'multi',
      graders: {
        check: { type: 'string_check', input: 'i', reference: 'r' },
        code: { type: 'python', source: '{{ item.not_filled_in }}' },
        judge: {
          type: 'score_model',
          input: [
            { role: 'developer', content: 'plain' },
            { role: 'user', content: ['a', { type: 'input_text', text: 'b' }] },
            { role: 'user', content: { type: 'input_text', text: 'c' } },
          ],
        },
      },
    });
    expect(fields).toEqual([
      { at: ['graders', 'check', 'input'], text: 'i' },
      { at: ['graders', 'check', 'reference'], text: 'r' },
      { at: ['graders', 'judge', 'input', 0, 'content'], text: 'plain' },
      { at: ['graders', 'judge', 'input', 1, 'content', 0], text: 'a' },
      { at: ['graders', 'judge', 'input', 1, 'content', 1, 'text'], text: 'b' },
      { at: ['graders', 'judge', 'input', 2, 'content', 'text'], text: 'c' },
    ]);
  });

  it.each([
    null,
    7,
    [],
    {},
    { type: 'multi' },
    { type: 'multi', graders: [1] },
    { type: 'score_model', input: {} },
    { type: 'string_check', input: 7 },
  ])('passes over what is still being typed: %j', (value) => {
    expect(templateFields(value)).toEqual([]);
  });
});

describe('closestWord', () => {
  it.each([
    ['neq', ['eq', 'ne', 'like', 'ilike'], 'eq'],
    ['refrence', ['reference', 'input'], 'reference'],
    ['Item', ['item', 'stem'], 'item'],
    ['ouptut_text', ['output_text', 'output_json'], 'output_text'],
    ['verdict', ['decision'], null],
    ['', ['a'], 'a'],
    ['x'.repeat(500), ['x'.repeat(499)], null],
  ])('for %s of %j is %s', (word, candidates, expected) => {
    expect(closestWord(word, candidates)).toBe(expected);
  });

  it('counts swapped neighbours as one edit', () => {
    expect(editDistance('ab', 'ba')).toBe(1);
    expect(editDistance('kitten', 'sitting')).toBe(3);
    expect(editDistance('', 'abc')).toBe(3);
  });
});
