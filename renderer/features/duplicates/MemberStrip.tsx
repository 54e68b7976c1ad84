import { Radio, UnstyledButton } from '@mantine/core';
import { IconShieldCheck } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { sampleRef } from '../../../shared/model/ids.ts';
import { samplesHref } from '../../data/navigation.ts';
import { formatScore } from '../../i18n/format.ts';
import { linkBetween } from './link-text.ts';
import classes from './members.module.css';
import type { Clusters, Member, OpenCluster } from './use-clusters.ts';

type Props = { readonly open: OpenCluster; readonly clusters: Clusters; readonly canWrite: boolean };

/** All samples of the cluster. The radio says which stays, the rest of a card shows it beside the keeper. */
export function MemberStrip({ open, clusters, canWrite }: Props) {
  const { t } = useTranslation('duplicates');
  const { members } = open.cluster;
  const strip = useRef<HTMLDivElement>(null);
  useEffect(() => {
    strip.current?.querySelector('[data-compared]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [open.compared.sampleId]);
  return (
    <div ref={strip} className={classes.members} role="group" aria-label={t('members')}>
      {members.map((member) => (
        <MemberCard
          key={member.sampleId}
          member={member}
          similarity={linkBetween(open.cluster.links, open.keeper, member)?.similarity ?? member.similarity}
          isKeeper={member === open.keeper}
          isCompared={member === open.compared}
          canWrite={canWrite}
          onKeep={() => clusters.keep(member.sampleId)}
          onCompare={() => clusters.compare(member.sampleId)}
        />
      ))}
      {open.cluster.isCut ? (
        <p className={classes.cut}>{t('cut', { count: members.length, total: open.cluster.size })}</p>
      ) : null}
      <Link href={samplesHref(`id:${members.map(({ sampleId }) => sampleId).join(',')}`)} className={classes.samples}>
        {t('actions.showCluster')}
      </Link>
    </div>
  );
}

type CardProps = {
  readonly member: Member;
  /** To the keeper: of the link that holds them together where there is one. */
  readonly similarity: number | null;
  readonly isKeeper: boolean;
  readonly isCompared: boolean;
  readonly canWrite: boolean;
  readonly onKeep: () => void;
  readonly onCompare: () => void;
};

function MemberCard({ member, similarity, isKeeper, isCompared, canWrite, onKeep, onCompare }: CardProps) {
  const { t } = useTranslation('duplicates');
  const sample = sampleRef(member.sampleId);
  const attempts = t('memberFacts', { count: member.attempts });
  const text = member.score === null ? attempts : t('withScore', { attempts, score: formatScore(member.score) });
  return (
    <div className={classes.member} data-keeper={isKeeper || undefined} data-compared={isCompared || undefined}>
      <Radio
        className={classes.radio}
        size="xs"
        name="duplicates-keeper"
        aria-label={t('makeKeeperOf', { sample })}
        checked={isKeeper}
        disabled={!canWrite}
        onChange={onKeep}
      />
      <UnstyledButton
        className={classes.show}
        aria-pressed={isCompared}
        aria-label={t('compareWith', { sample })}
        disabled={isKeeper}
        onClick={onCompare}
      >
        <span className={classes.top}>
          <span className={`mono11 ${classes.ref}`}>{sample}</span>
          {isKeeper ? <span className={classes.keeper}>{t('keeper')}</span> : null}
          {isKeeper || similarity === null ? null : <span>{formatScore(similarity)}</span>}
        </span>
      </UnstyledButton>
      <span className={classes.under}>
        <span className="ell">{text}</span>
        {member.isProtected ? (
          <span className={classes.safe} role="img" aria-label={t('isProtected')} title={t('isProtected')}>
            <IconShieldCheck size={12} aria-hidden />
          </span>
        ) : null}
      </span>
    </div>
  );
}
