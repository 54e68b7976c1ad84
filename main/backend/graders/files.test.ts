import { describe, expect, it } from 'vitest';
import { GRADER_TEMPLATES } from '../../../shared/graders/examples.ts';
import { definitionHash, graderType, inlineDefinition, loadGraderFiles, pythonFiles, readDefinition } from './files.ts';
import { starterHashes, starters } from './starters.ts';

const JUDGE = { type: 'score_model', name: 'j', model: 'm', input: [{ role: 'user', content: '@judge.md' }] };
const CODE = { type: 'python', name: 'p', source: '@amount.py' };
const CHECK = { type: 'string_check', name: 'c', input: '@handle', reference: '@amount.py', operation: 'eq' };
const MULTI = { type: 'multi', graders: { code: CODE, judge: JUDGE, check: CHECK }, calculate_output: 'code' };
const FILES = { 'grader.json': JSON.stringify(MULTI), 'amount.py': 'SOURCE', 'judge.md': 'PROMPT' };

describe('inlineDefinition', () => {
  it('puts files in where code and messages stand, and nowhere else', () => {
    expect(inlineDefinition(MULTI, FILES)).toEqual({
      ...MULTI,
      graders: {
        code: { ...CODE, source: 'SOURCE' },
        judge: { ...JUDGE, input: [{ role: 'user', content: 'PROMPT' }] },
        check: CHECK,
      },
    });
  });

  it('leaves its input and names of files that are not there as they were', () => {
    const before = structuredClone(CODE);
    expect(inlineDefinition(CODE, {})).toEqual(CODE);
    inlineDefinition(CODE, FILES);
    expect(CODE).toEqual(before);
  });

  it('takes no inherited name for a file', () => {
    expect(inlineDefinition({ ...CODE, source: '@constructor' }, {})).toEqual({ ...CODE, source: '@constructor' });
    expect(inlineDefinition({ ...CODE, source: '@__proto__' }, {})).toEqual({ ...CODE, source: '@__proto__' });
  });
});

describe('readDefinition, graderType and pythonFiles', () => {
  it('read what is there', () => {
    expect(readDefinition(FILES)).toEqual(inlineDefinition(MULTI, FILES));
    expect(graderType(FILES)).toBe('multi');
    expect(pythonFiles(FILES)).toEqual(['amount.py']);
    expect(
      pythonFiles({ 'grader.json': JSON.stringify({ ...CODE, source: 'def grade(sample, item): return 1.0' }) }),
    ).toEqual(['grader.json']);
  });

  it.each(['', '[]', '{', 'null', '{"type":"nonsense"}'])('make nothing of %j', (text) => {
    expect(graderType({ 'grader.json': text })).toBeNull();
    expect(pythonFiles({ 'grader.json': text })).toEqual([]);
  });
});

describe('definitionHash', () => {
  it('is of the files and their texts, not of their order or their line ends', () => {
    const hash = definitionHash({ 'grader.json': '{\n}', 'a.py': 'x' });
    expect(hash).toMatch(/^[\da-f]{64}$/u);
    expect(definitionHash({ 'a.py': 'x', 'grader.json': '{\r\n}' })).toBe(hash);
    expect(definitionHash({ 'a.py': 'y', 'grader.json': '{\n}' })).not.toBe(hash);
    expect(definitionHash({ 'b.py': 'x', 'grader.json': '{\n}' })).not.toBe(hash);
    expect(definitionHash({ 'grader.json': '{\n}' })).not.toBe(hash);
  });

  it('names every starter apart', () => {
    expect(starterHashes().size).toBe(GRADER_TEMPLATES.length);
    expect(starters.every(({ files }) => starterHashes().has(definitionHash(files)))).toBe(true);
  });
});

describe('loadGraderFiles', () => {
  const siblings: Readonly<Record<string, string>> = {
    'amount.py': '\uFEFFSOURCE',
    'judge.md': 'PROMPT',
    'other.py': 'no',
  };
  const read = (name: string) => siblings[name] ?? null;

  it('gathers the named files and no others, without marks of encoding', async () => {
    const loaded = await loadGraderFiles(`\uFEFF${JSON.stringify(MULTI)}`, read);
    expect(loaded).toEqual({ ok: true, files: FILES });
  });

  it('says which file is missing and who names it', async () => {
    const loaded = await loadGraderFiles(
      JSON.stringify({ ...MULTI, graders: { code: { ...CODE, source: '@nothing.py' } } }),
      read,
    );
    expect(loaded).toEqual({
      ok: false,
      message: 'graders.code.source names nothing.py, but there is no such file beside the grader.',
    });
  });

  it('leaves broken JSON to the check', async () => {
    expect(await loadGraderFiles('{', read)).toEqual({ ok: true, files: { 'grader.json': '{' } });
  });
});
