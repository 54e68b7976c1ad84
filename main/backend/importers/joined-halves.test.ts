import { describe, expect, it } from 'vitest';
import { gemini } from './gemini.ts';
import { inspectInput } from './inspect.ts';
import { importerById } from './registry.ts';
import { briefSamples } from './testing/brief-samples.ts';
import { zipOf } from './testing/packed.ts';
import { parseAll, whole } from './testing/read.ts';

const lines = (...values: readonly unknown[]): string => values.map((value) => `${JSON.stringify(value)}\n`).join('');

async function imported(bytes: Buffer | string) {
  const { detected } = await inspectInput(whole(bytes));
  const importer = importerById(detected?.format ?? '') ?? expect.unreachable('the form is not known');
  const { samples, issues, seen, kept } = await parseAll(whole(bytes), importer);
  return {
    format: importer.id,
    counts: [seen, kept],
    samples: briefSamples(samples).map(({ at, prompt, answers }) => [at, prompt, answers]),
    outcomes: samples.map(({ sourceRef, attempts }) => [sourceRef, attempts[0]?.outcome]),
    issues: issues.map(({ code, position, rejected }) => [code, position.index, rejected]),
  };
}

const ask = (id: string, text: string) => ({
  custom_id: id,
  method: 'POST',
  url: '/v1/chat/completions',
  body: { model: 'desk-1', messages: [{ role: 'user', content: text }] },
});
const answer = (id: string, text: string) => ({
  id: `batch_req_${id}`,
  custom_id: id,
  response: {
    status_code: 200,
    body: {
      object: 'chat.completion',
      choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: text } }],
    },
  },
  error: null,
});
const failed = (id: string) => ({
  id: `batch_req_${id}`,
  custom_id: id,
  response: { status_code: 400, body: { error: { message: 'Bad image' } } },
  error: null,
});

describe('batches whose input and output are in one archive', () => {
  it('are joined by custom id, in whatever order; what has no other half is listed', async () => {
    const zip = zipOf([
      { name: 'input.jsonl', content: lines(ask('a', 'Bell?'), ask('b', 'Öl?'), ask('c', 'Rim?'), ask('d', 'Hub?')) },
      { name: 'output.jsonl', content: lines(answer('b', 'Yes'), answer('a', 'No'), answer('x', 'Whose?')) },
      { name: 'errors.jsonl', content: lines(failed('c')) },
    ]);
    const { format, counts, samples, outcomes, issues } = await imported(zip);
    expect([format, counts]).toEqual(['openai-batch', [8, 8]]);
    expect(samples).toEqual([
      ['0/0', ['user: Bell?'], [['assistant: No']]],
      ['1/0', ['user: Öl?'], [['assistant: Yes']]],
      ['2/0', ['user: Rim?'], [[]]],
      ['3/0', ['user: Hub?'], []],
      ['6/0', [], [['assistant: Whose?']]],
    ]);
    expect(outcomes.filter(([ref]) => ref === 'c')).toEqual([['c', 'error']]);
    expect(issues).toEqual([
      ['answer_missing', 3, false],
      ['prompt_missing', 6, false],
    ]);
  });

  it('of Anthropic too', async () => {
    const params = (text: string) => ({ model: 'desk-1', max_tokens: 9, messages: [{ role: 'user', content: text }] });
    const message = {
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      content: [{ type: 'text', text: 'Yes' }],
      stop_reason: 'end_turn',
    };
    const text = lines(
      { custom_id: 'b', result: { type: 'succeeded', message } },
      { custom_id: 'a', params: params('Bell?') },
      { custom_id: 'b', params: params('Öl?') },
      { custom_id: 'a', result: { type: 'expired' } },
    );
    const { format, counts, samples, outcomes, issues } = await imported(text);
    expect([format, counts, issues]).toEqual(['anthropic-batch', [4, 4], []]);
    expect(samples).toEqual([
      ['0/0', ['user: Öl?'], [['assistant: Yes']]],
      ['1/0', ['user: Bell?'], [[]]],
    ]);
    expect(outcomes).toContainEqual(['a', 'error']);
  });

  it('of Gemini too, by key, also where conversations are joined', async () => {
    const said = (text: string) => ({
      candidates: [{ content: { role: 'model', parts: [{ text }] }, finishReason: 'STOP', index: 0 }],
    });
    const contents = (text: string) => [{ role: 'user', parts: [{ text }] }];
    const text = lines(
      { key: 'b', response: said('Yes') },
      { key: 'a', request: { contents: contents('Bell?') } },
      { key: 'b', request: { contents: contents('Öl?') } },
      { key: 'a', error: { code: 3, message: 'Bad image' } },
      { key: 'c', request: { contents: contents('Rim?') } },
    );
    const { format, counts, samples, outcomes, issues } = await imported(text);
    expect([format, counts]).toEqual(['gemini', [5, 5]]);
    expect(samples).toEqual([
      ['0/0', ['user: Öl?'], [['assistant: Yes']]],
      ['1/0', ['user: Bell?'], [[]]],
      ['4/0', ['user: Rim?'], []],
    ]);
    expect(outcomes).toContainEqual(['a', 'error']);
    expect(issues).toEqual([['answer_missing', 4, false]]);
    const joined = await parseAll(whole(text), gemini, { per: 'conversation' });
    expect(joined.samples.map(({ sourceRef }) => sourceRef).toSorted()).toEqual(['a', 'b', 'c']);
  });

  it('keep both of two requests with one custom id', async () => {
    const { samples } = await imported(lines(ask('a', 'One?'), ask('a', 'Two?'), answer('a', 'Two.')));
    expect(samples).toEqual([
      ['0/0', ['user: One?'], []],
      ['1/0', ['user: Two?'], [['assistant: Two.']]],
    ]);
  });
});
