import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { openaiChat } from './openai-chat.ts';
import { delimited } from './delimited.ts';
import { eachItem, parseFile } from './parse-file.ts';
import type { ByteInput } from './shared/bytes.ts';
import type { Importer } from './types.ts';

const MB = 1024 * 1024;

/** One exchange of about 4 kB. */
function exchange(at: number): string {
  return JSON.stringify({
    request: {
      model: 'm',
      messages: [{ role: 'user', content: `Parcel ${at}: ${'lorem ipsum dolor sit amet '.repeat(120)}` }],
    },
    response: {
      object: 'chat.completion',
      choices: [{ index: 0, message: { role: 'assistant', content: 'gate '.repeat(100) }, finish_reason: 'stop' }],
    },
  });
}

async function* repeat(
  records: number,
  one: (at: number) => string,
  between: string,
  around: readonly [string, string],
): AsyncGenerator<Buffer, void, undefined> {
  let text = around[0];
  for (let at = 0; at < records; at += 1) {
    text += (at === 0 ? '' : between) + one(at);
    if (text.length > 256 * 1024) {
      yield Buffer.from(text);
      text = '';
    }
  }
  yield Buffer.from(text + around[1]);
}

async function* zipped(input: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void, undefined> {
  for await (const chunk of input) yield gzipSync(chunk);
}

async function peakMemory(
  input: ByteInput,
  importer: Importer,
): Promise<{ readonly kept: number; readonly peakBytes: number }> {
  let kept = 0;
  let peakBytes = 0;
  for await (const item of eachItem(parseFile(input, importer, { per: importer.per[0] ?? 'conversation', map: {} }))) {
    if (item.kind !== 'record') continue;
    kept += item.kept ? 1 : 0;
    if (kept % 1000 === 0) peakBytes = Math.max(peakBytes, process.memoryUsage().rss);
  }
  return { kept, peakBytes };
}

describe('files far larger than memory allowed for them', () => {
  const before = process.memoryUsage().rss;
  const RECORDS = 130_000; // about 500 MB of text

  it.each([
    ['JSON lines', repeat(RECORDS, exchange, '\n', ['', '\n']), openaiChat],
    ['a list on one line', repeat(RECORDS, exchange, ',', ['[', ']']), openaiChat],
    ['values on one line', repeat(RECORDS, exchange, '', ['', '']), openaiChat],
    ['JSON lines in gzip members', zipped(repeat(RECORDS, exchange, '\n', ['', '\n'])), openaiChat],
    [
      'a table',
      repeat(RECORDS, (at) => `"Parcel ${at}, ""${'lorem ipsum '.repeat(300)}""",gate`, '\n', [
        'prompt,answer\n',
        '\n',
      ]),
      delimited,
    ],
  ] as const)('%s is read record by record', async (_, input, importer) => {
    const { kept, peakBytes } = await peakMemory(input, importer);
    expect(kept).toBe(RECORDS);
    expect(peakBytes - before).toBeLessThan(400 * MB);
  });
});
