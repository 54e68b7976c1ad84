import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';
import { messageKey } from '../engine/canonical.ts';
import { inspectInput } from './inspect.ts';
import type { InspectOptions } from './inspect.ts';
import { importerById } from './registry.ts';
import { briefSamples } from './testing/brief-samples.ts';
import { parseAll, readAll, whole } from './testing/read.ts';

// Cases from practice about reading, by their ids; T06 and T13 need a whole import and are in cases.test.ts, T33 to T35 are
// about export. Some are shown at more length beside the reader they concern.

async function imported(bytes: Buffer | string, options: InspectOptions = {}) {
  const { detected, refusal, columns, delimiter, encoding, issues, map } = await inspectInput(whole(bytes), options);
  const format = options.format ?? detected?.format;
  const importer = importerById(format ?? 'delimited') ?? expect.unreachable('the form is not known');
  const parsed = await parseAll(whole(bytes), importer, {
    map: options.map ?? {},
    ...(options.encoding === undefined ? {} : { encoding: options.encoding }),
  });
  const brief = briefSamples(parsed.samples).map(({ prompt, answers }) => [...prompt, ...answers.flat()]);
  return {
    format,
    refusal,
    columns: columns.map(({ name }) => name),
    delimiter,
    encoding,
    looked: issues,
    map,
    brief,
    ...parsed,
  };
}

describe('tables', () => {
  it('T01: a BOM is no part of the first column', async () => {
    const bytes = Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from('input,output\r\nhi,ok')]);
    expect(await imported(bytes)).toMatchObject({
      columns: ['input', 'output'],
      brief: [['user: hi', 'assistant: ok']],
    });
  });

  it.each([
    ['input;output\nhi;ok', ';'],
    ['input\toutput\nhi\tok', '\t'],
    ['"input";"output"\n"hi";"ok"', ';'],
  ])('T02: the delimiter of %j is found', async (text, delimiter) => {
    expect(await imported(text)).toMatchObject({ delimiter, refusal: null, brief: [['user: hi', 'assistant: ok']] });
  });

  it('T02: a table without a prompt names its delimiter and its headers', async () => {
    const { refusal } = await imported('alpha;beta\n1;2\n');
    expect(refusal).toContain('semicolon');
    expect(refusal).toContain('alpha, beta');
  });

  it('T03: commas and doubled quotes stay in their fields', async () => {
    const { brief } = await imported('question,answer\n"What, exactly?","She said ""yes"", then left"\n');
    expect(brief).toEqual([['user: What, exactly?', 'assistant: She said "yes", then left']]);
  });

  it('T05: cells of 200 kB and 5 MB are read whole', async () => {
    const { samples } = await imported(`prompt,answer\n${'a'.repeat(200_000)},${'b'.repeat(5_000_000)}\n`);
    const text = samples[0]?.attempts[0]?.messages[0]?.parts[0];
    expect(text?.type === 'text' && text.text.length).toBe(5_000_000);
  });

  it('T07: UTF-8 is read as such wherever it is', async () => {
    expect(await imported('input,output\né 北京 🤗,ok\n')).toMatchObject({
      encoding: 'utf-8',
      brief: [['user: é 北京 🤗', 'assistant: ok']],
    });
  });

  it('T09: GB2312 is read, blank lines are counted, and another encoding can be chosen', async () => {
    const bytes = iconv.encode(
      'prompt,answer\n\n请问北京今天的天气怎么样？,晴天，气温二十度。\n\n谢谢你的帮助,不客气\n',
      'gb2312',
    );
    const { encoding, brief, issues } = await imported(bytes);
    expect([encoding, brief.length, brief[0]?.[0]]).toEqual(['gb18030', 2, 'user: 请问北京今天的天气怎么样？']);
    expect(issues).toMatchObject([{ code: 'blank_lines', rejected: false }]);
    expect((await imported(bytes, { encoding: 'windows-1252' })).brief[0]?.[0]).not.toContain('北京');
  });

  it('T11: one line of 60 kB is read', async () => {
    const { brief } = await imported(JSON.stringify({ prompt: 'x'.repeat(60_000), answer: 'ok' }));
    expect(brief[0]?.[0]?.length).toBe(60_006);
  });
});

