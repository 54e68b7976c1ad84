import { describe, expect, it } from 'vitest';
import type { Message } from '../../../shared/model/message.ts';
import { call, result, say } from '../testing/add-sample.ts';
import { exporters } from './registry.ts';
import type { ExportSample } from './types.ts';

// The cases from practice about export, by their ids; the half of them that is about reading is in importers/case-inputs.test.ts.

const user = say('user', 'Is the bell in stock?');
const weigh: Message = call(['look_up', { part: 'bell', note: 'Ö' }]);

function sampleOf(prompt: readonly Message[]): ExportSample {
  return { id: 1, uid: 'u', prompt, tools: [{ name: 'look_up' }], reference: { answer: 'yes' } };
}

describe.each(exporters.map((exporter) => [exporter.id, exporter] as const))('%s', (_id, exporter) => {
  const lineOf = (prompt: readonly Message[]) => exporter.toLine(sampleOf(prompt));
  const codesOf = (prompt: readonly Message[]): readonly string[] =>
    exporter
      .validateLine(lineOf(prompt), { itemPaths: [] })
      .map(({ severity, code, path }) => `${severity} ${code} ${path ?? ''}`);

  it.each([
    ['null content', { ...weigh, contentForm: 'null' }],
    ['content that was missing', { ...weigh, contentForm: 'missing' }],
    ['blank text', { ...weigh, parts: [{ type: 'text', text: '' }] }],
    ['thoughts alone', { ...weigh, parts: [{ type: 'reasoning', text: 'Look first.' }] }],
    ['words too', { ...weigh, parts: [{ type: 'text', text: 'One moment.' }] }],
  ] as const satisfies readonly (readonly [string, Message])[])(
    'T33: a call survives beside %s, also where the turn is trained on',
    (_name, message) => {
      const prompt = [user, { ...message, weight: 1 as const }, result('look_up', '3 left'), user];
      expect(lineOf(prompt)).toMatchObject({
        messages: [
          { role: 'user' },
          {
            role: 'assistant',
            weight: 1,
            tool_calls: [{ type: 'function', function: { name: 'look_up', arguments: '{"part":"bell","note":"Ö"}' } }],
          },
          { role: 'tool' },
          { role: 'user' },
        ],
      });
      expect(codesOf(prompt)).toEqual([]);
    },
  );

  it.each(['null', 'missing'] as const)(
    'T34: %s content beside a call is written as null, so that no trainer repeats the turn before',
    (contentForm) => {
      const { messages } = lineOf([user, { ...weigh, contentForm }, result('look_up', '3 left'), user]);
      expect(messages).toMatchObject([{}, { role: 'assistant', content: null }, {}, {}]);
      expect(JSON.stringify(messages).split('Is the bell in stock?')).toHaveLength(3);
    },
  );

  it('T35: two user turns in a row are told, with the place of the second', () => {
    const answer = say('assistant', 'Yes, three.');
    expect(codesOf([user, user, answer, user, answer, user])).toEqual(['warning consecutive_user messages[1]']);
    expect(codesOf([user, answer, user, answer, user])).toEqual([]);
  });
});
