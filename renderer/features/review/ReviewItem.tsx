import { useTranslation } from 'react-i18next';
import { sampleRef } from '../../../shared/model/ids.ts';
import { messageText } from '../../../shared/model/message.ts';
import type { AttemptDetail, SampleDetail } from '../../../shared/model/sample.ts';
import type { AttemptId } from '../../../shared/model/ids.ts';
import { AttemptSwitcher } from '../../trace/AttemptSwitcher.tsx';
import { PrivateMarksProvider } from '../../trace/PrivateMarksProvider.tsx';
import { RawText } from '../../trace/RawText.tsx';
import { TracePane } from '../../trace/TracePane.tsx';
import { VisibleText } from '../../trace/VisibleText.tsx';
import { ToneBadge } from '../../ui/Badges.tsx';
import classes from './review.module.css';

type Props = {
  readonly detail: SampleDetail;
  readonly attempt: AttemptDetail | null;
  readonly onAttempt: (id: AttemptId) => void;
};

/** One sample, large and readable: what was asked, then what the agent did. */
export function ReviewItem({ detail, attempt, onAttempt }: Props) {
  const { t } = useTranslation('review');
  const { row } = detail;
  const asked = detail.prompt.findLast((message) => message.role === 'user');
  // Grader scores stay out of sight until the reviewer has decided.
  const blind = detail.attempts.map((one) => ({ ...one, score: null, reward: null }));
  return (
    <PrivateMarksProvider detail={detail}>
      <div className={classes.item}>
        <div className={classes.itemHead}>
          <span className="mono11 t3">{sampleRef(row.id)}</span>
          {row.tags.map((tag) => (
            <ToneBadge key={tag} tone="neutral">
              {tag}
            </ToneBadge>
          ))}
          {row.lang === null ? null : <ToneBadge tone="neutral">{row.lang.toUpperCase()}</ToneBadge>}
          <ToneBadge tone="neutral">{row.sourceName}</ToneBadge>
        </div>
        <div className={classes.question}>
          <VisibleText text={asked === undefined ? row.title : messageText(asked)} pieceKey="question" />
        </div>
        <div className={classes.trace}>
          <TracePane
            traceKey={`${row.id} ${attempt?.summary.id ?? 'prompt'}`}
            prompt={detail.prompt}
            tools={detail.tools}
            messages={attempt?.messages ?? null}
            summary={attempt === null ? null : { ...attempt.summary, score: null, reward: null }}
            extras={attempt?.extras ?? null}
            switcher={<AttemptSwitcher attempts={blind} current={attempt?.summary.id ?? null} onPick={onAttempt} />}
            renderRaw={() => (
              <RawText text={JSON.stringify(attempt?.messages ?? detail.prompt, null, 2)} label={t('panes.item')} />
            )}
          />
        </div>
      </div>
    </PrivateMarksProvider>
  );
}