describe('JSON lines', () => {
  it('T14: bad JSON is cited by its physical line and not repeated', async () => {
    const { issues } = await imported(
      '\n{"messages":[{"role":"user","content":"a"},{"role":"assistant","content":"b"}]}\n{bad secret',
    );
    const bad = issues.find(({ rejected }) => rejected);
    expect(bad?.position.line).toBe(3);
    expect(bad?.message).not.toContain('secret');
  });

  it('T15: what is no object is refused as such', async () => {
    const { issues } = await imported('[1]\n"x"\n7\nnull\ntrue\n');
    expect(issues.map(({ message }) => message)).toEqual(Array.from({ length: 5 }, () => 'A row must be an object.'));
  });

  it('T17: a Git LFS pointer is named', async () => {
    const { refusal } = await imported('version https://git-lfs.github.com/spec/v1\noid sha256:1\nsize 3\n');
    expect(refusal).toContain('Git LFS');
  });

  it('T18: a question and an answer are mapped, not missed', async () => {
    expect(await imported('{"question":"q","answer":"a"}\n')).toMatchObject({
      refusal: null,
      map: { prompt: 'question', answer: 'answer' },
      brief: [['user: q', 'assistant: a']],
    });
  });

  it('T20: a list of strings stays a list', async () => {
    const { samples } = await imported('{"prompt":"q","expected_tags":["a","b"]}\n');
    expect(samples[0]?.reference).toEqual({ expected_tags: ['a', 'b'] });
  });

  it('T22: a ShareGPT row keeps its system turn and all pairs', async () => {
    const turns = [
      ['system', 's'],
      ['human', '1'],
      ['gpt', 'a'],
      ['human', '2'],
      ['gpt', 'b'],
      ['human', '3'],
      ['gpt', 'c'],
    ];
    const { brief } = await imported(
      JSON.stringify({ conversations: turns.map(([from, value]) => ({ from, value })) }),
    );
    expect(brief).toEqual([
      ['system: s', 'user: 1', 'assistant: a', 'user: 2', 'assistant: b', 'user: 3', 'assistant: c'],
    ]);
  });

  it('T23: names keep their case, and a label of -1 is data', async () => {
    const { columns, samples } = await imported('{"Text":"q","LABEL":-1}\n');
    expect([columns, samples[0]?.reference]).toEqual([['Text', 'LABEL'], { LABEL: -1 }]);
  });
});

const user = { role: 'user', content: 'q' };
const call = (args: unknown, name = 'search') => ({ id: 'c', type: 'function', function: { name, arguments: args } });
const asked = (content: unknown, ...calls: readonly unknown[]) => ({ role: 'assistant', content, tool_calls: calls });
const messagesOf = async (...messages: readonly unknown[]) => {
  const { samples } = await imported(JSON.stringify({ messages }));
  return samples[0]?.attempts[0]?.messages ?? [];
};

