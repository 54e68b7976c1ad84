/**
 * Quick checks of a Python grader without running or even loading Python: for every keystroke in an editor, and where Python is
 * not at hand. `PythonHost.compile` knows better about syntax; this knows what the platform has (rft.md 2.5, 2.9).
 */
import { blocksOf } from './lint-blocks.ts';
import type { Block, Line } from './lint-blocks.ts';
import { depthChange, readStatements } from './lint-tokens.ts';
import type { Token } from './lint-tokens.ts';
import {
  NETWORK_MODULES,
  NOT_LOCAL,
  PLATFORM_DEPENDENCIES,
  PLATFORM_PACKAGES,
  PROCESS_MODULES,
  STANDARD_LIBRARY,
  VERSION_DEPENDENT,
  describeMissingModule,
} from './python-modules.ts';

export type LintCode =
  | 'too_large'
  | 'unterminated_text'
  | 'missing_grade'
  | 'nested_grade'
  | 'async_grade'
  | 'wrong_signature'
  | 'parameter_order'
  | 'no_return'
  | 'returns_none'
  | 'returns_no_float'
  | 'yields'
  | 'unknown_module'
  | 'not_local'
  | 'version_dependent'
  | 'relative_import'
  | 'network'
  | 'process'
  | 'evaluates_text'
  | 'nltk_data';

export type LintProblem = {
  /** Errors make every grade fail on the platform; warnings may; infos matter only here. */
  readonly severity: 'error' | 'warning' | 'info';
  readonly code: LintCode;
  readonly message: string;
  /** 1-based, in UTF-16 units, as editors count; the problem ends on the same line, before `endColumn`. */
  readonly line: number;
  readonly column: number;
  readonly endColumn: number;
};

type Report = (severity: LintProblem['severity'], code: LintCode, message: string, token?: Token) => void;

/** Platform limit of a source, in bytes. */
const SOURCE_LIMIT_BYTES = 256_000;
const LEAVING = new Set(['return', 'raise', 'yield']);
const START: Token = { kind: 'operator', text: '', line: 1, column: 1 };

/**
 * @param source a grader's whole source
 * @returns problems in the order of the text. Never throws; cost is linear in the length of the source
 */
export function lintPythonGrader(source: string): readonly LintProblem[] {
  const problems: LintProblem[] = [];
  const report: Report = (severity, code, message, token = START) => {
    const first = token.text.split(/[\r\n]/u)[0] ?? '';
    const endColumn = token.column + Math.max(first.length, 1);
    problems.push({ severity, code, message, line: token.line, column: token.column, endColumn });
  };
  const size = new TextEncoder().encode(source).length;
  if (size >= SOURCE_LIMIT_BYTES) {
    report('error', 'too_large', `The source has ${String(size)} bytes; the platform takes less than 256 kB.`);
    return problems;
  }
  const { statements, unterminated } = readStatements(source);
  if (unterminated !== null) report('error', 'unterminated_text', 'This text has no closing quote.', unterminated);
  const lines = blocksOf(statements);
  lintGrade(lines, report);
  for (const line of lines) {
    lintImport(line, report);
    lintCalls(line, report);
  }
  return problems.sort((a, b) => a.line - b.line || a.column - b.column);
}

function lintGrade(lines: readonly Line[], report: Report): void {
  const definitions = lines.filter((line) => nameDefined(line) === 'grade');
  const index = lines.findLastIndex((line) => nameDefined(line) === 'grade' && isTopLevel(line.blocks));
  const line = lines[index];
  if (line === undefined) {
    const nested = definitions[0];
    if (lines.some(maySetGrade)) return;
    if (nested === undefined) {
      report('error', 'missing_grade', 'No grade function: define grade(sample, item) at the top level.');
    } else {
      report(
        'error',
        'nested_grade',
        'grade is defined inside of another block; it must stand at the top level.',
        nested.tokens[1],
      );
    }
    return;
  }
  const isAsync = line.tokens[0]?.text === 'async';
  const name = line.tokens[isAsync ? 2 : 1] ?? START;
  if (isAsync) report('error', 'async_grade', 'grade must be a plain function, not async.', name);
  lintParameters(line.tokens, name, report);
  lintBody(lines, index, name, report);
}

/** @returns the name of the function that a line defines */
function nameDefined({ tokens }: Line): string | undefined {
  const from = tokens[0]?.text === 'async' ? 1 : 0;
  return tokens[from]?.text === 'def' ? tokens[from + 1]?.text : undefined;
}

