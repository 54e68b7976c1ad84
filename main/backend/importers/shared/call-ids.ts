/** A call that waits for its result. */
type OpenCall = { readonly id: string; readonly sourceId: string | null; readonly name: string; readonly turn: number };

/**
 * Ids of the calls of one conversation. Logs repeat ids (one training set calls every call the same) or have none, so
 * each call gets an id that is unique in its conversation; results are matched by what the log says and, where it says
 * nothing, by name or order.
 */
export type CallLedger = {
  /** Notes a call. @returns its id, and the one of the log when that had to change */
  readonly open: (sourceId: string | null, name: string) => { readonly id: string; readonly originalId?: string };
  /** A new assistant message: calls before it are older than calls after it. */
  readonly nextTurn: () => void;
  /** @returns the id of the call a result answers; undefined when no call is open that it could answer */
  readonly answer: (sourceId: string | null, name: string | null) => string | undefined;
  readonly copy: () => CallLedger;
};

/** @returns an empty ledger, or one that goes on from another */
export function createCallLedger(from?: {
  readonly used: ReadonlySet<string>;
  readonly calls: readonly OpenCall[];
  readonly turn: number;
}): CallLedger {
  const used = new Set(from?.used);
  const calls: OpenCall[] = [...(from?.calls ?? [])];
  let turn = from?.turn ?? 0;
  let made = used.size;

  function freshId(base: string): string {
    let id = base;
    for (let count = 2; used.has(id); count += 1) id = `${base}#${count}`;
    return id;
  }

  return {
    open: (sourceId, name) => {
      made += 1;
      const id = freshId(sourceId === null || sourceId === '' ? `call_${made}` : sourceId);
      used.add(id);
      calls.push({ id, sourceId, name, turn });
      return sourceId === null || sourceId === id ? { id } : { id, originalId: sourceId };
    },
    nextTurn: () => {
      turn += 1;
    },
    answer: (sourceId, name) => {
      const at = sourceId === null ? findOldest(calls, name) : findById(calls, sourceId);
      const call = calls[at];
      if (call === undefined) return sourceId ?? undefined;
      calls.splice(at, 1);
      return call.id;
    },
    copy: () => createCallLedger({ used, calls, turn }),
  };
}

/** Equal ids: the earliest open call of the latest turn that has one. */
function findById(calls: readonly OpenCall[], sourceId: string): number {
  let found = -1;
  for (const [at, call] of calls.entries()) {
    if (call.sourceId !== sourceId) continue;
    if (found === -1 || call.turn > (calls[found]?.turn ?? 0)) found = at;
  }
  return found;
}

/** No id: the first open call of that name in the latest turn, else the first open one there. */
function findOldest(calls: readonly OpenCall[], name: string | null): number {
  const latest = calls.at(-1)?.turn;
  const named = calls.findIndex((call) => call.turn === latest && call.name === name);
  return named === -1 ? calls.findIndex((call) => call.turn === latest) : named;
}
