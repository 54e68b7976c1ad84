/**
 * Bytes of a file as they come: a Node stream, a pasted buffer in a list, anything iterable. Never a path. A chunk's
 * memory must not be written to after it was given.
 */
export type ByteInput = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** @returns the chunks as Buffers over the same memory, empty ones left out; stops when the signal is aborted */
export async function* toBuffers(input: ByteInput, signal?: AbortSignal): AsyncGenerator<Buffer, void, undefined> {
  for await (const chunk of input) {
    signal?.throwIfAborted();
    if (chunk.byteLength > 0) yield Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
  }
}

export type Head = {
  /** The first bytes, at least as many as asked for unless the input is shorter. */
  readonly head: Buffer;
  /** Whether `head` is all there is. */
  readonly ended: boolean;
  /** The whole input again, `head` included. Can be read once. */
  readonly all: AsyncGenerator<Buffer, void, undefined>;
};

/**
 * Looks at the start of a stream without losing it.
 *
 * @param atLeast bytes wanted; memory held is this plus one chunk
 */
export async function peek(input: AsyncGenerator<Buffer, void, undefined>, atLeast: number): Promise<Head> {
  const chunks: Buffer[] = [];
  let size = 0;
  let ended = false;
  while (size < atLeast) {
    const next = await input.next();
    if (next.done === true) {
      ended = true;
      break;
    }
    chunks.push(next.value);
    size += next.value.length;
  }
  const head = chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks);
  return { head, ended, all: rest(head, ended, input) };
}

async function* rest(
  head: Buffer,
  ended: boolean,
  input: AsyncGenerator<Buffer, void, undefined>,
): AsyncGenerator<Buffer, void, undefined> {
  try {
    if (head.length > 0) yield head;
    if (!ended) yield* input;
  } finally {
    // A reader that stops early (a preview, a cancel) must still close the file below.
    await input.return();
  }
}
