import { describe, expect, it } from 'vitest';
import { inspectInput } from './inspect.ts';
import { textCompletion } from './text-completion.ts';
import { briefSamples } from './testing/brief-samples.ts';
import { fixture, parseAll, whole } from './testing/read.ts';

const file = fixture('text-completion.jsonl');
const parsed = await parseAll(whole(file), textCompletion);

function lineOf(prompt: string): string {
  const request = { model: 'mistral.x', prompt, max_tokens: 9 };
  return `${JSON.stringify({ request, response: { outputs: [{ text: '18 kg', stop_reason: 'stop' }] } })}\n`;
}

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
      [['user: Weigh it'], [['assistant: 18 kg']]],
      [['user: Weigh it'], [['assistant: 18 kg']]],
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

  it('written with [INST] are split into messages, and kept as they stood too', async () => {
    const text =
      '<s>[INST] <<SYS>>\nBe brief.\n<</SYS>>\n\nIst Ömer da? [/INST] Nein. </s><s>[INST] And now? [/INST] It';
    const { samples, issues } = await parseAll(whole(lineOf(text)), textCompletion);
    expect(briefSamples(samples).map(({ prompt }) => prompt)).toEqual([
      ['system: Be brief.', 'user: Ist Ömer da?', 'assistant: Nein.', 'user: And now?', 'assistant: It'],
    ]);
    expect(samples[0]?.extras).toMatchObject({ request: { prompt: text } });
    expect(issues.map(({ code, rejected }) => [code, rejected])).toEqual([['template_split', false]]);
  });

  it.each([
    ['words before the first mark', 'Once [INST] Weigh it [/INST]'],
    ['a mark that is never closed', '[INST] Weigh [INST] it [/INST]'],
    ['a mark closed twice', '[INST] Weigh it [/INST] 18 [/INST] kg'],
    ['no answer between two questions', '[INST] Weigh it [/INST] [INST] And this [/INST]'],
    ['marks of tools', '[AVAILABLE_TOOLS] [] [/AVAILABLE_TOOLS][INST] Weigh it [/INST]'],
    ['instructions in the middle', '[INST] a [/INST] b </s>[INST] <<SYS>>x<</SYS>> c [/INST]'],
    ['an end mark in an answer', '[INST] a [/INST] b </s> c </s>[INST] d [/INST]'],
  ])('with %s stay one text, since they could be read in several ways', async (_, text) => {
    const { samples, issues } = await parseAll(whole(lineOf(text)), textCompletion);
    expect([briefSamples(samples).map(({ prompt }) => prompt), issues]).toEqual([[[`user: ${text}`]], []]);
  });

  it('refuse a record whose bodies were moved into other files, and tell of those that were split', () => {
    expect(parsed.issues.map(({ code, position, rejected }) => [code, position.index, rejected])).toEqual([
      ['template_split', 3, false],
      ['template_split', 4, false],
      ['bodies_elsewhere', 8, true],
    ]);
  });
});
