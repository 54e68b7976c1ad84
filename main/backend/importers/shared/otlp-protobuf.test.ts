import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isJsonObject } from '../../../../shared/model/json.ts';
import { inspectInput } from '../inspect.ts';
import { openRecords } from '../open.ts';
import { eachRecord } from '../opened.ts';
import { decodeLogs, decodeTraces, encodeAnswer, encodeRefusal, encodeTraces, NotOtlpError } from './otlp-protobuf.ts';
import { otlpFraming } from './otlp-protobuf-file.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const text = (value: string): object => ({ stringValue: value });
const span = (id: string, more: object = {}): object => ({
  traceId: TRACE,
  spanId: id,
  name: 'chat bell-1',
  kind: 3,
  startTimeUnixNano: '1777555053780274701',
  endTimeUnixNano: '1777555054780274702',
  attributes: [
    { key: 'gen_ai.operation.name', value: text('chat') },
    { key: 'gen_ai.prompt.0.role', value: text('user') },
    { key: 'gen_ai.prompt.0.content', value: text('Passt die Klingel \u{1F6B2}?') },
    { key: 'gen_ai.completion.0.role', value: text('assistant') },
    { key: 'gen_ai.completion.0.content', value: text('Yes.') },
    { key: 'n', value: { intValue: '9007199254740993' } },
    { key: 'list', value: { arrayValue: { values: [{ boolValue: true }, { doubleValue: 0.5 }] } } },
    { key: 'map', value: { kvlistValue: { values: [{ key: 'k', value: { bytesValue: 'AAEC' } }] } } },
  ],
  ...more,
});
const request = (...spans: readonly object[]) =>
  ({ resourceSpans: [{ resource: { attributes: [] }, scopeSpans: [{ scope: { name: 's' }, spans }] }] }) as never;
const concat = (...parts: readonly Uint8Array[]): Buffer => Buffer.concat(parts);
const framed = (message: Uint8Array): Buffer => {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(message.length);
  return concat(length, message);
};

describe('OTLP in protobuf', () => {
  it('decodes to the shape of OTLP/JSON: hex ids, exact numbers as text, every kind of value', () => {
    const parent = { parentSpanId: '00f067aa0ba902b7', status: { code: 2, message: 'no' }, flags: 257 };
    const link = { links: [{ traceId: TRACE, spanId: '00f067aa0ba902b8' }] };
    const event = { events: [{ name: 'exception', timeUnixNano: '1777555053780274703', attributes: [] }] };
    const sent = span('00f067aa0ba902b9', { ...parent, ...link, ...event });
    const [resource] = decodeTraces(encodeTraces(request(sent)))['resourceSpans'] as unknown as {
      scopeSpans: { spans: unknown[] }[];
    }[];
    expect(resource?.scopeSpans[0]?.spans[0]).toEqual({
      ...sent,
      events: [{ name: 'exception', timeUnixNano: '1777555053780274703' }],
    });
  });

  it('refuses bytes that are no request, whatever they are, and never with their content', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        try {
          return isJsonObject(decodeTraces(bytes));
        } catch (error) {
          return error instanceof NotOtlpError && error.message === 'The bytes are no OTLP request.';
        }
      }),
      { numRuns: 200 },
    );
  });

  it('decodes log records, whose ids stand at other places', () => {
    // A request with one record: event_name `e`, body text `b`, trace id 16 times 01, span id 8 times 02.
    const ids = `4a10${'01'.repeat(16)}5208${'02'.repeat(8)}`;
    const record = `2a030a0162${ids}620165`;
    const wrap = (hex: string, tag: string): string => `${tag}${(hex.length / 2).toString(16).padStart(2, '0')}${hex}`;
    const bytes = Buffer.from(wrap(wrap(wrap(record, '12'), '12'), '0a'), 'hex');
    const traceId = '01'.repeat(16);
    const spanId = '02'.repeat(8);
    expect(decodeLogs(bytes)).toEqual({
      resourceLogs: [
        { scopeLogs: [{ logRecords: [{ body: { stringValue: 'b' }, traceId, spanId, eventName: 'e' }] }] },
      ],
    });
  });

  it('answers with an empty message when all was taken, with the count and the reason when not', () => {
    expect(Buffer.from(encodeAnswer(0, ''))).toHaveLength(0);
    expect(Buffer.from(encodeAnswer(3, 'no')).toString('hex')).toBe('0a06080312026e6f');
    expect(Buffer.from(encodeRefusal(3, 'no')).toString('hex')).toBe('080312026e6f');
  });
});

describe('a file of OTLP in protobuf', () => {
  const one = encodeTraces(request(span('00f067aa0ba902b1')));
  const two = encodeTraces(
    request(span('00f067aa0ba902b2', { attributes: [] }), span('00f067aa0ba902b3', { attributes: [] })),
  );

  it.each([
    ['bare messages', concat(one, two)],
    ['messages behind their lengths', concat(framed(one), framed(two))],
    ['packed', gzipSync(concat(one, two))],
  ])('is told by its bytes and read as one trace: %s', async (_, bytes) => {
    const found = await inspectInput([bytes], {});
    expect(found).toMatchObject({ format: 'otel', recordsRead: 2, refusal: null });
    expect(found.containers.at(-1)).toBe('OTLP protobuf');
    expect(found.samples).toHaveLength(1);
    expect(found.samples[0]?.prompt[0]?.parts).toMatchObject([{ text: 'Passt die Klingel \u{1F6B2}?' }]);
  });

  it('is read the same however it is cut into chunks, and says where it ends early', async () => {
    const bytes = concat(one, two);
    const whole: unknown[] = [];
    for await (const item of eachRecord(await openRecords([bytes]))) whole.push(item);
    for (const cut of [3, 5, one.length - 1, one.length, one.length + 1]) {
      const pieces: unknown[] = [];
      // Detection wants its head in one piece; the rest comes as it comes.
      for await (const item of eachRecord(await openRecords([bytes.subarray(0, cut), bytes.subarray(cut)])))
        pieces.push(item);
      expect(pieces).toEqual(whole);
    }
    const short: unknown[] = [];
    for await (const item of eachRecord(await openRecords([bytes.subarray(0, bytes.length - 4)]))) short.push(item);
    expect(short).toMatchObject([
      { kind: 'json' },
      { kind: 'bad', code: 'cut_off', position: { index: 1, offset: one.length } },
    ]);
  });

  it('is not seen in texts, random bytes or other binary forms', () => {
    for (const other of ['\n\n\n{"a": 1}', '\n\u0012a', '{"resourceSpans": []}', '\u0000\u0000\u0000\u0001{"a":1}'])
      expect(otlpFraming(Buffer.from(other))).toBeNull();
    fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => otlpFraming(Buffer.from(bytes)) === null));
  });
});
