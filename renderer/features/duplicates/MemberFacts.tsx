import { useTranslation } from 'react-i18next';
import { Decision } from '../../../shared/model/sample.ts';
import { formatScore } from '../../i18n/format.ts';
import classes from './diff.module.css';
import type { Member } from './use-clusters.ts';

/** What speaks for keeping a sample. */
export function MemberFacts({ member }: { readonly member: Member }) {
  const { t } = useTranslation(['duplicates', 'common']);
  const { attempts, solved, score, humanScore, reviews } = member;
  const decision = Decision.safeParse(member.decision);
  const none = t('duplicates:facts.none');
  const human =
    humanScore === null
      ? t('duplicates:facts.reviews', { count: reviews })
      : t('duplicates:facts.humanScore', { count: reviews, score: formatScore(humanScore) });
  const facts = [
    [t('duplicates:facts.attempts'), attempts === 0 ? none : t('duplicates:facts.solved', { count: attempts, solved })],
    [t('duplicates:facts.score'), score === null ? none : formatScore(score)],
    [t('duplicates:facts.reference'), t(member.hasReference ? 'duplicates:facts.present' : 'duplicates:facts.missing')],
    [t('duplicates:facts.human'), reviews === 0 ? none : human],
    [t('duplicates:facts.decision'), decision.success ? t(`common:decision.${decision.data}`) : member.decision],
  ] as const;
  return (
    <dl className={classes.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
