import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract } from '../../../shared/contract/index.ts';
import { FileRefId } from '../../../shared/model/ids.ts';
import { AppError } from '../../../shared/rpc/errors.ts';
import { PROTOCOL_VERSION } from '../../../shared/rpc/envelope.ts';
import { createPortPair } from '../../../shared/rpc/port.ts';
import { createTestBackend, type TestBackend } from '../testing/backend.ts';
import { MAX_IN_FLIGHT, MAX_MESSAGE_CHARS } from './limits.ts';

let t: TestBackend;
beforeAll(async () => {
  t = await createTestBackend();
});
afterAll(() => t.close());

type Message = { t: string; id?: number; error?: { code: string; message: string }; protocol?: number };

/** A session that speaks the wire itself. */
function rawSession(): {
  send: (message: unknown) => void;
  next: (match: (message: Message) => boolean) => Promise<Message>;
  close: () => void;
} {
  const [ours, theirs] = createPortPair();
  const seen: Message[] = [];
  const waiting: { match: (message: Message) => boolean; resolve: (message: Message) => void }[] = [];
  ours.onMessage((raw) => {
    // Whatever the backend sends is looked at as it is.
    const message = raw as Message;
    seen.push(message);
    for (const one of waiting.splice(0)) {
      if (one.match(message)) one.resolve(message);
      else waiting.push(one);
    }
  });
  t.backend.connect(theirs, { host: 'test', openPath: t.projectPath });
  return {
    send: (message) => ours.post(message),
    async next(match) {
      const known = seen.find(match);
      if (known !== undefined) return known;
      return new Promise((resolve) => waiting.push({ match, resolve }));
    },
    close: () => ours.close(),
  };
}

const methods = Object.entries(contract).flatMap(([namespace, defs]) =>
  Object.entries(defs).map(([name, def]) => ({ method: `${namespace}.${name}`, def })),
);
const isError = (id: number) => (message: Message) => message.t === 'err' && message.id === id;

describe('every method of the contract', () => {
  it.each(methods)('$method refuses an input of the wrong form with its path', async ({ method }) => {
    const session = rawSession();
    session.send({ t: 'call', id: 1, method, project: null, input: 42 });
    const answer = await session.next(isError(1));
    expect(answer.error?.code).toBe('invalid_input');
    expect(answer.error?.message).toContain(method);
    session.close();
  });

  it.each(methods.filter(({ def }) => def.scope === 'project'))(
    '$method asks for an open project',
    async ({ method, def }) => {
      const session = rawSession();
      session.send({ t: 'call', id: 1, method, project: 'nowhere', input: {} });
      const answer = await session.next(isError(1));
      expect(['not_found', 'invalid_input']).toContain(answer.error?.code);
      // A method that takes no input gets as far as the project and says so.
      if (def.input.safeParse({}).success) expect(answer.error?.code).toBe('not_found');
      session.close();
    },
  );
});

describe('a session', () => {
  it('is greeted with the protocol it speaks', async () => {
    const session = rawSession();
    expect((await session.next((message) => message.t === 'hello')).protocol).toBe(PROTOCOL_VERSION);
    session.close();
  });

  it('is told of an unknown method, and lives on after malformed messages', async () => {
    const session = rawSession();
    session.send('nonsense');
    session.send({ t: 'call' });
    session.send({ t: 'call', id: 2, method: 'constructor.constructor', project: null, input: {} });
    expect((await session.next(isError(2))).error?.code).toBe('not_found');
    session.close();
  });

  it('answers a call whose input got lost, and one that cannot be read but for its id', async () => {
    const session = rawSession();
    session.send({ t: 'call', id: 3, method: 'stats.get', project: null, input: undefined });
    session.send({ t: 'call', id: 4, method: 7 });
    expect((await session.next(isError(3))).error?.code).toBe('invalid_input');
    expect((await session.next(isError(4))).error?.code).toBe('invalid_input');
    session.close();
  });

  it('may not have more than its share of calls under way', async () => {
    const session = rawSession();
    for (let id = 1; id <= MAX_IN_FLIGHT + 1; id++)
      session.send({ t: 'call', id, method: 'app.info', project: null, input: {} });
    const refused = await session.next((message) => message.error?.code === 'limit_exceeded');
    expect(refused.id).toBeGreaterThan(MAX_IN_FLIGHT - 1);
    session.close();
  });

  it('may not send a message that is too large', async () => {
    const session = rawSession();
    session.send({
      t: 'call',
      id: 1,
      method: 'filters.check',
      project: null,
      input: { filter: 'x'.repeat(MAX_MESSAGE_CHARS) },
    });
    expect((await session.next(isError(1))).error?.code).toBe('limit_exceeded');
    session.close();
  });
});

describe('the client', () => {
  it('rejects an aborted call as cancelled', async () => {
    const abort = new AbortController();
    const call = t.client.stats.get({}, { signal: abort.signal });
    abort.abort();
    await expect(call).rejects.toMatchObject({ code: 'cancelled' });
  });

  it('rejects what is waiting when the engine goes', async () => {
    const other = t.connect();
    await other.ready;
    const call = other.stats.get({});
    other.close();
    await expect(call).rejects.toBeInstanceOf(AppError);
  });

  it('cannot name a path: only files that a host registered are known', async () => {
    const open = t.client.projects.open({ fileRef: FileRefId.parse('/etc/passwd') });
    await expect(open).rejects.toMatchObject({ code: 'not_found' });
  });
});
