import { Button, Slider, Textarea } from '@mantine/core';
import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { flagRule, flagTitle } from '../../../shared/model/flag-rules.ts';
import type { Flag, SampleDetail } from '../../../shared/model/sample.ts';
import type { Output } from '../../data/methods.ts';
import { useRpcQuery } from '../../data/use-rpc-query.ts';
import { formatScore } from '../../i18n/format.ts';
import { ToneBadge } from '../../ui/Badges.tsx';
import { Kbd } from '../../ui/Kbd.tsx';
import { VerdictIcon } from '../../ui/VerdictIcon.tsx';
import { FlagMark } from './FlagMark.tsx';
import { ReferenceEditor } from './ReferenceEditor.tsx';
import classes from './review.module.css';
import type { ReviewDraft } from './use-review-draft.ts';

type Props = {
  readonly detail: SampleDetail;
  readonly reviewer: string;
  readonly draft: ReviewDraft;
  readonly isDecided: boolean;
  readonly attemptId: number | null;
  readonly canWrite: boolean;
};

/** Everything a verdict rests on: why the sample is here, its reference, the reviewer's score and note. */
export function DecisionPanel({ detail, reviewer, draft, isDecided, attemptId, canWrite }: Props) {
  const { t } = useTranslation('review');
  /** Back to the desk, where single keys give verdicts. A reference field is saved by losing the focus. */
  function leaveField(event: KeyboardEvent): void {
    if (event.key === 'Escape' && event.target instanceof HTMLElement) event.target.blur();
  }
  return (
    // Its fields hold the focus; Esc leaves them.
    // eslint-disable-next-line jsx-a11y/no-static-element-interactions
    <div className={classes.panel} onKeyDown={leaveField}>
      <Flags flags={detail.flags} />
      <ReferenceEditor key={detail.row.id} sampleId={detail.row.id} reference={detail.reference} canWrite={canWrite} />
      <section className={classes.section} aria-labelledby="review-score">
        <div className={classes.sectionHead}>
          <h2 id="review-score">{t('score')}</h2>
          <span className={classes.grow} />
          <b className={classes.score}>{draft.score === null ? t('noScore') : formatScore(draft.score)}</b>
        </div>
        <Slider
          min={0}
          max={1}
          step={0.05}
          label={null}
          disabled={!canWrite}
          value={draft.score ?? 0}
          thumbLabel={t('scoreSlider')}
          onChange={(score) => draft.setScore(score)}
        />
        <div className={classes.keys}>
          <Kbd keys="0" />–<Kbd keys="9" /> {t('scoreKeys')}
          <span className={classes.grow} />
          <Kbd keys="Shift 0" /> {t('scoreFull')}
        </div>
        {draft.score === null ? null : (
          <Button size="xs" variant="subtle" onClick={() => draft.setScore(null)}>
            {t('clearScore')}
          </Button>
        )}
        <GraderScore detail={detail} attemptId={attemptId} isShown={isDecided} />
      </section>
      <section className={classes.section} aria-labelledby="review-note">
        <div className={classes.sectionHead}>
          <h2 id="review-note">{t('note')}</h2>
          <span className={classes.grow} />
          <Kbd keys="N" />
        </div>
        <Textarea
          aria-labelledby="review-note"
          placeholder={t('notePlaceholder')}
          autosize
          minRows={2}
          maxRows={8}
          readOnly={!canWrite}
          value={draft.note}
          data-review-note
          onChange={(event) => draft.setNote(event.currentTarget.value)}
        />
      </section>
      {isDecided ? <Others detail={detail} reviewer={reviewer} /> : null}
    </div>
  );
}

const GRAVITY = { error: 0, warn: 1, info: 2 } as const satisfies Record<Flag['severity'], number>;

/** Flags of one rule stand together, the gravest rules first; what is only a remark is said in a word. */
function byRule(flags: readonly Flag[]): readonly (readonly [Flag, ...Flag[]])[] {
  const groups = new Map<string, [Flag, ...Flag[]]>();
  for (const flag of flags) {
    const group = groups.get(flag.ruleId);
    if (group === undefined) groups.set(flag.ruleId, [flag]);
    else group.push(flag);
  }
  return [...groups.values()].toSorted(([a], [b]) => GRAVITY[a.severity] - GRAVITY[b.severity]);
}

function Flags({ flags }: { readonly flags: readonly Flag[] }) {
  const { t } = useTranslation('review');
  const open = flags.filter((flag) => flag.state === 'open');
  return (
    <section className={classes.section} aria-labelledby="review-why">
      <div className={classes.sectionHead}>
        <h2 id="review-why">{t('why')}</h2>
        {open.length === 0 ? null : <ToneBadge tone="warn">{t('flags', { count: open.length })}</ToneBadge>}
      </div>
      {open.length === 0 ? <p className="t2 label">{t('noFlags')}</p> : null}
      <ul className={classes.flags}>
        {byRule(open).map(([flag, ...more]) => (
          <li key={flag.id}>
            <FlagMark severity={flag.severity} />
            <span>
              <b title={flagRule(flag.ruleId)?.why}>{flagTitle(flag.ruleId)}</b>
              {more.length === 0 ? null : <span className="t2"> {t('flagTimes', { count: more.length + 1 })}</span>}
              {flag.severity === 'info' ? null : <p className="t2">{flagRule(flag.ruleId)?.description}</p>}
              {[flag, ...more].map(({ id, detail }) =>
                typeof detail['note'] === 'string' && detail['note'] !== '' ? (
                  <p key={id} className="t2">
                    {detail['note']}
                  </p>
                ) : null,
              )}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Blind first: what the grader gave shows once the reviewer has decided. */
function GraderScore({
  detail,
  attemptId,
  isShown,
}: {
  detail: SampleDetail;
  attemptId: number | null;
  isShown: boolean;
}) {
  const { t } = useTranslation('review');
  const { data } = useRpcQuery('scores.forSample', isShown ? { sampleId: detail.row.id, runId: null } : null);
  if (!isShown) return <p className="meta t3">{t('graderHidden')}</p>;
  const score = data?.scores.find((one) => one.attemptId === attemptId);
  if (data?.run == null || score?.value == null) return null;
  return <p className="label t2">{t('grader', { name: data.run.graderName, score: formatScore(score.value) })}</p>;
}

function Others({ detail, reviewer }: { readonly detail: SampleDetail; readonly reviewer: string }) {
  const { t } = useTranslation('review');
  const { data } = useRpcQuery('reviews.forSample', { sampleId: detail.row.id });
  const others = (data ?? []).filter((one) => one.reviewer !== reviewer && one.verdict !== null);
  if (others.length === 0) return null;
  return (
    <section className={classes.section} aria-labelledby="review-others">
      <div className={classes.sectionHead}>
        <h2 id="review-others">{t('others')}</h2>
      </div>
      {others.map((one) => (
        <Other key={one.id} review={one} />
      ))}
    </section>
  );
}

function Other({ review }: { readonly review: Output<'reviews.forSample'>[number] }) {
  const { t } = useTranslation('review');
  if (review.verdict === null) return null;
  return (
    <p className="label">
      <VerdictIcon verdict={review.verdict} />{' '}
      {t('otherVerdict', { name: review.reviewer, verdict: t(`verdicts.${review.verdict}`) })}
      {review.note === null || review.note === '' ? null : <span className="t2"> {review.note}</span>}
    </p>
  );
}
