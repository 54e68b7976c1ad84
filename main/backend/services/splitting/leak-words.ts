import { z } from 'zod';
import type { LeakKind, LeakSettings } from '../../../../shared/contract/splits.ts';
import { count } from '../../../../shared/text/plural.ts';
import type { ProjectContext } from '../../context.ts';
import type { CheckFacts } from '../../store/leaks.ts';
import { scanFacts } from '../../store/similar.ts';
import { keyTitle } from './group-keys.ts';

const Facts = z.object({
  commonKeys: z.array(z.string()),
  shortReferences: z.int(),
  commonReferences: z.int(),
  commonResults: z.int(),
  commonQuotes: z.int(),
});

/** @returns what is looked for, as on a list of checks */
export function kindTitle(kind: LeakKind, { near, semantic }: LeakSettings): string {
  switch (kind) {
    case 'exact':
      return 'Same prompt and tools';
    case 'near':
      return `Near-duplicate prompt, ${near.toFixed(2)} or more`;
    case 'semantic':
      return `Same meaning, ${semantic.toFixed(2)} or more`;
    case 'group':
      return 'Same conversation, user, document or group field';
    case 'result':
      return 'Same tool result';
    case 'reference':
      return 'Same reference';
    case 'quoted':
      return 'Held-out reference quoted in a training tool result';
  }
}

/** @returns the kind in a list of counts: `2 near-duplicate prompts` */
export function kindCount(kind: LeakKind, n: number): string {
  const words: Readonly<Record<LeakKind, readonly [string, string]>> = {
    exact: ['same prompt', 'same prompts'],
    near: ['near-duplicate prompt', 'near-duplicate prompts'],
    semantic: ['prompt of the same meaning', 'prompts of the same meaning'],
    group: ['shared conversation, user, document or field', 'shared conversations, users, documents or fields'],
    result: ['shared tool result', 'shared tool results'],
    reference: ['shared reference', 'shared references'],
    quoted: ['quoted reference', 'quoted references'],
  };
  return count(n, ...words[kind]);
}

/** @returns what of a kind was not counted or not measured, in a sentence; null when there is nothing to say */
export function kindNote(
  project: Pick<ProjectContext, 'db'>,
  kind: LeakKind,
  check: CheckFacts | undefined,
): string | null {
  if (kind === 'near' || kind === 'semantic') return scanNote(project, kind);
  const parsed = Facts.safeParse(check?.facts);
  if (kind !== 'exact' && !parsed.success) return 'Not checked yet.';
  if (!parsed.success) return null;
  const parts = leftOut(parsed.data).filter((part) => part.kind === kind && part.n > 0);
  return parts.length === 0 ? null : parts.map(({ words }) => words).join(' ');
}

function leftOut(facts: z.infer<typeof Facts>): { kind: LeakKind; n: number; words: string }[] {
  const { commonKeys, shortReferences, commonReferences, commonResults, commonQuotes } = facts;
  const keys = commonKeys.map(keyTitle).join(' and ');
  return [
    {
      kind: 'group',
      n: commonKeys.length,
      words: `${keys} left out where more than half of the samples share one.`,
    },
    {
      kind: 'result',
      n: commonResults,
      words: `${count(commonResults, 'result')} that many samples share left out.`,
    },
    {
      kind: 'reference',
      n: shortReferences,
      words: `${count(shortReferences, 'sample')} with a short reference that others have too left out.`,
    },
    {
      kind: 'reference',
      n: commonReferences,
      words: `${count(commonReferences, 'reference')} that many samples share left out.`,
    },
    {
      kind: 'quoted',
      n: commonQuotes,
      words: `${count(commonQuotes, 'reference')} that many results hold left out.`,
    },
  ];
}

function scanNote(project: Pick<ProjectContext, 'db'>, kind: 'near' | 'semantic'): string | null {
  const facts = scanFacts(project.db, kind, 'prompt');
  if (facts === null) return 'Not checked yet.';
  const parts: string[] = [];
  const { embedders, search, kept } = facts.method;
  if (kind === 'semantic' && embedders.some(({ embedder }) => embedder === 'word-parts'))
    parts.push(
      embedders
        .map(({ embedder, count: n }) =>
          embedder === 'sentences'
            ? `${count(n, 'English prompt')} by meaning`
            : `${count(n, 'other prompt')} by parts of words`,
        )
        .join(', ') + '.',
    );
  if (kind === 'semantic' && search === 'lsh') parts.push('Searched by sampling, so a pair may be missed.');
  if (kept === 'strongest') parts.push('Only the strongest links of each sample were kept.');
  return parts.length === 0 ? null : parts.join(' ');
}
