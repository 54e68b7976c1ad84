import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GRADER_TEMPLATES } from '../../../shared/graders/examples.ts';
import { checkGrader } from './check.ts';
import { check, CONTEXT, FIELDS, FORMAT, multi, stringCheck } from './testing/check-help.ts';

describe('checkGrader', () => {
  it('finds nothing in a grader that is right, and gives its definition', () => {
    const { problems, definition } = check(stringCheck());
    expect(problems).toEqual([]);
    expect(definition).toEqual(stringCheck());
  });

  it.each([...GRADER_TEMPLATES])('finds no error in the starter $id', ({ files }) => {
    const { problems, definition } = checkGrader(files, { fields: null, responseFormat: null });
    expect(problems).toEqual([]);
    expect(definition).not.toBeNull();
  });

  it('says that no sample has a field and proposes the one the other side is called by', () => {
    const { only, at, applied } = check(stringCheck({ reference: '{{item.reference.verdict}}' }));
    const problem = only();
    expect(problem).toMatchObject({
      severity: 'error',
      code: 'variable_unknown',
      message: 'No sample has reference.verdict. Did you mean reference.decision?',
    });
    expect(at(problem.range)).toBe('{{item.reference.verdict}}');
    expect(JSON.parse(applied(problem))).toEqual(stringCheck());
  });

  it.each([
    [
      '{{item.reference.decison}}',
      'No sample has reference.decison. Did you mean reference.decision?',
      '{{item.reference.decision}}',
    ],
    ['{{item.decision}}', 'No sample has decision. Did you mean reference.decision?', '{{item.reference.decision}}'],
    [
      '{{items.reference.decision}}',
      'items is not known: only item and sample exist. Did you mean item.reference.decision?',
      '{{item.reference.decision}}',
    ],
    [
      '{{reference.decision}}',
      'reference is not known: only item and sample exist. Did you mean item.reference.decision?',
      '{{item.reference.decision}}',
    ],
    [
      '{{output_text}}',
      'output_text is not known: only item and sample exist. Did you mean sample.output_text?',
      '{{sample.output_text}}',
    ],
    ['{{item.output_text}}', 'No sample has output_text. Did you mean sample.output_text?', '{{sample.output_text}}'],
    ['{{sample.ouput_text}}', 'sample has no ouput_text. Did you mean sample.output_text?', '{{sample.output_text}}'],
    ['{{sample.reference}}', 'sample has no reference. Did you mean item.reference?', '{{item.reference}}'],
    [
      '{{sample.verdict}}',
      'sample has no verdict. Did you mean sample.output_json.verdict?',
      '{{sample.output_json.verdict}}',
    ],
  ])('mends %s', (reference, message, mended) => {
    const { problems, applied } = check(stringCheck({ reference }));
    const problem = problems.find((one) => one.message === message);
    expect(problems.map((one) => one.message)).toContain(message);
    expect(JSON.parse(applied(problem!))).toMatchObject({ reference: mended });
  });

  it.each([
    [
      '{{item.reference.x1}}',
      'variable_unknown',
      'No sample has reference.x1. There are rationale, decision, payout_eur, evidence.',
    ],
    [
      '{{item.reference.decision.text}}',
      'variable_unknown',
      'No sample has reference.decision.text: reference.decision is a text.',
    ],
    [
      '{{item.reference.evidence.id}}',
      'variable_unknown',
      'No sample has reference.evidence.id: reference.evidence is a list. Name a position first, such as reference.evidence[0].',
    ],
    ['{{item}}', 'variable_no_field', 'item alone is not a value. Name a field of it, such as item.answer.'],
    ['{{item.reference.decision}', 'template_unclosed', 'This {{ is never closed. End the reference with }}.'],
    [
      '{{item.reference.decision}}}}',
      'template_stray_close',
      'There are more closing braces than opening ones, and they would stand in the text. Remove them.',
    ],
    [
      '{{item.reference.decision | upper}}',
      'template_path',
      'Filters are not supported. A reference is a path only, such as item.answer.',
    ],
  ])('refuses %s', (reference, code, message) => {
    const { problems, definition } = check(stringCheck({ reference, input: '{{sample.output_text}}' }));
    expect(problems).toMatchObject([{ code, message, severity: 'error' }]);
    expect(definition).toBeNull();
  });

  it.each([
    [
      '{{item.reference.payout_eur}}',
      'variable_missing_some',
      'reference.payout_eur is missing in 3 of 412 samples. They get an error, not a score.',
    ],
    [
      '{{item.reference.evidence}}',
      'variable_not_text',
      "reference.evidence is a list and renders as JSON; the platform's text form is unconfirmed.",
    ],
    [
      '{{item.reference}}',
      'variable_not_text',
      "reference is an object and renders as JSON; the platform's text form is unconfirmed.",
    ],
  ])('warns of %s', (reference, code, message) => {
    const { problems, definition } = check(stringCheck({ reference }));
    expect(problems).toMatchObject([{ code, message, severity: 'warning' }]);
    expect(definition).not.toBeNull();
  });

  it('trusts what it cannot know: entries of lists, messages, and everything before there are samples', () => {
    expect(
      check(stringCheck({ reference: '{{item.reference.evidence[0].id}}{{item.messages[0].content}}' })).problems,
    ).toEqual([]);
    expect(
      check(stringCheck({ reference: '{{item.anything.at.all}}' }), { fields: null, responseFormat: FORMAT }).problems,
    ).toEqual([]);
    expect(
      check(stringCheck({ reference: '{{item.anything}}' }), { fields: [], responseFormat: FORMAT }).problems,
    ).toEqual([]);
  });

  it('knows the fields of output_json from a strict response format before any answer has them', () => {
    const schema = { type: 'object', additionalProperties: false, properties: { verdict: { type: 'string' } } };
    const responseFormat = { type: 'json_schema', name: 'answer', schema };
    const context = { fields: [], responseFormat };
    expect(check(stringCheck({ input: '{{sample.output_json.verdict}}' }), context).problems).toEqual([]);
    expect(check(stringCheck({ input: '{{sample.output_json.verdct}}' }), context).only().message).toBe(
      'No answer has output_json.verdct. Did you mean output_json.verdict?',
    );
  });

  it('warns of output_json when the project asks for no JSON', () => {
    const problem = check(stringCheck(), { fields: FIELDS, responseFormat: null }).only();
    expect(problem).toMatchObject({ code: 'output_json_without_format', severity: 'warning' });
    expect(check(stringCheck(), { fields: FIELDS, responseFormat: { type: 'text' } }).only().code).toBe(
      'output_json_without_format',
    );
  });

  it('warns of an index into the tool calls', () => {
    const { problems } = check(stringCheck({ input: '{{sample.output_tools[0].function.name}}' }));
    expect(problems).toMatchObject([{ code: 'output_tools_index', severity: 'warning' }]);
  });

  it('notes that arguments are text', () => {
    const { problems } = check(stringCheck({ input: '{{sample.output_tools[0].function.arguments}}' }));
    expect(problems.map(({ code }) => code)).toEqual(['arguments_text', 'output_tools_index']);
  });
});

