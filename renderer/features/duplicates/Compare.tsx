import { Button } from '@mantine/core';
import { IconBookmark, IconBookmarkFilled } from '@tabler/icons-react';
import { useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { sampleRef } from '../../../shared/model/ids.ts';
import { samplesHref } from '../../data/navigation.ts';
import { ToneBadge } from '../../ui/Badges.tsx';
import { Kbd } from '../../ui/Kbd.tsx';
import { Delayed, ErrorState, RowSkeleton } from '../../ui/ListStates.tsx';
import { compareSides, type Section } from './compare.ts';
import { DiffSection } from './DiffSection.tsx';
import classes from './duplicates.module.css';
import { MemberFacts } from './MemberFacts.tsx';
import type { GroupMember, OpenGroup } from './use-groups.ts';
import { useSide, type LoadedSide } from './use-side.ts';

type Props = {
  readonly open: OpenGroup;
  readonly canWrite: boolean;
  readonly onMakeKeeper: () => void;
};

/** The keeper on the left, another sample of the group on the right, what differs marked on both. */
export function Compare({ open, canWrite, onMakeKeeper }: Props) {
  const { t } = useTranslation('duplicates');
  const left = useSide(open.keeper.sampleId);
  const right = useSide(open.compared.sampleId);
  const failed = [left.query, right.query].find((query) => query.error !== null);
  const sections = useMemo(
    () => (left.side === null || right.side === null ? [] : compareSides(left.side, right.side)),
    [left.side, right.side],
  );
  if (failed?.error != null) return <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />;
  if (left.side === null || right.side === null)
    return (
      <Delayed>
        <RowSkeleton rows={8} />
      </Delayed>
    );
  return (
    <div className={classes.sides}>
      <Column
        member={open.keeper}
        side={left.side}
        which="left"
        sections={sections}
        badge={
          <ToneBadge tone="accent" icon={<IconBookmarkFilled aria-hidden />}>
            {t('keeper')}
          </ToneBadge>
        }
      />
      <Column
        member={open.compared}
        side={right.side}
        which="right"
        sections={sections}
        badge={<ToneBadge tone="outline">{t('compared')}</ToneBadge>}
        action={
          canWrite ? (
            <Button
              aria-keyshortcuts="M"
              leftSection={<IconBookmark size={14} aria-hidden />}
              rightSection={<Kbd keys="M" />}
              onClick={onMakeKeeper}
            >
              {t('actions.makeKeeper')}
            </Button>
          ) : null
        }
      />
    </div>
  );
}

type ColumnProps = {
  readonly member: GroupMember;
  readonly side: LoadedSide;
  readonly which: 'left' | 'right';
  readonly sections: readonly Section[];
  readonly badge: ReactNode;
  readonly action?: ReactNode;
};

function Column({ member, side, which, sections, badge, action }: ColumnProps) {
  const sample = sampleRef(member.sampleId);
  const { lang } = side.detail.row;
  return (
    // What scrolls must be reachable.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={classes.side} data-side={which} aria-label={sample} tabIndex={0}>
      <div className={classes.sideHead}>
        <Link href={samplesHref('', member.sampleId)} className={classes.sampleLink}>
          {sample}
        </Link>
        {badge}
        <span className="label t3 ell">
          {lang === null ? member.sourceName : `${member.sourceName}, ${lang.toUpperCase()}`}
        </span>
        <span className={classes.grow} />
        {action}
      </div>
      {sections.map((section) => (
        <DiffSection key={section.key} section={section} which={which} />
      ))}
      <MemberFacts member={member} detail={side.detail} />
    </section>
  );
}
