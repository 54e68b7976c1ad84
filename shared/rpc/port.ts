/** All a transport must give. Messages are JSON-safe values; a closed port drops what is posted. */
export type Port = {
  post(message: unknown): void;
  onMessage(listener: (message: unknown) => void): void;
  onClose(listener: () => void): void;
  close(): void;
};

/** @returns two joined in-memory ports; delivery is asynchronous and by JSON copy, as over a real wire */
export function createPortPair(): readonly [Port, Port] {
  const listeners: [((message: unknown) => void)[], ((message: unknown) => void)[]] = [[], []];
  const closers: [(() => void)[], (() => void)[]] = [[], []];
  let isOpen = true;
  async function deliver(to: 0 | 1, text: string): Promise<void> {
    await Promise.resolve();
    if (isOpen) for (const listener of listeners[to]) listener(JSON.parse(text));
  }
  function end(me: 0 | 1): Port {
    const other = me === 0 ? 1 : 0;
    return {
      post(message) {
        if (!isOpen) return;
        const text = JSON.stringify(message);
        void deliver(other, text);
      },
      onMessage: (listener) => void listeners[me].push(listener),
      onClose: (listener) => void closers[me].push(listener),
      close() {
        if (!isOpen) return;
        isOpen = false;
        for (const listener of [...closers[0], ...closers[1]]) listener();
      },
    };
  }
  return [end(0), end(1)];
}
