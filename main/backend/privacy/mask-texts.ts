import { actionOf, type PrivacyAction, type PrivacyPolicy, type PrivateKind } from '../../../shared/model/privacy.ts';
import type { Hit } from './find-in-sample.ts';
import { isJsonText, literalsOf } from './json-text.ts';
import type { Spot } from './texts.ts';
import { droppedMark, tokensIn } from './tokens.ts';

/**
 * How the n-th standing of a token in a sample was written where that does not follow from its value: plain text (`t`), the
 * inside of a JSON string (`j`), or a JSON number (`n`).
 */
export type Spelling = readonly [nth: number, form: 't' | 'j' | 'n', raw: string];
/** Tokens of a sample that stand for something, and how often; spellings by token. */
export type TokenUse = { count: number; spellings: Spelling[] };

/**
 * Gives the token of a value, the same for the same value, and none that stands in the sample by itself.
 *
 * @param but tokens of the value that cannot be used where it stands
 */
export type TokenSource = (
  kind: PrivateKind,
  value: string,
  but?: ReadonlySet<string>,
) => { readonly token: string; readonly value: string };

export type Change = {
  readonly kind: PrivateKind;
  readonly action: PrivacyAction;
  readonly start: number;
  readonly end: number;
  /** With its quotes where it takes the place of a JSON number. */
  readonly by: string;
  readonly isNumber: boolean;
  /** Null when the original is not kept. */
  readonly token: string | null;
};

/** @returns the field of a hit as policies name it */
export function fieldOf(spot: Spot, hit: Hit): string {
  if (spot.field === 'reference') return `reference.${hit.member?.path[0] ?? ''}`;
  return spot.field === 'title' ? 'prompt' : spot.field;
}

/** @returns what of some hits of one text is replaced, in order */
export function changesOf(spot: Spot, hits: readonly Hit[], policy: PrivacyPolicy, tokens: TokenSource): Change[] {
  const changes: Change[] = [];
  const names = createNames(spot);
  for (const [at, hit] of hits.entries()) {
    const action = actionOf(policy, hit.kind, fieldOf(spot, hit));
    if (action === 'keep') continue;
    const { by, token } = standInOf(hit, action, tokens, names);
    const isNumber = hit.member?.type === 'number';
    changes.push({
      kind: hit.kind,
      action,
      start: hit.start,
      end: reach(spot, hit, action, hits[at + 1]),
      by: isNumber ? JSON.stringify(by) : by,
      isNumber,
      token,
    });
  }
  return changes;
}

/** Whether a key may have a name in its object, which it then has. */
type Names = (hit: Hit, by: string) => boolean;

/** Two members of one object must not become one: they would be lost when the JSON is read. */
function createNames({ text }: Spot): Names {
  let byObject: Map<string, Set<string>> | undefined;
  return ({ member, value }, by) => {
    if (member?.type !== 'key') return true;
    if (byObject === undefined) {
      byObject = new Map();
      for (const { type, path } of literalsOf(text)) if (type === 'key') namesIn(byObject, path).add(path.at(-1) ?? '');
    }
    const names = namesIn(byObject, member.path);
    const key = member.path.at(-1) ?? '';
    const name = key.slice(0, member.start) + by + key.slice(member.start + value.length);
    if (names.has(name)) return false;
    names.add(name);
    return true;
  };
}

function namesIn(byObject: Map<string, Set<string>>, path: readonly string[]): Set<string> {
  const object = JSON.stringify(path.slice(0, -1));
  const names = byObject.get(object) ?? new Set();
  byObject.set(object, names);
  return names;
}

function standInOf(
  hit: Hit,
  action: PrivacyAction,
  tokens: TokenSource,
  mayBe: Names,
): { readonly by: string; readonly token: string | null } {
  if (action === 'drop') {
    const mark = droppedMark(hit.kind);
    let by = mark;
    for (let number = 2; !mayBe(hit, by); number += 1) by = `${mark} ${number}`;
    return { by, token: null };
  }
  const taken = new Set<string>();
  let { token } = tokens(hit.kind, hit.value);
  while (!mayBe(hit, token)) {
    taken.add(token);
    ({ token } = tokens(hit.kind, hit.value, taken));
  }
  return { by: token, token };
}

/** Digits right behind a token would be read as its number, so they go with it, up to the next finding. */
function reach({ text }: Spot, hit: Hit, action: PrivacyAction, next: Hit | undefined): number {
  let { end } = hit;
  if (action === 'drop' || hit.member?.type === 'number') return end;
  while (end !== next?.start && /\d/u.test(text[end] ?? '')) end += 1;
  return end;
}

