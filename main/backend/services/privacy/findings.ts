import type { z } from 'zod';
import type { privacy } from '../../../../shared/contract/privacy.ts';
import { AttemptId, SampleId } from '../../../../shared/model/ids.ts';
import { actionOf } from '../../../../shared/model/privacy.ts';
import { AppError } from '../../../../shared/rpc/errors.ts';
import { count } from '../../../../shared/text/plural.ts';
import type { ProjectContext } from '../../context.ts';
import { literalsOf } from '../../privacy/json-text.ts';
import { openTexts, type Spot } from '../../privacy/texts.ts';
import { droppedMark } from '../../privacy/tokens.ts';
import {
  getFinding,
  pageFindings,
  setFindingState,
  type FindingRow,
  type PrivateDetail,
} from '../../store/private-scans.ts';
import { readTexts } from '../../store/private-texts.ts';
import { createAllocator } from './allocator.ts';
import { policyOf } from './policy.ts';

type Input = z.output<(typeof privacy)['findings']['input']>;
type Page = z.output<(typeof privacy)['findings']['output']>;

/** Characters given on either side of a finding. */
const AROUND = 60;
const NONE: ReadonlySet<string> = new Set();

/** One page of findings, each with the token it is or would be shown as. */
export function listFindings(project: ProjectContext, input: Input): Page {
  const { total, rows } = pageFindings(project.db, input, input);
  const policy = policyOf(project);
  // It gives tokens in the order of this page; nothing of it is stored.
  const tokens = createAllocator(project.db).forSample(NONE);
  const spots = new Map<number, readonly Spot[]>();
  const members = createMembers();
  return {
    total,
    rows: rows.map((row) => {
      const detail = detailOf(row);
      const { kind, field, place, hint } = detail;
      const text = textOf(spotsOf(project, spots, row.sampleId), row, detail, members);
      const found = text?.slice(row.start, row.end) ?? '';
      const action = actionOf(policy, kind, field);
      return {
        flagId: row.id,
        sampleId: SampleId.parse(row.sampleId),
        attemptId: row.attemptId === null ? null : AttemptId.parse(row.attemptId),
        messageIdx: row.messageIdx,
        kind,
        state: row.state === 'dismissed' ? ('dismissed' as const) : ('open' as const),
        field,
        place,
        start: row.start,
        end: row.end,
        hint,
        action,
        shownAs: action === 'drop' ? droppedMark(kind) : tokens(kind, found).token,
        excerpt:
          !input.withExcerpt || text === undefined
            ? null
            : {
                before: text.slice(Math.max(0, row.start - AROUND), row.start),
                found,
                after: text.slice(row.end, row.end + AROUND),
              },
      };
    }),
  };
}

/** Says of a finding, or of its value in the whole project, that it is no personal data, or takes that back. */
export function dismissFinding(
  project: ProjectContext,
  { flagId, everywhere }: { readonly flagId: number; readonly everywhere: boolean },
  state: 'open' | 'dismissed',
): number {
  const row = getFinding(project.db, flagId);
  if (row === undefined)
    throw new AppError('not_found', 'This finding is gone: the sample was changed or masked since.');
  const { kind, key } = detailOf(row);
  const { value } = project.act(
    (changed) => ({
      kind: `privacy.${state === 'dismissed' ? 'dismiss' : 'reopen'}`,
      label: `${state === 'dismissed' ? 'Dismiss' : 'Reopen'} ${count(changed, 'finding')}`,
      tables: ['flag', 'privacy'],
    }),
    () => setFindingState(project.db, everywhere ? { kind, key } : { flagId }, state),
  );
  return value;
}

function detailOf(row: FindingRow): PrivateDetail {
  // Written by the scan writer from this very type.
  return JSON.parse(row.detail) as PrivateDetail;
}

function spotsOf(project: ProjectContext, known: Map<number, readonly Spot[]>, id: number): readonly Spot[] {
  const before = known.get(id);
  if (before !== undefined) return before;
  const [texts] = readTexts(project.db, [id]);
  const spots = texts === undefined ? [] : openTexts(texts).spots;
  // A page is sorted by sample, so one is enough.
  known.clear();
  known.set(id, spots);
  return spots;
}

/** The text that a finding's span is in. */
function textOf(spots: readonly Spot[], row: FindingRow, detail: PrivateDetail, members: Members): string | undefined {
  const { place, part, call, path } = detail;
  const base = path === undefined ? place : place.slice(0, place.length - path.join(' ').length - 1);
  const spot = spots.find(
    (one) =>
      one.messageIdx === row.messageIdx &&
      one.place === base &&
      (one.part ?? undefined) === part &&
      (one.call ?? undefined) === call,
  );
  if (spot === undefined || path === undefined) return spot?.text;
  return members(spot, path).find((value) => value.length >= row.end);
}

/** Values and keys that stand under a path of a JSON text. */
type Members = (spot: Spot, path: readonly string[]) => readonly string[];

/** Takes a text apart once for all findings in it, of which lists of addresses have many. */
function createMembers(): Members {
  let last:
    { readonly spot: Spot; readonly byPath: ReadonlyMap<string, readonly { readonly value: string }[]> } | undefined;
  return (spot, path) => {
    if (last?.spot !== spot)
      last = { spot, byPath: Map.groupBy(literalsOf(spot.text), (literal) => JSON.stringify(literal.path)) };
    return (last.byPath.get(JSON.stringify(path)) ?? []).map(({ value }) => value);
  };
}
