import type { ActionId } from '../../shared/model/ids.ts';
import type { Client } from '../../shared/rpc/client.ts';

export type OwnAction = { readonly actionId: ActionId; readonly label: string };

/** Tells which of the actions that the backend announces were started here. */
export type ActionWatch = {
  readonly watch: (client: Client) => () => void;
  /** Call before a command is sent, and the result once it has been answered. */
  readonly expect: () => { readonly done: (isOk: boolean) => void };
  readonly onOwnAction: (listener: (action: OwnAction) => void) => () => void;
  /** An action that someone else started, or that no command of this page explains. */
  readonly onOtherAction: (listener: () => void) => () => void;
};

/** The event may come shortly before or after the command's own answer. */
const GRACE_MS = 1_000;

export function createActionWatch(): ActionWatch {
  const expected = new Set<symbol>();
  const own = new Set<(action: OwnAction) => void>();
  const other = new Set<() => void>();

  return {
    watch: (client) =>
      client.on('changed', ({ actionId, label }) => {
        if (actionId === null || label === null) return;
        const [first] = expected;
        if (first === undefined) {
          for (const listener of other) listener();
          return;
        }
        expected.delete(first);
        for (const listener of own) listener({ actionId, label });
      }),
    expect: () => {
      const token = Symbol('command');
      expected.add(token);
      return {
        done: (isOk) => {
          if (isOk) setTimeout(() => expected.delete(token), GRACE_MS);
          else expected.delete(token);
        },
      };
    },
    onOwnAction: (listener) => {
      own.add(listener);
      return () => void own.delete(listener);
    },
    onOtherAction: (listener) => {
      other.add(listener);
      return () => void other.delete(listener);
    },
  };
}
