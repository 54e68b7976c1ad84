import { describe, expect, it } from 'vitest';
import { messageText } from '../../../shared/model/message.ts';
import { inspectInput } from './inspect.ts';
import { preference } from './preference.ts';
import { fixture, parseAll, whole } from './testing/read.ts';

const parsed = await parseAll(whole(fixture('preference.jsonl')), preference);
const brief = parsed.samples.map(({ prompt, attempts }) => [
  prompt.map(({ role }) => role),
  attempts.map(({ messages, reward, extras }) => [messages.map(messageText), reward, extras]),
]);

describe('preference pairs and labels', () => {
  it('give both answers as attempts on what they share, in every form', () => {
    expect(brief.slice(0, 3)).toEqual([
      [
        ['system', 'user'],
        [
          [['The heavy one.'], null, { preference: 'chosen' }],
          [['None.'], null, { preference: 'rejected' }],
        ],
      ],
      [
        ['user'],
        [
          [['32 mm'], 1, { preference: 'chosen' }],
          [['Any'], 0, { preference: 'rejected' }],
        ],
      ],
      [
        ['user', 'assistant', 'user'],
        [
          [['No, it is due today.'], null, { preference: 'chosen' }],
          [['Yes.'], null, { preference: 'rejected' }],
        ],
      ],
    ]);
    expect(parsed.samples[0]?.extras).toEqual({ origin: 'shop' });
  });

  it('take a label as reward', () => {
    expect(brief.slice(3)).toEqual([
      [['user'], [[['Hello to you'], 1, null]]],
      [['user'], [[['No idea'], 0, null]]],
    ]);
    expect(parsed.samples.slice(3).map(({ attempts }) => attempts[0]?.outcome)).toEqual(['success', 'failure']);
  });

  it('refuse answers that cannot be read, without repeating them', () => {
    expect(parsed.issues.map(({ code, rejected, position }) => [position.line, code, rejected])).toEqual([
      [6, 'message_unknown_role', true],
      [7, 'no_answers', true],
    ]);
    expect(parsed.issues.some(({ message }) => message.includes('juggler'))).toBe(false);
  });

  it('are found by looking', async () => {
    expect(await inspectInput(whole(fixture('preference.jsonl')))).toMatchObject({ format: 'preference' });
  });
});
