import type Database from 'better-sqlite3';
import type { PrivateKind } from '../../../../shared/model/privacy.ts';
import type { TokenSource } from '../../privacy/mask-texts.ts';
import { tokenOf, valueKey } from '../../privacy/tokens.ts';
import {
  highestNumber,
  naturalTokens,
  valueOfToken,
  valuesFor,
  type PrivateValue,
} from '../../store/private-values.ts';

/** Gives tokens to values: those they have, else the next number of their kind. */
export type Allocator = {
  /** @param avoid tokens that stand in the sample by themselves, and so can stand for nothing else in it */
  readonly forSample: (avoid: ReadonlySet<string>) => TokenSource;
  readonly valueOf: (token: string) => string | undefined;
  /** New values since the last call, to be stored. */
  readonly take: () => readonly PrivateValue[];
};

export function createAllocator(db: Database.Database): Allocator {
  const natural = naturalTokens(db);
  const known = new Map<string, PrivateValue[]>();
  const byToken = new Map<string, PrivateValue>();
  const numbers = new Map<PrivateKind, number>();
  let fresh: PrivateValue[] = [];

  function of(kind: PrivateKind, key: string): PrivateValue[] {
    const name = `${kind}\n${key}`;
    const list = known.get(name) ?? valuesFor(db, kind, key);
    known.set(name, list);
    return list;
  }

  function add(kind: PrivateKind, key: string, value: string, avoid: ReadonlySet<string>): PrivateValue {
    let number = numbers.get(kind) ?? highestNumber(db, kind);
    do number += 1;
    while (natural.has(tokenOf(kind, number)) || avoid.has(tokenOf(kind, number)));
    numbers.set(kind, number);
    const made = { token: tokenOf(kind, number), kind, number, valueKey: key, value };
    of(kind, key).push(made);
    byToken.set(made.token, made);
    fresh.push(made);
    return made;
  }

  return {
    forSample: (avoid) => (kind, value, but) => {
      const key = valueKey(kind, value);
      const usable = of(kind, key).find(({ token }) => !avoid.has(token) && but?.has(token) !== true);
      return usable ?? add(kind, key, value, avoid);
    },
    valueOf: (token) => (byToken.get(token) ?? valueOfToken(db, token))?.value,
    take() {
      const taken = fresh;
      fresh = [];
      return taken;
    },
  };
}
