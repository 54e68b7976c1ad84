import { DETECTORS } from './registry.ts';
import { standInsIn } from './tokens.ts';
import type { Finding } from './types.ts';

/** Longer texts are looked at in pieces; a finding is far shorter than their overlap. */
const PIECE = 64 * 1024;
const OVERLAP = 2 * 1024;

/** @returns the private data in a text, by place, none inside another; linear in the text */
export async function findPrivate(text: string): Promise<readonly Finding[]> {
  if (text.length <= PIECE) return findIn(text, 0);
  const found: Finding[] = [];
  for (let from = 0; from < text.length; from += PIECE - OVERLAP)
    found.push(...(await findIn(text.slice(from, from + PIECE), from)));
  return apart(found);
}

async function findIn(text: string, offset: number): Promise<readonly Finding[]> {
  const all: Finding[] = [];
  for (const { kind, find } of DETECTORS)
    for (const { start, end } of await find(text)) all.push({ kind, start: start + offset, end: end + offset });
  return all.length === 0 ? all : apart(withoutStandIns(text, offset, all));
}

/** Tokens and marks of an earlier masking are no findings, nor is what was found because of one. */
function withoutStandIns(text: string, offset: number, findings: readonly Finding[]): readonly Finding[] {
  const standIns = standInsIn(text);
  if (standIns.length === 0) return findings;
  return findings.filter(
    (one) => !standIns.some(({ start, end }) => one.start < end + offset && start + offset < one.end),
  );
}

/** Keeps of overlapping findings the one whose kind stands first, then the longer one. */
export function apart(findings: readonly Finding[]): readonly Finding[] {
  const rank = new Map(DETECTORS.map(({ kind }, at) => [kind, at]));
  const rankOf = ({ kind }: Finding): number => rank.get(kind) ?? DETECTORS.length;
  const byPlace = findings.toSorted((a, b) => a.start - b.start);
  const kept: Finding[] = [];
  // Most findings touch no other, and those that do are few together.
  for (let from = 0, to = 0; from < byPlace.length; from = to) {
    let end = 0;
    for (to = from; to < byPlace.length && (to === from || (byPlace[to]?.start ?? 0) < end); to += 1)
      end = Math.max(end, byPlace[to]?.end ?? 0);
    const byWorth = byPlace
      .slice(from, to)
      .toSorted((a, b) => rankOf(a) - rankOf(b) || b.end - b.start - (a.end - a.start));
    const chosen: Finding[] = [];
    for (const one of byWorth)
      if (chosen.every(({ start, end: last }) => last <= one.start || one.end <= start)) chosen.push(one);
    kept.push(...chosen.toSorted((a, b) => a.start - b.start));
  }
  return kept;
}