describe('checkGrader, fields and values', () => {
  it.each([
    ['neq', 'There is no operation neq. Not equal is written ne.', 'ne'],
    [
      'contains',
      'There is no operation contains. That input contains reference is written like, or ilike to ignore case.',
      'like',
    ],
    [
      'starts_with',
      'There is no operation starts_with. like checks that input contains reference anywhere; write a python grader to look at the start or end.',
      'like',
    ],
    ['EQ', 'There is no operation EQ. Did you mean eq?', 'eq'],
    ['ilikes', 'There is no operation ilikes. Did you mean ilike?', 'ilike'],
  ])('mends the operation %s', (operation, message, mended) => {
    const { only, at, applied } = check(stringCheck({ operation }));
    expect(only().message).toBe(message);
    expect(at(only().range)).toBe(JSON.stringify(operation));
    expect(JSON.parse(applied(only()))).toMatchObject({ operation: mended });
  });

  it.each([
    [
      'cosine',
      'cosine is for evals only and needs an embedding model. Choose another metric, such as fuzzy_match.',
      'fuzzy_match',
    ],
    ['ROUGE-L', 'There is no metric ROUGE-L. Did you mean rouge_l?', 'rouge_l'],
    ['rouge1', 'There is no metric rouge1. Did you mean rouge_1?', 'rouge_1'],
    ['levenshtein', 'There is no metric levenshtein. Did you mean fuzzy_match?', 'fuzzy_match'],
  ])('mends the metric %s', (metric, message, mended) => {
    const grader = {
      type: 'text_similarity',
      name: 'n',
      input: '{{sample.output_text}}',
      reference: 'x',
      evaluation_metric: metric,
    };
    const { only, applied } = check(grader);
    expect(only().message).toBe(message);
    expect(JSON.parse(applied(only()))).toMatchObject({ evaluation_metric: mended });
  });

  it('names all values when none is near', () => {
    expect(check(stringCheck({ operation: 'whatever' })).only().message).toBe(
      'There is no operation whatever. There are eq, ne, like, ilike.',
    );
  });

  it.each([
    ['string-check', 'Did you mean string_check?', 'string_check'],
    ['llm', 'Did you mean score_model?', 'score_model'],
  ])('mends the type %s', (type, hint, mended) => {
    const { only, applied } = check(stringCheck({ type }));
    expect(only().message).toBe(`There is no grader type ${type}. ${hint}`);
    expect(JSON.parse(applied(only()))).toMatchObject({ type: mended });
  });

  it('asks for a type and for an object', () => {
    expect(check('{}').only().message).toBe('A grader needs a type: string_check, text_similarity, python, multi.');
    expect(check('[]').only().message).toBe('A grader is an object in braces, not a list.');
    expect(check('"x"').only().message).toBe('A grader is an object in braces, not a text.');
  });

  it('adds a missing field in the indentation of the others', () => {
    const { only, applied } = check(stringCheck({ reference: undefined }));
    expect(only()).toMatchObject({
      code: 'field_missing',
      message: 'A string_check grader needs reference.',
      severity: 'error',
    });
    expect(JSON.parse(applied(only()))).toMatchObject({ reference: '{{ item.reference_answer }}' });
    expect(applied(only())).toContain('\n  "reference": ');
  });

  it('takes a misspelt field for the missing one', () => {
    const { name, ...rest } = stringCheck();
    const { only, applied } = check({ ...rest, nmae: name });
    expect(only()).toMatchObject({
      severity: 'error',
      message: 'A string_check grader has no field nmae. Did you mean name?',
    });
    expect(JSON.parse(applied(only()))).toMatchObject({ name: 'decision' });
  });

  it('only warns of a field it does not know', () => {
    const { only, definition } = check(stringCheck({ weight: 2 }));
    expect(only()).toMatchObject({
      severity: 'warning',
      message: 'A string_check grader has no field weight. The platform may refuse it.',
    });
    expect(definition).not.toBeNull();
  });

  it('says which kind of value a field has and quotes a number', () => {
    const { only, applied } = check(stringCheck({ reference: 5 }));
    expect(only().message).toBe('reference must be text in double quotes, not a number.');
    expect(JSON.parse(applied(only()))).toMatchObject({ reference: '5' });
    expect(check(stringCheck({ name: '' })).only().message).toBe('name must not be empty.');
  });

  it('says that judges cannot be called, and still reads their templates', () => {
    const judge = {
      type: 'score_model',
      name: 'j',
      model: 'm',
      input: [{ role: 'user', content: 'Rate {{ sample.output_txt }}' }],
    };
    const { problems, definition } = check(judge);
    expect(problems).toMatchObject([
      {
        severity: 'warning',
        message:
          'score_model graders need a judge, which this version of Assay cannot call. Scores for it are left out.',
      },
      { severity: 'error', message: 'sample has no output_txt. Did you mean sample.output_text?' },
    ]);
    expect(definition).toBeNull();
  });
});

