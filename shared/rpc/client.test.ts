import { describe, expect, it } from 'vitest';
import { createClient, type Client } from './client.ts';
import { ClientMessage, PROTOCOL_VERSION } from './envelope.ts';
import { createPortPair } from './port.ts';

/** A client whose other end answers every call with `answer`, over a wire that copies by JSON. */
function clientOf(answer: (call: Extract<ClientMessage, { t: 'call' }>) => unknown): Client {
  const [ours, theirs] = createPortPair();
  theirs.onMessage((raw) => {
    const message = ClientMessage.parse(raw);
    if (message.t === 'call') theirs.post(answer(message));
  });
  const client = createClient(ours);
  theirs.post({ t: 'hello', protocol: PROTOCOL_VERSION, appVersion: '1', session: 's' });
  return client;
}

describe('the client', () => {
  it('gets the answer of a method that answers nothing, though JSON drops the value', async () => {
    const client = clientOf(({ id }) => ({ t: 'ok', id, value: undefined }));
    expect(await client.app.info({})).toBeUndefined();
  });

  it('can leave its input out', async () => {
    const client = clientOf(({ id, input }) => ({ t: 'ok', id, value: [input === undefined] }));
    // What a caller without types may do.
    expect(await client.app.info(undefined as never)).toEqual([true]);
  });

  it('greets and tells of events; one without a payload that is known is passed over', async () => {
    const [ours, theirs] = createPortPair();
    const client = createClient(ours);
    const heard: unknown[] = [];
    client.on('changed', (payload) => heard.push(payload));
    theirs.post({ t: 'hello', protocol: PROTOCOL_VERSION, appVersion: '7', session: 's' });
    theirs.post({ t: 'event', seq: 1, name: 'changed', payload: undefined });
    const payload = { project: null, tables: ['grader'], revision: 1, actionId: null, label: null };
    theirs.post({ t: 'event', seq: 2, name: 'changed', payload });
    expect(await client.ready).toEqual({ t: 'hello', protocol: PROTOCOL_VERSION, appVersion: '7', session: 's' });
    await Promise.resolve();
    expect(heard).toEqual([payload]);
  });
});
