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
  const kept: Finding[] = [];
  const rank = new Map(DETECTORS.map(({ kind }, at) => [kind, at]));
  const rankOf = ({ kind }: Finding): number => rank.get(kind) ?? DETECTORS.length;
  const byWorth = findings.toSorted((a, b) => rankOf(a) - rankOf(b) || b.end - b.start - (a.end - a.start));
  for (const one of byWorth) if (kept.every(({ start, end }) => end <= one.start || one.end <= start)) kept.push(one);
  return kept.toSorted((a, b) => a.start - b.start);
}