describe('checkGrader, comparisons', () => {
  it('warns when like looks for the answer in the reference, and swaps the two', () => {
    const grader = stringCheck({
      operation: 'like',
      input: '{{item.reference.decision}}',
      reference: '{{sample.output_text}}',
    });
    const { only, applied, at } = check(grader);
    expect(only()).toMatchObject({ severity: 'warning', code: 'needle_from_sample' });
    expect(at(only().range)).toBe('"{{sample.output_text}}"');
    expect(JSON.parse(applied(only()))).toEqual({
      ...grader,
      input: '{{sample.output_text}}',
      reference: '{{item.reference.decision}}',
    });
  });

  it('warns of a blank needle', () => {
    expect(check(stringCheck({ operation: 'ilike', reference: ' ' })).only()).toMatchObject({
      code: 'needle_blank',
      severity: 'warning',
    });
    expect(check(stringCheck({ operation: 'eq', reference: '' })).problems).toEqual([]);
  });

  it('warns when no side names the answer', () => {
    expect(check(stringCheck({ input: 'yes' })).only()).toMatchObject({ code: 'answer_not_used', severity: 'warning' });
  });
});

describe('checkGrader, files', () => {
  const python = { type: 'python', name: 'p', source: '@amount.py' };
  const source = 'def grade(sample, item):\n    return 1.0\n';

  it('finds nothing when the file is there', () => {
    expect(check(python, CONTEXT, { 'amount.py': source }).problems).toEqual([]);
  });

  it('proposes the file that was meant', () => {
    const { only, applied } = check({ ...python, source: '@amonut.py' }, CONTEXT, { 'amount.py': source });
    expect(only()).toMatchObject({
      code: 'file_missing',
      message: 'There is no file amonut.py beside grader.json. Did you mean amount.py?',
    });
    expect(JSON.parse(applied(only()))).toEqual(python);
  });

  it.each([
    ['@nothing.py', 'There is no file nothing.py beside grader.json. Add it, or write the text here.'],
    ['@lib/amount.py', 'Only files beside grader.json can be named, without a folder.'],
  ])('refuses %s', (name, message) => {
    expect(check({ ...python, source: name }).only()).toMatchObject({ severity: 'error', message });
  });

  it('marks problems of Python in the file they are in', () => {
    const code = 'import numpy\n\ndef grade(sample):\n    return 1.0\n';
    const { problems, at } = check(python, CONTEXT, { 'amount.py': code });
    expect(problems).toMatchObject([
      { file: 'amount.py', severity: 'warning', code: 'python_not_local', range: { line: 1, column: 8 } },
      { file: 'amount.py', severity: 'error', code: 'python_wrong_signature', range: { line: 3, column: 5 } },
    ]);
    expect(problems.map(({ range }) => at(range, 'amount.py'))).toEqual(['numpy', 'grade']);
  });

  it('marks problems of Python that is written into grader.json there, through its escapes', () => {
    const { only, at } = check({ ...python, source: 'X = "a"\n\ndef grade(item):\n\treturn 1.0\n' });
    expect(only()).toMatchObject({ file: 'grader.json', code: 'python_wrong_signature', range: { line: 4 } });
    expect(at(only().range)).toBe('grade');
  });

  it('asks for a grade function in an empty file', () => {
    expect(check(python, CONTEXT, { 'amount.py': '\n' }).only()).toMatchObject({
      file: 'amount.py',
      code: 'python_empty',
    });
  });

  it('notes a file that nothing names', () => {
    const { problems } = check(stringCheck(), CONTEXT, { 'old.py': source });
    expect(problems).toMatchObject([{ file: 'old.py', severity: 'info', code: 'file_unused' }]);
  });

  it('refuses a source of 256 kB', () => {
    const { only } = check(python, CONTEXT, { 'amount.py': `${source}#${'x'.repeat(256_000)}` });
    expect(only()).toMatchObject({ file: 'amount.py', code: 'python_too_large', severity: 'error' });
  });

  it('checks the templates of a message in a file of its own', () => {
    const judge = { type: 'score_model', name: 'j', model: 'm', input: [{ role: 'user', content: '@judge.md' }] };
    const { problems, at } = check(judge, CONTEXT, { 'judge.md': 'Compare\n{{ item.reference.decison }}' });
    const found = problems.find((problem) => problem.file === 'judge.md')!;
    expect(found).toMatchObject({ code: 'variable_unknown', range: { line: 2, column: 1 } });
    expect(at(found.range, 'judge.md')).toBe('{{ item.reference.decison }}');
  });

  it('misses grader.json itself', () => {
    const { problems } = checkGrader({ 'a.py': source }, CONTEXT);
    expect(problems[0]).toMatchObject({ file: 'grader.json', severity: 'error', code: 'file_missing' });
  });
});

