// Lint rules. Layers (which folder may import which) are in .dependency-cruiser.cjs; here is what a single file can be told.
import js from '@eslint/js';
import jsxA11y from 'eslint-plugin-jsx-a11y';
import reactHooks from 'eslint-plugin-react-hooks';
import * as regexp from 'eslint-plugin-regexp';
import tseslint from 'typescript-eslint';

const TESTS = ['**/*.test.{ts,tsx}', 'e2e/**', 'main/**/testing/**', 'renderer/testing/**', 'shared/**/testing/**'];
const TOOLING = ['main/tooling/**', '*.config.{ts,js}', '.dependency-cruiser.cjs'];

const DEFAULT_EXPORT = {
  selector: 'ExportDefaultDeclaration',
  message: 'Named exports only.',
};
const MODULE_STATE = {
  selector: ':matches(Program, Program > ExportNamedDeclaration) > VariableDeclaration[kind="let"]',
  message: 'No module-level mutable state: pass a context.',
};
const TOP_LEVEL_ARROW = {
  // A constant of a declared function type may be an arrow: a function declaration cannot be given one.
  selector:
    ':matches(Program, Program > ExportNamedDeclaration) > VariableDeclaration > VariableDeclarator:not([id.typeAnnotation]) > ArrowFunctionExpression',
  message: 'Top-level functions use the function keyword; arrows are for callbacks.',
};
const THEN = {
  selector: 'CallExpression[callee.type="MemberExpression"][callee.property.name="then"]',
  message: 'async/await, not .then.',
};
const DANGEROUS_HTML = {
  selector: 'JSXAttribute[name.name="dangerouslySetInnerHTML"]',
  message: 'Traces are untrusted: never set HTML.',
};
const INNER_HTML = {
  selector: 'AssignmentExpression[left.property.name=/^(innerHTML|outerHTML)$/]',
  message: 'Traces are untrusted: never set HTML.',
};
const NEW_DATE_NOW = {
  selector: 'NewExpression[callee.name="Date"][arguments.length=0]',
  message: 'The engine has no clock: take the time as an argument.',
};

const EVERYWHERE = [DEFAULT_EXPORT, DANGEROUS_HTML, INNER_HTML];
const STRICT = [...EVERYWHERE, MODULE_STATE, TOP_LEVEL_ARROW, THEN];

const NO_ELECTRON = {
  paths: [{ name: 'electron', message: 'Only main/electron may know Electron.' }],
  patterns: [{ group: ['electron/*'], message: 'Only main/electron may know Electron.' }],
};
const OPEN_EXTERNAL = {
  object: 'shell',
  property: 'openExternal',
  message: 'Links leave the app only through main/electron/external.ts.',
};

