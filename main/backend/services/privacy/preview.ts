import type { z } from 'zod';
import type { MaskedText, privacy } from '../../../../shared/contract/privacy.ts';
import { SampleId } from '../../../../shared/model/ids.ts';
import { actionOf, type PrivacyPolicy } from '../../../../shared/model/privacy.ts';
import type { ProjectContext } from '../../context.ts';
import { applyChanges, type Change } from '../../privacy/mask-texts.ts';
import type { Spot } from '../../privacy/texts.ts';
import { countToScan, dismissedIn, openBySample, openSamples } from '../../store/private-scans.ts';
import { readTexts } from '../../store/private-texts.ts';
import { usesOf } from '../../store/private-values.ts';
import { createAllocator } from './allocator.ts';
import { maskOnce, readUses, type MaskCounts, type Masking } from './mask-sample.ts';
import { policyOf } from './policy.ts';
import { createScanner } from './scanner.ts';
import { withoutDerivedTitle } from './texts-of.ts';

type Input = z.output<(typeof privacy)['preview']['input']>;
type Preview = z.output<(typeof privacy)['preview']['output']>;

/** Characters of a text that are shown before its first change and from it on. */
const LEAD = 160;
const SHOWN = 800;

/** What masking would do, from what scans found; the texts are masked for real, but nothing of it is stored. */
export async function previewMask(project: ProjectContext, input: Input, signal: AbortSignal): Promise<Preview> {
  const policy = input.policy ?? policyOf(project);
  const by = { mask: {} as MaskCounts, drop: {} as MaskCounts, keep: {} as MaskCounts };
  const samples = new Set<number>();
  let findings = 0;
  for (const { id, kind, field, n } of openBySample(project.db, input)) {
    const action = actionOf(policy, kind, field);
    by[action][kind] = (by[action][kind] ?? 0) + n;
    if (action === 'keep') continue;
    samples.add(id);
    findings += n;
  }
  return {
    findings,
    samples: samples.size,
    unscanned: countToScan(project.db, input, false),
    masked: by.mask,
    dropped: by.drop,
    kept: by.keep,
    texts: await previewTexts(project, input, policy, signal),
  };
}

async function previewTexts(
  project: ProjectContext,
  input: Input,
  policy: PrivacyPolicy,
  signal: AbortSignal,
): Promise<MaskedText[]> {
  const texts: MaskedText[] = [];
  if (input.limit === 0) return texts;
  const allocator = createAllocator(project.db);
  const scanner = createScanner(0);
  let after = 0;
  while (texts.length < input.limit) {
    const [stored] = readTexts(project.db, openSamples(project.db, input, after, 1));
    if (stored === undefined) break;
    after = stored.id;
    const own = withoutDerivedTitle(stored);
    const [found] = await scanner.scan([own], signal, true);
    if (found === undefined) break;
    const masking: Masking = {
      texts: own,
      use: readUses(usesOf(project.db, stored.id)),
      masked: {},
      dropped: {},
      done: [],
    };
    maskOnce(masking, found, { policy, allocator, dismissed: dismissedIn(project.db, stored.id), isFirst: true });
    for (const { spot, changes } of masking.done)
      if (spot.field !== 'title' && texts.length < input.limit) texts.push(cut(stored.id, spot, changes));
  }
  return texts;
}

function cut(id: number, spot: Spot, changes: readonly Change[]): MaskedText {
  const from = Math.max(0, (changes[0]?.start ?? 0) - LEAD);
  const last = changes.filter(({ end }) => end <= from + SHOWN).at(-1) ?? changes[0];
  const to = Math.max(from + SHOWN, last?.end ?? 0);
  const within = changes
    .filter(({ end }) => end <= to)
    .map((change) => ({ ...change, start: change.start - from, end: change.end - from }));
  const shown = spot.text.slice(from, changes.find(({ start, end }) => start < to && end > to)?.start ?? to);
  let grown = 0;
  return {
    sampleId: SampleId.parse(id),
    place: spot.place,
    before: shown,
    after: applyChanges(shown, within),
    changes: within.map(({ kind, action, start, end, by }) => {
      const afterStart = start + grown;
      grown += by.length - (end - start);
      return { kind, action, start, end, afterStart, afterEnd: afterStart + by.length };
    }),
  };
}