describe('checkGrader, JSON', () => {
  it.each([
    [
      '{"type": "string_check",}',
      'json_trailing_comma',
      ',',
      'Remove this comma: JSON allows none before a closing bracket.',
    ],
    [
      '{"type": "string_check" // note\n}',
      'json_comment',
      '// note',
      'JSON has no comments. The platform refuses them.',
    ],
    [
      '{"type": "string_check" /* note */}',
      'json_comment',
      '/* note */',
      'JSON has no comments. The platform refuses them.',
    ],
    ['{"type": "a" "name": "b"}', 'json_syntax', '"name"', 'A comma is missing before this.'],
    ['{"type": \'a\'}', 'json_syntax', "'a'", 'Texts stand in double quotes in JSON.'],
    ['{"type": None}', 'json_syntax', 'None', 'JSON writes null.'],
    ['{"type": "a", "type": "b"}', 'json_duplicate_key', '"type"', 'type is written twice here. Remove one of them.'],
    ['', 'json_empty', '', 'The file is empty. Start with a grader, such as {"type": "string_check", …}.'],
  ])('explains %s', (text, code, marked, message) => {
    const { problems, at } = check(text);
    const problem = problems.find((one) => one.code === code)!;
    expect(problem).toMatchObject({ severity: 'error', message });
    expect(at(problem.range)).toBe(marked);
  });

  it.each([
    '{"type": "x",}',
    '{"a": [1, 2,], "type": "x"}',
    '{"type": "x" // c\n}',
    '{"type": None}',
    '{"type": \'x\'}',
    '{"type": "x" "name": "y"}',
  ])('mends %s', (text) => {
    const { problems, applied } = check(text);
    const mended = applied(problems.find(({ code }) => code.startsWith('json_'))!);
    expect(() => JSON.parse(mended) as unknown).not.toThrow();
  });

  it('takes two words for two problems only when they are', () => {
    expect(
      check(
        '{"type": "string_check", "name": "n", "input": "{{sample.output_text}}", "reference": "x", "operation": "eq",}',
      ).problems,
    ).toMatchObject([{ code: 'json_trailing_comma' }]);
  });

  it('gives places in lines of Windows and in texts with other alphabets', () => {
    const text =
      '{\r\n  "type": "string_check",\r\n  "name": "größe 😀", "operation": "neq",\r\n  "input": "{{sample.output_text}}", "reference": "x"\r\n}';
    const { only } = check(text);
    expect(only().range).toEqual({ line: 3, column: 36, endLine: 3, endColumn: 41 });
  });

  it.each(['\uFEFF', '\u00A0', '\u2028', '\u000B'])('finds a character that is no blank of JSON: %j', (character) => {
    const text = character + JSON.stringify(stringCheck());
    const { only, applied } = check(text);
    expect(only()).toMatchObject({
      severity: 'error',
      message: 'A character here does not belong into JSON. Remove it.',
    });
    expect(check(applied(only())).problems).toEqual([]);
  });

  it('does not fail on deep nesting', () => {
    expect(check('['.repeat(200_000)).problems).toMatchObject([{ code: 'json_too_deep' }]);
  });

  it('never throws and keeps places inside the text, however broken the text', () => {
    const whole = JSON.stringify(multi('0.5*a + 0.5*b/(a+b)'));
    const edit = fc.record({
      at: fc.nat(whole.length),
      cut: fc.nat(6),
      put: fc.constantFrom(
        '',
        '"',
        '{{',
        '}}',
        '{',
        '}',
        '[',
        ',',
        '\\',
        '\n',
        '@x.py',
        '1e',
        '\uFEFF',
        '\u00A0',
        '\u0000',
        'null',
      ),
    });
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 4 }), (edits) => {
        let text = whole;
        for (const { at, cut, put } of edits) text = text.slice(0, at) + put + text.slice(at + cut);
        const { problems, definition } = checkGrader({ 'grader.json': text }, CONTEXT);
        const lines = text.split(/\r\n|[\r\n]/u);
        for (const { range } of problems) {
          expect(range.line).toBeGreaterThanOrEqual(1);
          expect(range.endLine).toBeLessThanOrEqual(lines.length);
          expect(range.endColumn).toBeLessThanOrEqual((lines[range.endLine - 1]?.length ?? 0) + 1);
        }
        if (problems.every(({ severity }) => severity !== 'error')) expect(definition).not.toBeNull();
        else expect(definition).toBeNull();
      }),
      { numRuns: 400 },
    );
  });
});