function isTopLevel(blocks: readonly Block[]): boolean {
  return !blocks.includes('def') && !blocks.includes('class');
}

/** Whether `grade` may come from an assignment, an import or from executed text, where this reading cannot follow. */
function maySetGrade({ tokens, blocks }: Line): boolean {
  if (!isTopLevel(blocks)) return false;
  const texts = tokens.map((token) => token.text);
  if (texts[0] === 'import' || texts[0] === 'from') return texts.at(-1) === '*' || texts.includes('grade');
  if (texts[0] === 'class' && texts[1] === 'grade') return true;
  const assigned = texts.indexOf('=') > texts.indexOf('grade') && texts.includes('grade');
  return assigned || ['exec', 'globals', 'setattr'].some((name) => texts.includes(name));
}

function lintParameters(tokens: readonly Token[], name: Token, report: Report): void {
  const parameters = splitParameters(tokens.slice(tokens.indexOf(name) + 1)).filter((part) => part[0]?.text !== '/');
  const names = parameters.map((part) => part[0]?.text ?? '');
  if (names.length !== 2 || names.some((text) => text.startsWith('*'))) {
    const found = parameters.map((part) => part.map((token) => token.text).join('')).join(', ');
    report(
      'error',
      'wrong_signature',
      `grade must take exactly two parameters, (sample, item); it takes (${found}).`,
      name,
    );
  } else if (names[0] === 'item' && names[1] === 'sample') {
    const message = 'The sample comes first: grade(sample, item). As written, item receives the sample.';
    report('warning', 'parameter_order', message, name);
  }
}

/** @returns the tokens of each parameter between the first brackets */
function splitParameters(tokens: readonly Token[]): Token[][] {
  const inside = tokens.slice(1, Math.max(closingIndex(tokens), 1));
  return splitByComma(inside);
}

function lintBody(lines: readonly Line[], index: number, name: Token, report: Report): void {
  const head = lines[index];
  const depth = head?.blocks.length ?? 0;
  const after = lines.slice(index + 1);
  const end = after.findIndex((line) => line.blocks.length <= depth);
  // What nested functions return is their own affair.
  const own = after
    .slice(0, end === -1 ? after.length : end)
    .filter((line) => isTopLevel(line.blocks.slice(depth + 1)));
  const body = own.flatMap((line) => line.simple);
  // A body may also stand on the line of the definition.
  if (head !== undefined && head.simple[0] !== head.tokens) body.push(...head.simple);
  for (const statement of body) {
    const [first, ...value] = statement;
    if (first?.text === 'return') lintReturn(first, value, report);
    const yields = statement.find(({ text }) => text === 'yield');
    if (yields !== undefined)
      report('error', 'yields', 'A function that yields returns a generator, not a score.', yields);
  }
  const leaves = body.some(
    (statement) => LEAVING.has(statement[0]?.text ?? '') || statement.some(({ text }) => text === 'yield'),
  );
  if (!leaves)
    report('error', 'no_return', 'grade never returns a value, so it returns None, which is not a score.', name);
}

function lintReturn(keyword: Token, value: readonly Token[], report: Report): void {
  const [only] = value;
  if (only === undefined || (value.length === 1 && only.text === 'None')) {
    report('warning', 'returns_none', 'This returns None, which is not a score: the grade fails.', only ?? keyword);
    return;
  }
  const kind = literalKind(value);
  if (kind === null) return;
  const severity = kind === 'a bool' ? 'info' : 'warning';
  const advice =
    kind === 'a bool'
      ? 'The platform asks for a float; whether it takes a bool is not documented.'
      : 'A score is a float: the grade fails.';
  report(severity, 'returns_no_float', `This returns ${kind}. ${advice}`, only);
}

/** @returns what a value written out as one literal is, when that is no number */
function literalKind(value: readonly Token[]): string | null {
  const first = value[0]?.text ?? '';
  if (value.every(({ kind }) => kind === 'string')) return 'a text';
  if (value.length === 1 && (first === 'True' || first === 'False')) return 'a bool';
  const kinds: { readonly [opening: string]: string } = { '{': 'a dict or set', '[': 'a list' };
  const kind = kinds[first];
  if (kind === undefined || closingIndex(value) !== value.length - 1) return null;
  return kind;
}

/** @returns the index of the bracket that closes the first one, or -1 */
function closingIndex(tokens: readonly Token[]): number {
  let depth = 0;
  return tokens.findIndex((token) => {
    depth += depthChange(token);
    return depth === 0;
  });
}

