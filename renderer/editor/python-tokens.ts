import type * as Monaco from 'monaco-editor/editor';

const KEYWORDS =
  'False None True and as assert async await break case class continue def del elif else except finally for from global if import in is lambda match nonlocal not or pass raise return try while with yield';

/** Python by kind of word: keywords, called and defined functions, texts, numbers, comments, decorators. */
export const PYTHON_TOKENS: Monaco.languages.IMonarchLanguage = {
  defaultToken: '',
  tokenPostfix: '.python',
  keywords: KEYWORDS.split(' '),
  brackets: [
    { open: '{', close: '}', token: 'delimiter.curly' },
    { open: '[', close: ']', token: 'delimiter.bracket' },
    { open: '(', close: ')', token: 'delimiter.parenthesis' },
  ],
  tokenizer: {
    root: [
      [/\s+/, 'white'],
      [/#.*$/, 'comment'],
      [/@[a-z_][\w.]*/i, 'annotation'],
      [/[rbuf]{0,2}"""/i, 'string', '@docDouble'],
      [/[rbuf]{0,2}'''/i, 'string', '@docSingle'],
      [/[rbuf]{0,2}"/i, 'string', '@double'],
      [/[rbuf]{0,2}'/i, 'string', '@single'],
      [/0x[\da-f_]+|0o[0-7_]+|0b[01_]+/i, 'number'],
      [/(?:\d[\d_]*\.?[\d_]*|\.\d[\d_]*)(?:e[+-]?\d+)?j?/i, 'number'],
      [/(def|class)(\s+)([a-z_]\w*)/i, ['keyword', 'white', 'function']],
      [/[a-z_]\w*(?=\()/i, { cases: { '@keywords': 'keyword', '@default': 'function' } }],
      [/[a-z_]\w*/i, { cases: { '@keywords': 'keyword', '@default': 'identifier' } }],
      [/[()[\]{}]/, '@brackets'],
      [/[,:;.]/, 'delimiter'],
    ],
    docDouble: [
      [/[^\\"]+/, 'string'],
      [/\\./, 'string.escape'],
      [/"""/, 'string', '@pop'],
      [/"/, 'string'],
    ],
    docSingle: [
      [/[^\\']+/, 'string'],
      [/\\./, 'string.escape'],
      [/'''/, 'string', '@pop'],
      [/'/, 'string'],
    ],
    double: [
      [/[^\\"]+$/, 'string', '@pop'],
      [/[^\\"]+/, 'string'],
      [/\\$/, 'string.escape'],
      [/\\./, 'string.escape'],
      [/"/, 'string', '@pop'],
    ],
    single: [
      [/[^\\']+$/, 'string', '@pop'],
      [/[^\\']+/, 'string'],
      [/\\$/, 'string.escape'],
      [/\\./, 'string.escape'],
      [/'/, 'string', '@pop'],
    ],
  },
};
