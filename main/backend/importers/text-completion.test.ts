import { describe, expect, it } from 'vitest';
import { inspectInput } from './inspect.ts';
import { textCompletion } from './text-completion.ts';
import { briefSamples } from './testing/brief-samples.ts';
import { fixture, parseAll, whole } from './testing/read.ts';

const file = fixture('text-completion.jsonl');
const parsed = await parseAll(whole(file), textCompletion);

describe('text completions', () => {
  it('are told from rows with a prompt and a completion', async () => {
    const { detected } = await inspectInput(whole(file));
    expect(detected?.format).toBe('text-completion');
    const rows = await inspectInput(
      whole('{"prompt":"Where?","completion":"Here"}\n{"prompt":"a","completion":"b"}\n'),
    );
    expect(rows.detected?.format).not.toBe('text-completion');
  });

  it('of OpenAI, Anthropic and the families of Bedrock give the text sent and each answer', () => {
    expect(briefSamples(parsed.samples).map(({ prompt, answers }) => [prompt, answers])).toEqual([
      [['user: Once, at the bike shop'], [['assistant:  a bell'], ['assistant: ']]],
      [
        ['system: Be kind.', 'user: Ist Ömer da?', 'assistant: Nein.', 'user: And now,\n\nHumans: all?'],
        [['assistant:  Yes.']],
      ],
      [['user: Weigh parcel 18'], [['assistant: 18 kg']]],
      [['user: <s>[INST] Weigh it [/INST]'], [['assistant: 18 kg']]],
      [['user: <s>[INST] Weigh it [/INST]'], [['assistant: 18 kg']]],
      [['system: Be brief.', 'user: 18?', 'assistant: 2 kg', 'user: And 19?'], [['assistant: 3 kg']]],
      [['user: Weigh parcel 19'], [[]]],
      [['user: Weigh parcel 20'], [['assistant: 20 kg']]],
    ]);
  });

  it('keep model, tokens, finish and errors', () => {
    const attempts = parsed.samples.map(({ attempts: [first] }) => first);
    expect(attempts.map((attempt) => [attempt?.model, attempt?.tokens, attempt?.messages[0]?.finish])).toEqual([
      ['old-1-x', null, 'length'],
      ['claude-old', null, 'stop_sequence'],
      ['amazon.titan-x', 7, 'FINISH'],
      ['meta.llama-x', 7, 'stop'],
      ['mistral.x', null, 'stop'],
      ['cohere.x', null, 'COMPLETE'],
      [null, null, undefined],
      [null, null, 'endoftext'],
    ]);
    expect(attempts[6]).toMatchObject({ outcome: 'error', extras: { error: { errorCode: 400 } } });
    expect(attempts[0]).toMatchObject({ latencyMs: 40, startedAt: 1_770_000_000_000 });
  });

  it('refuse a record whose bodies were moved into other files, and say so', () => {
    expect(parsed.issues.map(({ code, position, rejected }) => [code, position.index, rejected])).toEqual([
      ['bodies_elsewhere', 8, true],
    ]);
  });
});