/** @returns the text with the changes made */
export function applyChanges(text: string, changes: readonly Change[]): string {
  let out = '';
  let from = 0;
  for (const { start, end, by } of changes) {
    out += text.slice(from, start) + by;
    from = end;
  }
  return out + text.slice(from);
}

/**
 * Makes the changes of all texts of a sample and tells what each token stands for, so that `unmask` gives the very same
 * texts back.
 *
 * @param use what stood masked before, by token; grown here
 */
export function maskSpots(
  spots: readonly Spot[],
  changesBySpot: ReadonlyMap<number, readonly Change[]>,
  valueOf: (token: string) => string,
  use: Map<string, TokenUse>,
): void {
  const old = new Map(
    [...use].map(([token, { spellings }]) => [token, new Map(spellings.map((one) => [one[0], one]))]),
  );
  const before = new Map<string, number>();
  const after = new Map<string, number>();
  const grown = new Map<string, TokenUse>();
  const note = (token: string, form: Spelling[1] | null, raw: string): void => {
    const nth = bump(after, token);
    const entry = grown.get(token) ?? { count: 0, spellings: [] };
    grown.set(token, entry);
    entry.count += 1;
    if (form !== null) entry.spellings.push([nth, form, raw]);
  };
  for (const [at, spot] of spots.entries()) {
    const changes = changesBySpot.get(at) ?? [];
    const text = applyChanges(spot.text, changes);
    const turns = spot.mode === 'text' && isJsonText(text);
    const events = [
      ...tokensIn(spot.text).map(({ token, start }) => ({ start, token, change: null })),
      ...changes.map((change) => ({ start: change.start, token: change.token, change })),
    ].toSorted((a, b) => a.start - b.start);
    for (const { token, change } of events) {
      if (token === null) continue;
      if (change !== null) note(token, ...spellingOf(spot, change, valueOf(token), turns));
      else if (use.has(token)) {
        const spelling = old.get(token)?.get(bump(before, token));
        note(token, spelling?.[1] ?? null, spelling?.[2] ?? '');
      }
    }
    if (changes.length > 0) spot.put(text);
  }
  use.clear();
  for (const [token, entry] of grown) use.set(token, entry);
}

/** How a stretch was written; no form where that follows from its value. `turns`: masking makes the text JSON. */
function spellingOf(
  spot: Spot,
  { start, end, isNumber }: Change,
  value: string,
  turns: boolean,
): readonly [form: Spelling[1] | null, raw: string] {
  const raw = spot.text.slice(start, end);
  if (isNumber) return ['n', raw];
  if (spot.mode === 'json') return [raw === inJson(value) ? null : 'j', raw];
  return [raw === value && !turns ? null : 't', raw];
}

/** Puts the originals back in all texts of a sample. Tokens without a value stay. @returns how many of each were put back */
export function unmaskSpots(
  spots: readonly Spot[],
  use: ReadonlyMap<string, TokenUse>,
  valueOf: (token: string) => string | undefined,
): ReadonlyMap<string, number> {
  const spelled = new Map(
    [...use].map(([token, { spellings }]) => [token, new Map(spellings.map((one) => [one[0], one]))]),
  );
  const counts = new Map<string, number>();
  const done = new Map<string, number>();
  for (const spot of spots) {
    let out = '';
    let from = 0;
    for (const { token, start, end } of tokensIn(spot.text)) {
      if (!use.has(token)) continue;
      const nth = bump(counts, token);
      const value = valueOf(token);
      if (value === undefined) continue;
      bump(done, token);
      const [, form, raw] = spelled.get(token)?.get(nth) ?? [nth, null, ''];
      const isQuoted = spot.text[start - 1] === '"' && spot.text[end] === '"';
      if (form === 'n' && spot.mode === 'json' && isQuoted) {
        out += spot.text.slice(from, start - 1) + raw;
        from = end + 1;
        continue;
      }
      const text = form === 't' ? raw : spot.mode === 'json' ? (form === 'j' ? raw : inJson(value)) : value;
      out += spot.text.slice(from, start) + text;
      from = end;
    }
    if (from > 0) spot.put(out + spot.text.slice(from));
  }
  return done;
}

function inJson(value: string): string {
  return JSON.stringify(value).slice(1, -1);
}

function bump(counts: Map<string, number>, key: string): number {
  const at = counts.get(key) ?? 0;
  counts.set(key, at + 1);
  return at;
}