export default tseslint.config(
  {
    ignores: [
      'dist/**',
      'release/**',
      'node_modules/**',
      'coverage/**',
      'test-results/**',
      'playwright-report/**',
      'resources/**',
    ],
  },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  js.configs.recommended,
  regexp.configs['flat/recommended'],
  {
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: {
      parserOptions: { project: './tsconfig.lint.json', tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      '@typescript-eslint/consistent-type-definitions': ['error', 'type'],
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'separate-type-imports' }],
      '@typescript-eslint/no-confusing-void-expression': [
        'error',
        { ignoreArrowShorthand: true, ignoreVoidReturningFunctions: true },
      ],
      // JSON-shaped types refer to themselves, which Record cannot.
      '@typescript-eslint/consistent-indexed-object-style': 'off',
      '@typescript-eslint/non-nullable-type-assertion-style': 'off',
      '@typescript-eslint/dot-notation': 'off',
      // There are no enums: only erasable syntax is allowed.
      '@typescript-eslint/no-unsafe-enum-assignment': 'off',
      '@typescript-eslint/no-unsafe-enum-comparison': 'off',
      // Misjudges classes that are declared twice, as Electron's and the DOM's are.
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', caughtErrors: 'none', ignoreRestSiblings: true },
      ],
      // Handlers and parsers are async by their interface, whether or not one of them happens to wait.
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/unbound-method': ['error', { ignoreStatic: true }],
      // Loops by index are the plain way to write numeric code (edit distances, shingles).
      '@typescript-eslint/prefer-for-of': 'off',
      // `||` is right where an empty string should fall through, and the rule cannot know.
      '@typescript-eslint/prefer-nullish-coalescing': ['error', { ignorePrimitives: { string: true } }],
      complexity: ['error', 15],
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'max-lines': ['error', { max: 400 }],
      'max-lines-per-function': ['error', { max: 80, skipBlankLines: true, skipComments: true }],
      'max-depth': ['error', 4],
      'max-params': ['error', 5],
      'no-console': 'error',
      'no-eval': 'error',
      'no-implied-eval': 'error',
      'no-new-func': 'error',
      'no-proto': 'error',
      'no-template-curly-in-string': 'error',
      // Untrusted text is searched for control characters on purpose.
      'no-control-regex': 'off',
      'regexp/no-obscure-range': 'off',
      'regexp/prefer-d': 'off',
      'prefer-const': 'error',
      'no-restricted-imports': ['error', NO_ELECTRON],
      'no-restricted-properties': ['error', OPEN_EXTERNAL],
      'no-restricted-syntax': ['error', ...STRICT],
    },
  },
  {
    files: ['main/backend/engine/**/*.ts', 'shared/**/*.ts'],
    ignores: TESTS,
    rules: {
      'no-restricted-globals': [
        'error',
        ...['performance', 'process', 'fetch', 'setTimeout', 'setInterval', 'setImmediate', 'crypto', 'window'].map(
          (name) => ({ name, message: 'The engine and shared code are pure: no clock, randomness, host or network.' }),
        ),
      ],
      'no-restricted-properties': [
        'error',
        OPEN_EXTERNAL,
        { object: 'Math', property: 'random', message: 'Pass a seeded generator.' },
        { object: 'Date', property: 'now', message: 'Take the time as an argument.' },
      ],
      'no-restricted-syntax': ['error', ...STRICT, NEW_DATE_NOW],
    },
  },
  {
    // Index arithmetic: the loop's bounds are the reason an element is there.
    files: ['main/backend/engine/**/*.ts'],
    rules: { '@typescript-eslint/no-non-null-assertion': 'off' },
  },
  {
    // The RPC client counts time-outs and reconnects, which needs timers; it is still free of any host.
    files: ['shared/rpc/**/*.ts'],
    rules: { 'no-restricted-globals': 'off' },
  },
  {
    files: ['main/electron/**/*.ts'],
    rules: { 'no-restricted-imports': 'off' },
  },
  {
    files: ['main/electron/external.ts'],
    rules: { 'no-restricted-properties': 'off' },
  },
  {
    // Terminal programs: their output is the console.
    files: ['main/cli/**/*.ts', 'main/web/entry.ts', ...TOOLING],
    rules: { 'no-console': 'off' },
  },
  {
    files: TOOLING,
    rules: { 'no-restricted-syntax': ['error', ...EVERYWHERE, MODULE_STATE, THEN] },
  },
  {
    files: ['renderer/**/*.{ts,tsx}'],
    extends: [jsxA11y.flatConfigs.recommended],
    plugins: { 'react-hooks': reactHooks },
    rules: {
      ...reactHooks.configs.recommended.rules,
      'jsx-a11y/label-has-associated-control': [
        'error',
        {
          assert: 'either',
          depth: 5,
          controlComponents: ['*Input', '*Select', 'Checkbox*', 'Radio*', 'Switch', 'Slider', 'Textarea'],
        },
      ],
      // A pane that scrolls must be reachable by keyboard.
      'jsx-a11y/no-noninteractive-tabindex': ['error', { tags: [], roles: ['tabpanel', 'region', 'group', 'log'] }],
      'no-restricted-globals': [
        'error',
        { name: 'fetch', message: 'Components ask the backend through useRpcQuery; uploads live in renderer/host.' },
        { name: 'localStorage', message: 'What lasts is kept by the backend.' },
        { name: 'alert', message: 'Use a dialog.' },
        { name: 'confirm', message: 'Use a dialog.' },
      ],
      'max-lines-per-function': ['error', { max: 120 }],
    },
  },
  {
    files: ['renderer/host/**/*.ts'],
    rules: { 'no-restricted-globals': 'off' },
  },
  {
    // Tables of data and fixtures grow by entries, not by ideas.
    files: [
      '**/registry.ts',
      'main/backend/db/migrations/**',
      'renderer/i18n/**',
      'main/tooling/generate/**',
      'main/tooling/oracles/**',
    ],
    rules: { 'max-lines': 'off', 'max-lines-per-function': ['error', { max: 120 }], 'max-params': 'off' },
  },
  {
    files: TESTS,
    rules: {
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/no-unnecessary-condition': 'off',
      'max-lines': ['error', { max: 600 }],
      'max-lines-per-function': 'off',
      'max-depth': 'off',
      'no-console': 'off',
      // Playwright reads a fixture's needs from the pattern, also from an empty one.
      'no-empty-pattern': 'off',
      'no-restricted-globals': 'off',
      'no-restricted-syntax': ['error', ...EVERYWHERE],
      'no-template-curly-in-string': 'off',
    },
  },
  {
    files: ['*.config.{ts,js}'],
    rules: {
      'no-restricted-syntax': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
    },
  },
  {
    // The launcher and its like run on the system's Node before anything is installed, so they stay plain JavaScript.
    files: ['**/*.{mjs,cjs,js}'],
    languageOptions: {
      globals: Object.fromEntries(
        [
          'process',
          'console',
          'URL',
          'fetch',
          'setTimeout',
          'clearTimeout',
          'setInterval',
          'clearInterval',
          'AbortController',
          'AbortSignal',
          'Buffer',
          'module',
          'require',
        ].map((name) => [name, 'readonly']),
      ),
    },
    rules: {
      complexity: ['error', 15],
      'max-lines': ['error', { max: 400 }],
      'max-lines-per-function': ['error', { max: 80 }],
    },
  },
);
