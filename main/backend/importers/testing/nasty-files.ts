import { gzipSync, zstdCompressSync } from 'node:zlib';
import iconv from 'iconv-lite';
import { LIMITS } from '../shared/limits.ts';

/** What reading a nasty file must give: how it is named, and each item in a few words (see `brief`). */
export type NastyFile = {
  readonly name: string;
  readonly bytes: Buffer;
  readonly containers?: readonly string[];
  readonly refusal?: string;
  readonly items?: readonly unknown[];
};

const text = (value: string): Buffer => Buffer.from(value, 'utf8');
const BOM = Buffer.from([0xef, 0xbb, 0xbf]);
const deep = (levels: number): string => `${'['.repeat(levels - 1)}1${']'.repeat(levels - 1)}`;
const wide = (keys: number): string => `{${Array.from({ length: keys }, (_, at) => `"k${at}":${at}`).join(',')}}`;

/** Files that broke other tools, each reduced to its smallest form. */
export const NASTY_FILES: readonly NastyFile[] = [
  { name: 'empty', bytes: text(''), refusal: 'empty_file' },
  { name: 'blank lines only', bytes: text('\n \r\n\n'), refusal: 'empty_file' },
  {
    name: 'BOM before JSON',
    bytes: Buffer.concat([BOM, text('{"a":1}\n')]),
    containers: ['utf-8 with BOM', 'one JSON record'],
    items: [{ a: 1 }],
  },
  {
    name: 'BOM before a header (T01)',
    bytes: Buffer.concat([BOM, text('input,output\r\nhi,ok')]),
    items: [{ input: 'hi', output: 'ok' }],
  },
  {
    name: 'CRLF JSON lines',
    bytes: text('{"a":1}\r\n{"a":2}\r\n'),
    containers: ['utf-8', 'JSON lines'],
    items: [{ a: 1 }, { a: 2 }],
  },
  { name: 'CR only', bytes: text('{"a":1}\r{"a":2}\r{"a":3}'), items: [{ a: 1 }, { a: 2 }, { a: 3 }] },
  {
    name: 'U+2028 and U+0085 inside a string',
    bytes: text('{"a":"x\u2028y\u0085z"}\n{"a":2}'),
    items: [{ a: 'x\u2028y\u0085z' }, { a: 2 }],
  },
  {
    name: 'UTF-16LE with BOM',
    bytes: Buffer.concat([Buffer.from([0xff, 0xfe]), iconv.encode('{"é":"北"}\n{"a":2}\n', 'utf-16le')]),
    containers: ['utf-16le with BOM', 'JSON lines'],
    items: [{ é: '北' }, { a: 2 }],
  },
  {
    name: 'UTF-16BE with BOM',
    bytes: Buffer.concat([Buffer.from([0xfe, 0xff]), iconv.encode('{"a":"🤗"}', 'utf-16be')]),
    items: [{ a: '🤗' }],
  },
  {
    name: 'UTF-16LE without BOM',
    bytes: iconv.encode('{"a":1}\n{"a":2}\n', 'utf-16le'),
    containers: ['utf-16le', 'JSON lines'],
    items: [{ a: 1 }, { a: 2 }],
  },
  {
    name: 'UTF-8 on any locale (T07)',
    bytes: text('input,output\né 北京 🤗,ok\n'),
    containers: ['utf-8', 'table, comma'],
    items: [{ input: 'é 北京 🤗', output: 'ok' }],
  },
  {
    name: 'GB2312 with blank lines (T09)',
    bytes: iconv.encode(
      '问题,答案\n\n请问北京今天的天气怎么样？,晴天，气温二十度。\n\n谢谢你的帮助,不客气\n',
      'gb2312',
    ),
    containers: ['gb18030', 'table, comma'],
    items: [
      { 问题: '请问北京今天的天气怎么样？', 答案: '晴天，气温二十度。' },
      { 问题: '谢谢你的帮助', 答案: '不客气' },
      'note: blank_lines',
    ],
  },
  {
    name: 'Windows-1252 with curly quotes',
    bytes: iconv.encode('prompt,answer\nWhat is “this”?,It’s a gate – number 4\n', 'windows-1252'),
    items: [{ prompt: 'What is “this”?', answer: 'It’s a gate – number 4' }],
  },
  {
    name: 'Windows-1252 after 300 kB of ASCII',
    bytes: Buffer.concat([
      text(`prompt,answer\n${'a,b\n'.repeat(75_000)}`),
      iconv.encode('It’s,“so” – he said quite often\n', 'windows-1252'),
    ]),
    containers: ['windows-1252', 'table, comma'],
  },
  {
    name: 'damaged UTF-8',
    bytes: Buffer.concat([text('{"a":"'), Buffer.from([0xc3, 0x28]), text('é北é北é北é北é北"}\n')]),
    items: [{ a: '\ufffd(é北é北é北é北é北' }],
  },
  { name: 'gzip', bytes: gzipSync('{"a":1}\n'), containers: ['gzip', 'utf-8', 'one JSON record'], items: [{ a: 1 }] },
  {
    name: 'multi-member gzip',
    bytes: Buffer.concat([gzipSync('{"a":1}\n'), gzipSync('{"a":2}\n')]),
    items: [{ a: 1 }, { a: 2 }],
  },
  {
    name: 'gzip in gzip',
    bytes: gzipSync(gzipSync('{"a":1}\n{"a":2}')),
    containers: ['gzip', 'gzip', 'utf-8', 'JSON lines'],
    items: [{ a: 1 }, { a: 2 }],
  },
  { name: 'gzip four times over', bytes: gzipSync(gzipSync(gzipSync(gzipSync('{}')))), refusal: 'too_many_layers' },
  {
    name: 'zstd with two frames',
    bytes: Buffer.concat([zstdCompressSync('{"a":1}\n'), zstdCompressSync('{"a":2}\n')]),
    containers: ['zstd', 'utf-8', 'JSON lines'],
    items: [{ a: 1 }, { a: 2 }],
  },
  {
    name: 'cut-off gzip',
    bytes: gzipSync(`${'{"a":"lorem ipsum"}\n'.repeat(3)}{"a":1}\n`).subarray(0, -4),
    items: [{ a: 'lorem ipsum' }, { a: 'lorem ipsum' }, { a: 'lorem ipsum' }, { a: 1 }, 'note: archive_cut_off'],
  },
  { name: 'gzip cut off in its header', bytes: gzipSync('{"a":1}').subarray(0, 6), refusal: 'archive_cut_off' },
  {
    name: 'JSON list',
    bytes: text('[{"a":1},\n {"a":[2,"]"]}]'),
    containers: ['utf-8', 'JSON list'],
    items: [{ a: 1 }, { a: [2, ']'] }],
  },
  { name: 'JSON list cut off', bytes: text('[{"a":1},{"a":2},{"a":'), items: [{ a: 1 }, { a: 2 }, 'bad: cut_off'] },
  {
    name: 'JSON list cut off between records',
    bytes: text('[{"a":1},{"a":2},'),
    items: [{ a: 1 }, { a: 2 }, 'note: list_not_closed'],
  },
  {
    name: 'one bad record in a list',
    bytes: text('[{"a":1},{"a":tru},{"a":3}]'),
    items: [{ a: 1 }, 'bad: invalid_json', { a: 3 }],
  },
  {
    name: 'list under a field',
    bytes: text('{"object":"list","data":[{"a":1},{"a":2}],"has_more":false}'),
    containers: ['utf-8', 'JSON list under "data"'],
    items: [{ a: 1 }, { a: 2 }, 'note: wrapper_fields'],
  },
  {
    name: 'search hits',
    bytes: text('{"took":3,"hits":{"total":1,"hits":[{"_index":"logs","_id":"1","_source":{"a":1}}]}}'),
    items: [{ a: 1 }, 'note: wrapper_fields'],
  },
  {
    name: 'concatenated pretty JSON',
    bytes: text('{\n  "a": 1\n}\n{\n  "a": [\n    2\n  ]\n}\n'),
    containers: ['utf-8', 'concatenated JSON'],
    items: [{ a: 1 }, { a: [2] }],
  },
  { name: 'concatenated on one line', bytes: text('{"a":1}{"a":2} {"a":3}'), items: [{ a: 1 }, { a: 2 }, { a: 3 }] },
  {
    name: 'pretty JSON with a comma lost',
    bytes: text('{\n  "a": 1\n  "b": 2\n}\n{\n  "a": 3\n}\n'),
    items: ['bad: invalid_json', { a: 3 }],
  },
  {
    name: 'blank line, good row, bad row (T14)',
    bytes: text('\n{"a":1}\n{bad'),
    items: [{ a: 1 }, 'bad: invalid_json', 'note: blank_lines'],
  },
  { name: 'truncated tail', bytes: text('{"a":1}\n{"a":"so lo'), items: [{ a: 1 }, 'bad: cut_off'] },
  {
    name: 'a row cut off in the middle of the file',
    bytes: text('{"a":1}\n{"a":[1, \n{"a":3}\n{"a":4}\n'),
    items: [{ a: 1 }, 'bad: cut_off', { a: 3 }, { a: 4 }],
  },
  {
    name: 'double-encoded rows',
    bytes: text(`${JSON.stringify('{"a":1}')}\n${JSON.stringify(JSON.stringify('{"a":2}'))}\n`),
    items: [{ a: 1 }, { a: 2 }],
  },
  {
    name: 'NaN and Infinity',
    bytes: text('{"a":NaN,"b":[-Infinity,Infinity],"c":"NaN"}'),
    items: [{ a: null, b: [null, null], c: 'NaN' }],
  },
  {
    name: 'huge integers',
    bytes: text('{"t":1777555053780274700,"n":-9007199254740993,"ok":9007199254740991,"f":1.5e300}'),
    items: [{ t: '1777555053780274700', n: '-9007199254740993', ok: 9007199254740991, f: 1.5e300 }],
  },
  { name: 'duplicate keys', bytes: text('{"a":1,"a":2}'), items: [{ a: 2 }] },
  {
    name: '__proto__',
    bytes: text('{"__proto__":{"polluted":true},"a":{"__proto__":1,"b":2}}'),
    items: [{ a: { b: 2 } }],
  },
  { name: 'lone surrogate', bytes: text('{"a":"cut \\ud83d"}'), items: [{ a: 'cut \ufffd' }] },
  {
    name: 'nested to the limit',
    bytes: text(`{"a":${deep(LIMITS.depth)}}`),
    items: [JSON.parse(`{"a":${deep(LIMITS.depth)}}`)],
  },
  {
    name: 'nested beyond the limit',
    bytes: text(`{"a":${deep(100_000)}}\n{"a":1}\n`),
    items: ['bad: too_deep', { a: 1 }],
  },
  {
    name: 'too many keys',
    bytes: text(`${wide(LIMITS.keys + 1)}\n{"a":1}\n`),
    items: ['bad: too_many_keys', { a: 1 }],
  },
  { name: '60 kB line (T11)', bytes: text(`{"a":"${'x'.repeat(60_000)}"}\n`), items: [{ a: 'x'.repeat(60_000) }] },
  {
    name: 'rows that are no objects (T15)',
    bytes: text('[1]\n"x"\n7\nnull\ntrue\n'),
    items: [[1], 'x', 7, null, true],
  },
  {
    name: 'event stream',
    bytes: text(
      'event: message\ndata: {"id":"c","object":"chat.completion.chunk","choices":[]}\n\ndata: {"id":"c","choices":[{"delta":{"content":"a"}}]}\n\ndata: [DONE]\n\n',
    ),
    containers: ['utf-8', 'event stream'],
    items: [
      {
        response: [
          { id: 'c', object: 'chat.completion.chunk', choices: [] },
          { id: 'c', choices: [{ delta: { content: 'a' } }] },
        ],
      },
      'note: stream_framing',
    ],
  },
  {
    name: 'log prefixes',
    bytes: text(
      '[2026-01-01 10:00:00] INFO started {not json}\n[2026-01-01 10:00:01] INFO {"a":1}\n2026-01-01T10:00:02Z {"a":{"b":"}"}}\n',
    ),
    containers: ['utf-8', 'log lines with JSON'],
    items: ['bad: invalid_json', { a: 1 }, { a: { b: '}' } }],
  },
  {
    name: 'container log',
    bytes: text('{"log":"{\\"a\\":1}\\n","stream":"stdout","time":"2026-01-01T00:00:00Z"}\n'),
    items: [{ a: 1 }],
  },
  {
    name: 'Git LFS pointer (T17)',
    bytes: text('version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12345\n'),
    refusal: 'lfs_pointer',
  },
  { name: 'zip cut off', bytes: text('PK\u0003\u0004....notes.txt'), refusal: 'zip_damaged' },
  { name: 'Excel workbook cut off', bytes: text('PK\u0003\u0004....xl/workbook.xml'), refusal: 'zip_damaged' },
  { name: 'Parquet with a damaged index', bytes: text('PAR1....PAR1'), refusal: 'parquet_damaged' },
  { name: 'Parquet cut off', bytes: text('PAR1....'), refusal: 'parquet_cut_off' },
  { name: 'SQLite', bytes: text('SQLite format 3\u0000....'), refusal: 'sqlite' },
  { name: 'Arrow', bytes: text('ARROW1\u0000\u0000....'), refusal: 'arrow' },
  { name: 'binary', bytes: Buffer.from(Array.from({ length: 400 }, (_, at) => (at * 7) % 32)), refusal: 'binary' },
  { name: 'prose', bytes: text('Dear all,\nthis is a letter and not a log.\nKind regards\n'), refusal: 'unknown_text' },
  {
    name: 'semicolons (T02)',
    bytes: text('input;output\nhi;ok'),
    containers: ['utf-8', 'table, semicolon'],
    items: [{ input: 'hi', output: 'ok' }],
  },
  {
    name: 'tabs (T02)',
    bytes: text('input\toutput\nhi\tok'),
    containers: ['utf-8', 'table, tab'],
    items: [{ input: 'hi', output: 'ok' }],
  },
  {
    name: 'quoted headers (T02)',
    bytes: text('"input";"output"\n"hi";"o;k"\n'),
    containers: ['utf-8', 'table, semicolon'],
    items: [{ input: 'hi', output: 'o;k' }],
  },
  {
    name: 'sep hint',
    bytes: text('sep=|\r\ninput|output\r\nhi, you|ok, you\r\n'),
    containers: ['utf-8', 'table, pipe'],
    items: [{ input: 'hi, you', output: 'ok, you' }],
  },
  {
    name: 'decimal commas',
    bytes: text('prompt;score\nhi;0,5\nyou;0,7\n'),
    containers: ['utf-8', 'table, semicolon'],
    items: [
      { prompt: 'hi', score: '0,5' },
      { prompt: 'you', score: '0,7' },
    ],
  },
  {
    name: 'commas and doubled quotes (T03)',
    bytes: text('question,answer\n"What, exactly?","She said ""yes"", then left"\n'),
    items: [{ question: 'What, exactly?', answer: 'She said "yes", then left' }],
  },
  {
    name: 'backslash quotes',
    bytes: text('question,answer\n"What \\"exactly\\", then?",ok\n"And \\"this\\"",yes\n'),
    items: [
      { question: 'What "exactly", then?', answer: 'ok' },
      { question: 'And "this"', answer: 'yes' },
    ],
  },
  {
    name: 'line ends inside cells',
    bytes: text('question,answer\r\n"one\r\ntwo\n\nthree",ok\r\n'),
    items: [{ question: 'one\r\ntwo\n\nthree', answer: 'ok' }],
  },
  {
    name: 'cells of 200 kB and 5 MB (T05)',
    bytes: text(`question,answer\n"${'x'.repeat(200_000)}","${'y, '.repeat(1_700_000)}"\na,b\n`),
    items: [
      { question: 'x'.repeat(200_000), answer: 'y, '.repeat(1_700_000) },
      { question: 'a', answer: 'b' },
    ],
  },
  {
    name: 'ragged rows',
    bytes: text('question,answer\na,b\nc\nd,e,f\ng,h,\n'),
    items: [{ question: 'a', answer: 'b' }, 'bad: ragged_row', 'bad: ragged_row', { question: 'g', answer: 'h' }],
  },
  {
    name: 'header repeated',
    bytes: text('question,answer\na,b\nquestion,answer\nc,d\n'),
    items: [{ question: 'a', answer: 'b' }, { question: 'c', answer: 'd' }, 'note: repeated_header'],
  },
  {
    name: 'doubled and empty headers',
    bytes: text('question,,question,answer\na,b,c,d\n'),
    items: [{ question: 'a', 'column 2': 'b', 'question (2)': 'c', answer: 'd' }],
  },
  {
    name: 'a quote that is never closed',
    bytes: text('question,answer\na,"b\nc,d\ne,f\n'),
    items: ['bad: quote_not_closed', { question: 'c', answer: 'd' }, { question: 'e', answer: 'f' }],
  },
  {
    name: 'one column',
    bytes: text('Prompt\nWhat is it?\nWhy?\n'),
    items: [{ Prompt: 'What is it?' }, { Prompt: 'Why?' }],
  },
  {
    name: 'a column called __proto__',
    bytes: text('prompt,__proto__\nhi,x\n'),
    items: [
      Object.fromEntries([
        ['prompt', 'hi'],
        ['__proto__', 'x'],
      ]),
    ],
  },
];