describe('calls', () => {
  it('T25: four lines with one message id are four parallel calls of one turn', async () => {
    const line = (uuid: number, message: object) =>
      JSON.stringify({
        sessionId: 's',
        uuid: `u${uuid}`,
        parentUuid: uuid === 0 ? null : `u${uuid - 1}`,
        type: 'role' in message && message.role === 'user' ? 'user' : 'assistant',
        timestamp: '2026-02-03T10:00:00Z',
        message,
      });
    const tool = (id: string) => ({
      id: 'msg_1',
      role: 'assistant',
      content: [{ type: 'tool_use', id, name: 'f', input: {} }],
    });
    const result = (id: string) => ({ role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: id }] });
    const steps = [
      { role: 'user', content: 'go' },
      tool('a'),
      tool('b'),
      result('a'),
      tool('c'),
      tool('d'),
      result('d'),
      result('b'),
      result('c'),
    ];
    const { brief } = await imported(steps.map((message, at) => line(at, message)).join('\n'));
    expect(brief[0]?.[1]).toBe('assistant:  f({}) f({}) f({}) f({})');
    expect(brief[0]?.slice(2).sort()).toEqual(['tool: a ->a', 'tool: b ->b', 'tool: c ->c', 'tool: d ->d']);
  });

  it('T26: blanks beside a call are kept with it', async () => {
    const [message] = await messagesOf(user, asked('\n\n', call('{}')));
    expect([message?.parts, message?.calls?.length]).toEqual([[{ type: 'text', text: '\n\n' }], 1]);
  });

  it('T29: a message that is only a call has no text part', async () => {
    const [message] = await messagesOf(user, asked('', call('{}')));
    expect([message?.parts, message?.calls?.[0]?.name]).toEqual([[], 'search']);
  });

  it('T30: arguments as object, text and text twice are equal; what is no JSON is an error', async () => {
    const forms = [{ n: 1 }, '{"n":1}', JSON.stringify('{"n":1}')];
    const keys = await Promise.all(
      forms.map(async (args) =>
        (await messagesOf(user, asked(null, call(args)))).map((message) => JSON.stringify(messageKey(message))),
      ),
    );
    expect(new Set(keys.map(String)).size).toBe(1);
    const [bad] = await messagesOf(user, asked(null, call('{n')));
    expect(bad?.calls?.[0]).toMatchObject({ argsText: '{n', argsError: expect.any(String) });
    expect(bad?.calls?.[0]).not.toHaveProperty('args');
  });

  it('T31: two calls in one turn and in two are different trajectories', async () => {
    const one = await messagesOf(user, asked(null, call('{}'), { ...call('{}'), id: 'd' }));
    const two = await messagesOf(user, asked(null, call('{}')), asked(null, { ...call('{}'), id: 'd' }));
    expect([one.length, two.length]).toEqual([1, 2]);
    expect(one.map(messageKey)).not.toEqual(two.map(messageKey));
  });

  it('T33 and T34: a call beside null or missing content is kept, and which of the two it was', async () => {
    const [nothing] = await messagesOf(user, asked(null, call('{}')));
    const [missing] = await messagesOf(user, asked(undefined, call('{}')));
    expect([nothing?.contentForm, nothing?.calls?.length]).toEqual(['null', 1]);
    expect([missing?.contentForm, missing?.calls?.length]).toEqual(['missing', 1]);
  });

  it('T35: two user turns in a row stay two', async () => {
    const { brief } = await imported(
      JSON.stringify({
        messages: [user, user, { role: 'assistant', content: 'a' }, user, { role: 'assistant', content: 'b' }],
      }),
    );
    expect(brief).toEqual([['user: q', 'user: q', 'assistant: a', 'user: q', 'assistant: b']]);
  });
});

describe('files that hold nothing to import', () => {
  it.each<readonly [string, Buffer | string]>([
    ['nothing', ''],
    ['blanks', ' \n\n'],
    ['a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
    ['a database', Buffer.concat([Buffer.from('SQLite format 3\0'), Buffer.alloc(200, 1)])],
    ['an Arrow file', Buffer.concat([Buffer.from('ARROW1\0\0'), Buffer.alloc(100, 2)])],
    ['half a Parquet file', Buffer.concat([Buffer.from('PAR1'), Buffer.alloc(100, 3)])],
    ['a Git LFS pointer', 'version https://git-lfs.github.com/spec/v1\noid sha256:1\nsize 3\n'],
    ['a web page', '<!doctype html>\n<html><body>Not found</body></html>\n'],
    ['prose', 'Dear all\nthe shop is closed today\nsee you soon\n'],
    ['a number', '42'],
    ['settings', '{"name":"shop","version":"1.0.0","scripts":{"test":"x"}}'],
    ['measurements', '{"resourceMetrics":[{"scopeMetrics":[]}]}'],
    ['a damaged archive', Buffer.from('1f8b0800000000000003ffff', 'hex')],
  ])('say so in one clear sentence: %s', async (_name, bytes) => {
    const { refusal, issues } = await imported(bytes);
    expect(refusal).toMatch(/^(?=.{15,300}$)[A-Z][^\n]*\.$/s);
    expect(issues.length).toBeGreaterThan(0);
    const { records } = await readAll(whole(bytes));
    expect(records.length).toBeLessThan(4);
  });
});
