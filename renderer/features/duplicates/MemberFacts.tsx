import { useTranslation } from 'react-i18next';
import { Decision, type SampleDetail } from '../../../shared/model/sample.ts';
import { formatCount, formatScore } from '../../i18n/format.ts';
import classes from './duplicates.module.css';
import type { GroupMember } from './use-groups.ts';

/** What speaks for keeping a sample. */
export function MemberFacts({ member, detail }: { readonly member: GroupMember; readonly detail: SampleDetail }) {
  const { t } = useTranslation(['duplicates', 'common']);
  const { score, reward } = detail.row;
  const solved = detail.attempts.filter((attempt) => attempt.outcome === 'success').length;
  const decision = Decision.safeParse(member.decision);
  const facts = [
    {
      name: t('duplicates:facts.attempts'),
      value:
        member.attempts === 0
          ? t('duplicates:facts.noAttempts')
          : t('duplicates:facts.solved', { count: member.attempts, solved }),
    },
    ...(score === null ? [] : [{ name: t('duplicates:facts.score'), value: formatScore(score) }]),
    ...(reward === null ? [] : [{ name: t('duplicates:facts.reward'), value: formatScore(reward) }]),
    {
      name: t('duplicates:facts.reference'),
      value: member.hasReference ? t('duplicates:facts.present') : t('duplicates:facts.missing'),
    },
    {
      name: t('duplicates:facts.decision'),
      value: decision.success ? t(`common:decision.${decision.data}`) : member.decision,
    },
    {
      name: t('duplicates:facts.reviews'),
      value: member.reviews === 0 ? t('duplicates:facts.noReviews') : formatCount(member.reviews),
    },
    { name: t('duplicates:facts.source'), value: member.sourceName },
  ];
  return (
    <dl className={classes.facts}>
      {facts.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
