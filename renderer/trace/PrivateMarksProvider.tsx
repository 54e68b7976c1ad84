import { useMemo, type ReactNode } from 'react';
import { PRIVACY_RULES } from '../../shared/model/privacy.ts';
import type { SampleDetail } from '../../shared/model/sample.ts';
import { useRpcQuery } from '../data/use-rpc-query.ts';
import { PrivateMarksContext } from './private-marks-context.ts';
import { privateMarks } from './private-pieces.ts';

/** More than are read at a glance; the page of personal data lists all. */
const MOST = 200;

type Props = { readonly detail: Pick<SampleDetail, 'row' | 'flags'>; readonly children: ReactNode };

/** Marks personal data and masked tokens in all texts of a sample below it. */
export function PrivateMarksProvider({ detail, children }: Props) {
  const filter = `id:${detail.row.id}`;
  const hasOpen = detail.flags.some((flag) => isPrivacyRule(flag.ruleId) && flag.state !== 'dismissed');
  const { data: findings } = useRpcQuery(
    'privacy.findings',
    hasOpen ? { filter, sourceId: null, state: 'open', limit: MOST, withExcerpt: true } : null,
  );
  const { data: summary } = useRpcQuery('privacy.summary', { filter, sourceId: null });
  const marks = useMemo(
    () =>
      privateMarks(
        hasOpen
          ? (findings?.rows ?? []).flatMap(({ kind, excerpt }) =>
              excerpt === null ? [] : [{ kind, value: excerpt.found }],
            )
          : [],
        (summary?.kinds ?? []).filter(({ masked }) => masked > 0).map(({ kind }) => kind),
      ),
    [findings, summary, hasOpen],
  );
  return <PrivateMarksContext value={marks}>{children}</PrivateMarksContext>;
}

function isPrivacyRule(ruleId: string): boolean {
  return PRIVACY_RULES.some((rule) => rule === ruleId);
}
