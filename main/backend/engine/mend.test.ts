import { describe, expect, it } from 'vitest';
import type { Message } from '../../../shared/model/message.ts';
import { call, say } from '../testing/add-sample.ts';
import { inferTools, pairByOrder } from './mend.ts';

const tool = (text: string, more: Partial<Message> = {}): Message => ({ ...say('tool', text), ...more });

describe('pairByOrder', () => {
  it('gives results that name no call to the open calls, by name where they have one', () => {
    const asked = call(['find', { q: 1 }], ['sort', { by: 'x' }]);
    const results = [tool('sorted', { name: 'sort', callId: 'gone' }), tool('found')];
    const { messages, paired } = pairByOrder([asked, ...results]);
    expect(paired).toBe(2);
    expect(messages.slice(1).map(({ callId, extras }) => [callId, extras])).toEqual([
      ['sort-1', { callIdInSource: 'gone' }],
      ['find-0', undefined],
    ]);
  });

  it('leaves results alone that are paired, that come before any call, or whose name no open call has', () => {
    const messages = [
      tool('early'),
      call(['find', { q: 1 }]),
      tool('found', { callId: 'find-0' }),
      tool('again', { name: 'other' }),
    ];
    expect(pairByOrder(messages)).toEqual({ messages, paired: 0 });
  });
});

describe('inferTools', () => {
  it('adds tools that are called and not offered, with what their arguments have in common', () => {
    const talk = [call(['find', { q: 'a', n: 1 }]), call(['find', { q: null }], ['known', {}]), call(['odd', '{"q'])];
    const { tools, added } = inferTools([{ name: 'known' }], [talk]);
    expect(added).toBe(2);
    expect(tools.slice(1).map(({ name, parameters }) => [name, parameters])).toEqual([
      [
        'find',
        { type: 'object', properties: { q: { type: ['string', 'null'] }, n: { type: 'number' } }, required: ['q'] },
      ],
      ['odd', { type: 'object', properties: {}, required: [] }],
    ]);
  });
});
