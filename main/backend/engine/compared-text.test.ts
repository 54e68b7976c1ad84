import { describe, expect, it } from 'vitest';
import type { Message } from '../../../shared/model/message.ts';
import { comparedText, createSystemLines, isShortText } from './compared-text.ts';

const say = (role: Message['role'], text: string): Message => ({ role, parts: [{ type: 'text', text }] });
const sampleOf = (prompt: readonly Message[], attempt: readonly Message[] = [], reference: unknown = {}) => ({
  prompt: JSON.stringify(prompt),
  attempt: JSON.stringify(attempt),
  reference: JSON.stringify(reference),
});

describe('the text a sample is compared by', () => {
  it('leaves out lines of system messages that many samples share, and keeps those that few have', () => {
    const lines = createSystemLines();
    const prompts = Array.from({ length: 8 }, (_, at) => [
      say('system', `You mend bicycles.\nToday is day ${at}.\nBe brief.`),
      say('user', `Fix wheel ${at}`),
    ]);
    for (const prompt of prompts) lines.add(prompt);
    expect(comparedText(sampleOf(prompts[3] ?? []), 'prompt', lines)).toBe('Today is day 3.\nFix wheel 3');
    const bare = [say('system', 'You mend bicycles.')];
    expect(comparedText(sampleOf(bare), 'prompt', lines)).toBe('You mend bicycles.');
    expect(comparedText(sampleOf([]), 'prompt', lines)).toBe('');
  });

  it('leaves out what stands before a tenth of all tasks, and keeps a task that was given five times', () => {
    const lines = createSystemLines();
    const files = 'The files are:\na.ts\nb.ts';
    for (let at = 0; at < 40; at++) lines.add([say('user', `${files}\nWhich of them does change ${at} touch?`)]);
    for (let at = 0; at < 5; at++) lines.add([say('user', 'Count the invoices.\nWrite to the customers.')]);
    for (let at = 0; at < 15; at++) lines.add([say('user', `Something else ${at}`)]);
    const asked = [say('user', `${files}\nWhich of them does change 3 touch?`)];
    expect(comparedText(sampleOf(asked), 'prompt', lines)).toBe('Which of them does change 3 touch?');
    const again = [say('user', 'Count the invoices.\nWrite to the customers.\nThanks.')];
    expect(comparedText(sampleOf(again), 'prompt', lines)).toBe(
      'Count the invoices.\nWrite to the customers.\nThanks.',
    );
  });

  it('keeps a system message that four samples share: too few to be an app’s own', () => {
    const lines = createSystemLines();
    const prompt = [say('system', 'Only a few say this.'), say('user', 'Hello there')];
    for (let at = 0; at < 4; at++) lines.add(prompt);
    expect(comparedText(sampleOf(prompt), 'prompt', lines)).toBe('Only a few say this.\nHello there');
  });

  it('is everything said, called and answered for a trajectory, and canonical JSON for a reference', () => {
    const call: Message = {
      role: 'assistant',
      parts: [],
      calls: [{ id: '1', name: 'find', argsText: '{"b":2,"a":"x"}', args: { b: 2, a: 'x' }, kind: 'function' }],
    };
    const sample = sampleOf([say('user', 'Find x')], [call, say('tool', 'found'), say('assistant', 'Here.')], {
      b: 1,
      a: [2],
    });
    const lines = createSystemLines();
    expect(comparedText(sample, 'trajectory', lines).split(/\s+/u)).toEqual([
      'Find',
      'x',
      'find',
      'a',
      'x',
      'b',
      '2',
      'found',
      'Here.',
    ]);
    expect(comparedText(sample, 'reference', lines)).toBe('{"a":[2],"b":1}');
    expect(comparedText(sampleOf([]), 'reference', lines)).toBe('');
  });
});

it.each([
  ['', true],
  ['hi', true],
  ['Thanks a lot', false],
  ['Rescheduling appointments', true],
  ['Where is my order now', false],
  ['我的自行车在哪里？我想知道它什么时候到', false],
  ['在哪里', true],
])('%j is too short for its meaning to count: %s', (text, isShort) => {
  expect(isShortText(text)).toBe(isShort);
});
