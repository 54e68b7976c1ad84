import { describe, expect, it } from 'vitest';
import { contract } from '../../../shared/contract/index.ts';
import { inspectInput } from './inspect.ts';
import type { ContentInspection, InspectOptions } from './inspect.ts';
import { fixture, inPieces, whole } from './testing/read.ts';

function inspect(content: string | Buffer, options: InspectOptions = {}): Promise<ContentInspection> {
  return inspectInput(whole(content), options);
}

describe('inspecting a file', () => {
  it.each([
    ['openai-chat.jsonl', 'openai-chat', 'call'],
    ['openai-finetune-sft.jsonl', 'openai-finetune', 'conversation'],
    ['openai-finetune-rft.jsonl', 'openai-finetune', 'conversation'],
    ['tau-bench.json', 'tau-bench', 'conversation'],
    ['support-desk.csv', 'delimited', 'conversation'],
    ['flat-records.jsonl', 'delimited', 'conversation'],
    ['gateway-log.txt', 'openai-chat', 'call'],
  ])('finds the form of %s from its content alone', async (name, format, per) => {
    const found = await inspect(fixture(name));
    expect(found).toMatchObject({ format, per, refusal: null, complete: true, detected: { format } });
    expect(found.counts.map((count) => count.per)).toContain(per);
    const inspection = contract.sources.inspect.output;
    const known = { samples: 0, attemptsToJoin: 0 };
    expect(() =>
      inspection.parse({ ...found, fileRef: 'f', name, sizeBytes: 1, alreadyImported: false, known }),
    ).not.toThrow();
  });

  it('names the minority and what else it could be', async () => {
    const found = await inspect(fixture('gateway-log.txt'));
    expect(found.detected?.reason).toBe(
      '6 of 7 records: messages sent and a chat completion answer; 1 looks like Anthropic Messages logs',
    );
    const mixed = `${'{"messages":[{"role":"user","content":"a"},{"role":"assistant","content":"b"}]}\n'.repeat(3)}{"question":"a","answer":"b"}\n`;
    expect(await inspect(mixed)).toMatchObject({
      detected: { format: 'openai-finetune', confidence: 0.68 },
      runnerUp: { format: 'delimited' },
    });
  });

  it('tells a training row from a logged request, whatever its reference fields are called', async () => {
    const messages = [{ role: 'user', content: 'a' }];
    const row = {
      messages,
      model: 'Golf',
      reasoning: 'b',
      observations: [1],
      error: 'c',
      answer: 'd',
      chosen: 1,
      rejected: 2,
    };
    expect(await inspect(JSON.stringify(row))).toMatchObject({
      format: 'openai-finetune',
      samples: [{ reference: { model: 'Golf', answer: 'd' } }],
    });
    for (const request of [
      { model: 'm', messages },
      { messages, temperature: 0, trace: 'x' },
      { model: 'm', messages, tools: [], user: 'u' },
    ]) {
      expect((await inspect(JSON.stringify(request))).format).toBe('openai-chat');
    }
  });

  it('counts what each splitting mode would give, attempts on one task together', async () => {
    expect((await inspect(fixture('tau-bench.json'))).counts).toEqual([
      { per: 'conversation', samples: 2, attempts: 4 },
    ]);
    const counts = (await inspect(fixture('openai-finetune-sft.jsonl'))).counts;
    expect(counts).toEqual([
      { per: 'conversation', samples: 4, attempts: 4 },
      { per: 'turn', samples: 5, attempts: 5 },
      { per: 'call', samples: 6, attempts: 6 },
    ]);
  });

  it('shows columns with examples and how many rows fill them, and the mapping in use', async () => {
    const found = await inspect(fixture('support-desk.csv'));
    expect(found).toMatchObject({
      containers: ['utf-8', 'table, comma'],
      delimiter: ',',
      map: {
        prompt: 'User Message',
        answer: 'Model Answer',
        reward: 'Score',
        tag: 'Topic',
        'reference.Expected_Gate': 'Expected Gate',
      },
      recordsRead: 3,
    });
    expect(found.columns.map(({ name, filled }) => [name, filled])).toEqual([
      ['Ticket', 3],
      ['User Message', 3],
      ['Model Answer', 2],
      ['Score', 2],
      ['Expected Gate', 3],
      ['Topic', 2],
    ]);
  });

  it('uses a given mapping to the letter', async () => {
    const found = await inspect(fixture('support-desk.csv'), { map: { prompt: 'Ticket' } });
    expect(found.map).toEqual({ prompt: 'Ticket' });
    expect(found.counts).toEqual([{ per: 'conversation', samples: 3, attempts: 0 }]);
  });

  it('names delimiter and headers when no column looks like a prompt (T02)', async () => {
    const found = await inspect('erste;zweite\nhallo;ja\nwelt;nein\n');
    expect(found.refusal).toBe(
      'No column looks like a prompt. The delimiter is semicolon. Columns found: erste, zweite. Map one of them to the prompt.',
    );
    expect(
      (await inspect('erste;zweite\nhallo;ja\n', { delimiter: ';', map: { prompt: 'erste' } })).refusal,
    ).toBeNull();
  });

  it('says what a file is that it cannot read', async () => {
    expect((await inspect('{"x":1}\n{"x":2}\n')).refusal).toMatch(/^The records are of no form Assay knows/);
    expect((await inspect('[]')).refusal).toBe('The file holds no records.');
    expect((await inspect('1\n2\n')).refusal).toMatch(/not objects/);
    expect((await inspect('{bad\n')).refusal).toBe(
      'None of the first 1 records could be read. The record is not valid JSON.',
    );
    expect((await inspect('version https://git-lfs.github.com/spec/v1\noid sha256:1\n')).refusal).toMatch(
      /Git LFS pointer/,
    );
    expect((await inspect('{"x":1}', { format: 'nope' })).refusal).toBe('There is no format called "nope".');
    expect((await inspect(fixture('tau-bench.json'), { per: 'turn' })).refusal).toMatch(
      /cannot be read as one sample per turn/,
    );
  });

  it('reads only the start of a long file, and one record at least of a file of huge ones', async () => {
    let given = 0;
    async function* long(): AsyncGenerator<Uint8Array, void, undefined> {
      for (;;) {
        given += 1;
        yield Buffer.from('{"prompt":"a","answer":"b"}\n'.repeat(1000));
      }
    }
    expect(await inspectInput(long())).toMatchObject({ recordsRead: 50, complete: false, format: 'delimited' });
    expect(given).toBeLessThan(30);
    const huge = Buffer.from(`prompt,answer\n"${'x'.repeat(5_000_000)}",b\n${'c,d\n'.repeat(10)}`);
    expect(await inspectInput(inPieces(huge, 65_536))).toMatchObject({
      recordsRead: 1,
      complete: false,
      format: 'delimited',
      counts: [{ samples: 1, attempts: 1 }],
    });
  });

  it('lists issues of the start by line without repeating content', async () => {
    const { issues } = await inspect('{"prompt":"a","answer":"b"}\n{"prompt":"secret"\n7\n');
    expect(issues.map(({ line, code }) => [line, code])).toEqual([
      [2, 'invalid_json'],
      [3, 'not_object'],
    ]);
    expect(JSON.stringify(issues)).not.toContain('secret');
  });

  it('shows the encoding in use, and another on request (T09)', async () => {
    const bytes = Buffer.from([
      0xce, 0xca, 0xcc, 0xe2, 0x2c, 0xb4, 0xf0, 0xb0, 0xb8, 0x0a, 0xc4, 0xe3, 0xba, 0xc3, 0x2c, 0xba, 0xc3, 0x0a,
    ]);
    const chosen = await inspect(bytes, { encoding: 'gb2312', map: { prompt: '问题' }, format: 'delimited' });
    expect(chosen).toMatchObject({
      encoding: 'gb2312',
      columns: [
        { name: '问题', examples: ['你好'] },
        { name: '答案', examples: ['好'] },
      ],
    });
  });
});
