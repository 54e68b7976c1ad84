import { Button } from '@mantine/core';
import { IconBookmarkFilled } from '@tabler/icons-react';
import { useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { sampleRef } from '../../../shared/model/ids.ts';
import type { SimilarScan } from '../../../shared/model/similar.ts';
import { samplesHref } from '../../data/navigation.ts';
import { ToneBadge } from '../../ui/Badges.tsx';
import { Kbd } from '../../ui/Kbd.tsx';
import { Delayed, ErrorState, RowSkeleton } from '../../ui/ListStates.tsx';
import { compareSides, type Section } from './compare.ts';
import classes from './diff.module.css';
import { DiffSection } from './DiffSection.tsx';
import { linkText } from './link-text.ts';
import { MemberFacts } from './MemberFacts.tsx';
import type { Member, OpenCluster } from './use-clusters.ts';
import { useSide } from './use-side.ts';

type Props = {
  readonly open: OpenCluster;
  readonly semantic: SimilarScan | null;
  readonly canWrite: boolean;
  readonly onMakeKeeper: () => void;
};

/** The keeper on the left, another sample of the cluster on the right, what differs marked on both. */
export function Compare({ open, semantic, canWrite, onMakeKeeper }: Props) {
  const { t } = useTranslation('duplicates');
  const left = useSide(open.keeper.sampleId);
  const right = useSide(open.compared.sampleId);
  const failed = [left.query, right.query].find((query) => query.error !== null);
  const sections = useMemo(
    () => (left.side === null || right.side === null ? null : compareSides(left.side, right.side)),
    [left.side, right.side],
  );
  if (failed?.error != null) return <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />;
  if (sections === null)
    return (
      <div className={classes.sides}>
        <Delayed>
          <RowSkeleton rows={8} />
        </Delayed>
      </div>
    );
  return (
    <div className={classes.sides}>
      <Column
        member={open.keeper}
        which="left"
        sections={sections}
        why={t('keeperReason', { reason: t(`reasons.${open.cluster.keeperReason}`) })}
        badge={
          <ToneBadge tone="accent" icon={<IconBookmarkFilled aria-hidden />}>
            {t('keeper')}
          </ToneBadge>
        }
      />
      <Column
        member={open.compared}
        which="right"
        sections={sections}
        why={linkText(open, semantic?.method.embedders ?? [])}
        badge={<ToneBadge tone="outline">{t('compared')}</ToneBadge>}
        action={
          canWrite ? (
            <Button size="xs" aria-keyshortcuts="M" rightSection={<Kbd keys="M" />} onClick={onMakeKeeper}>
              {t('actions.makeKeeper')}
            </Button>
          ) : null
        }
      />
    </div>
  );
}

type ColumnProps = {
  readonly member: Member;
  readonly which: 'left' | 'right';
  readonly sections: readonly Section[];
  /** Why it is the keeper, or how it is linked with it. */
  readonly why: string;
  readonly badge: ReactNode;
  readonly action?: ReactNode;
};

function Column({ member, which, sections, why, badge, action }: ColumnProps) {
  const sample = sampleRef(member.sampleId);
  const { lang, sourceName } = member;
  // Long, and seldom what decides.
  const answer = sections.find((section) => section.key === 'answer');
  return (
    // What scrolls must be reachable.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={classes.side} data-side={which} aria-label={sample} tabIndex={0}>
      <div className={classes.sideHead}>
        <Link href={samplesHref('', member.sampleId)} className={classes.sampleLink}>
          {sample}
        </Link>
        {badge}
        <span className="label t3 ell">{lang === null ? sourceName : `${sourceName}, ${lang.toUpperCase()}`}</span>
        <span className={classes.grow} />
        {action}
      </div>
      <p className={classes.why} title={why}>
        {why}
      </p>
      {sections.map((section) =>
        section.key === 'answer' ? null : <DiffSection key={section.key} section={section} which={which} />,
      )}
      <MemberFacts member={member} />
      {answer === undefined ? null : <DiffSection section={answer} which={which} />}
    </section>
  );
}