function lintImport(line: Line, report: Report): void {
  for (const statement of line.simple) {
    for (const { name, token } of modulesImported(statement))
      lintModule(name, token, line.blocks.includes('try'), report);
  }
}

/** @returns dotted names of the modules an import statement names; `from a import b` names `a`, and `a.b` when that is a known one */
function modulesImported(tokens: readonly Token[]): { name: string; token: Token }[] {
  const [first, second] = tokens;
  if (first?.text === 'import') {
    return splitByComma(tokens.slice(1)).map((part) => ({ name: dotted(part), token: part[0] ?? first }));
  }
  const at = tokens.findIndex(({ text }) => text === 'import');
  if (first?.text !== 'from' || second === undefined || at === -1) return [];
  const from = dotted(tokens.slice(1, at));
  const parts = splitByComma(tokens.slice(at + 1).filter(({ text }) => text !== '(' && text !== ')'));
  const submodules = parts.map((part) => ({ name: `${from}.${dotted(part)}`, token: part[0] ?? second }));
  return [{ name: from, token: second }, ...submodules.filter(({ name }) => NETWORK_MODULES.has(name))];
}

function splitByComma(tokens: readonly Token[]): Token[][] {
  const parts: Token[][] = [[]];
  let depth = 0;
  for (const token of tokens) {
    depth += depthChange(token);
    if (token.text === ',' && depth === 0) parts.push([]);
    else parts.at(-1)?.push(token);
  }
  return parts.filter((part) => part.length > 0);
}

function dotted(tokens: readonly Token[]): string {
  const stop = tokens.findIndex(({ text }) => text === 'as');
  return (stop === -1 ? tokens : tokens.slice(0, stop)).map(({ text }) => text).join('');
}

function lintModule(name: string, token: Token, guarded: boolean, report: Report): void {
  const root = name.split('.')[0] ?? '';
  const code = judgeModule(name, root);
  if (code === null) return;
  const [severity, whenGuarded, message] = MODULE_RULES[code](name, root);
  report(guarded ? whenGuarded : severity, code, message, token);
}

type ModuleCode = keyof typeof MODULE_RULES;
type Severity = LintProblem['severity'];

/** Severity, severity inside of a `try` (where a fallback may follow), and message. */
const MODULE_RULES = {
  relative_import: () => ['error', 'error', 'A grader is one file: there is nothing to import relatively.'],
  network: (name, root) =>
    STANDARD_LIBRARY.has(root)
      ? ['warning', 'warning', `Graders have no network, so ${name} is of no use.`]
      : ['error', 'warning', `Graders have no network, and ${root} is not installed.`],
  not_local: (_name, root) => ['warning', 'info', describeMissingModule(root)],
  version_dependent: (_name, root) => [
    'warning',
    'warning',
    `${root} is in some versions of Python only, and the platform does not say which it runs.`,
  ],
  process: (_name, root) => ['warning', 'warning', `Local grading cannot start processes, so ${root} fails here.`],
  unknown_module: (name) => ['error', 'warning', describeMissingModule(name)],
} satisfies { [code: string]: (name: string, root: string) => readonly [Severity, Severity, string] };

function judgeModule(name: string, root: string): ModuleCode | null {
  if (name.startsWith('.')) return 'relative_import';
  if (NETWORK_MODULES.has(name) || NETWORK_MODULES.has(root)) return 'network';
  if (PLATFORM_PACKAGES.has(root) || PLATFORM_DEPENDENCIES.has(root) || NOT_LOCAL.has(root)) return 'not_local';
  if (VERSION_DEPENDENT.has(root)) return 'version_dependent';
  if (PROCESS_MODULES.has(root)) return 'process';
  return STANDARD_LIBRARY.has(root) || root === '' ? null : 'unknown_module';
}

function lintCalls({ tokens }: Line, report: Report): void {
  for (const [index, token] of tokens.entries()) {
    if (token.kind !== 'name' || tokens[index + 1]?.text !== '(') continue;
    const before = tokens[index - 1]?.text;
    if ((token.text === 'eval' || token.text === 'exec') && before !== '.' && before !== 'def') {
      const message = `${token.text} runs text as code. A model's answer can then set its own score; use ast.literal_eval or json.loads.`;
      report('warning', 'evaluates_text', message, token);
    }
    if (token.text === 'word_tokenize' || token.text === 'sent_tokenize') {
      const message = `${token.text} wants the data set punkt_tab, which is not on the platform's list; use str.split or wordpunct_tokenize.`;
      report('warning', 'nltk_data', message, token);
    }
  }
}
