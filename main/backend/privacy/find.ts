import { DETECTORS } from './registry.ts';
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
  return apart(all);
}

/** Keeps of overlapping findings the one whose kind stands first, then the longer one. */
function apart(findings: readonly Finding[]): readonly Finding[] {
  const kept: Finding[] = [];
  const rank = new Map(DETECTORS.map(({ kind }, at) => [kind, at]));
  const rankOf = ({ kind }: Finding): number => rank.get(kind) ?? DETECTORS.length;
  const byWorth = findings.toSorted((a, b) => rankOf(a) - rankOf(b) || b.end - b.start - (a.end - a.start));
  for (const one of byWorth) if (kept.every(({ start, end }) => end <= one.start || one.end <= start)) kept.push(one);
  return kept.toSorted((a, b) => a.start - b.start);
}
