import { Button } from '@mantine/core';
import { IconDice5 } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { samplesHref } from '../../data/navigation.ts';
import { useProject } from '../../data/use-project.ts';
import { useRpcQuery } from '../../data/use-rpc-query.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ListStates } from '../../ui/ListStates.tsx';
import { Page, PageHead } from '../../ui/PageHead.tsx';
import { LeaksPane } from './leaks/LeaksPane.tsx';
import { MixCard } from './MixCard.tsx';
import { RulesCard } from './RulesCard.tsx';
import classes from './split.module.css';
import { useSplit, type Split, type StoredSplit } from './use-split.ts';
import { useSplitCommands } from './use-split-commands.ts';

/** Train, validation and test by rules, and what one side gives away to another. */
export function SplitPage() {
  const { t } = useTranslation('split');
  const query = useRpcQuery('splits.get', {});
  const settings = useRpcQuery('settings.project', {});
  // Changed rules are kept in the settings: without them the fields would start with the stored ones.
  const ready = settings.data === undefined ? { ...settings, data: undefined } : query;
  return (
    <Page isTinted>
      {ready.data === undefined ? <PageHead title={t('title')} /> : null}
      <ListStates query={ready}>{(stored) => <Loaded stored={stored} />}</ListStates>
    </Page>
  );
}

function Loaded({ stored }: { readonly stored: StoredSplit }) {
  const { t } = useTranslation('split');
  const canWrite = useProject()?.readOnly === false;
  const split = useSplit(stored, canWrite);
  useSplitCommands(split);
  const hasTest = stored.rules.shares.test > 0 || stored.splits.some((side) => side.split === 'test' && side.count > 0);
  return (
    <>
      <PageHead title={t('title')} fact={<Fact stored={stored} />}>
        {stored.scope > 0 && canWrite ? <HeadActions split={split} /> : null}
      </PageHead>
      {stored.scope === 0 && !stored.isSplit ? (
        <NothingToSplit split={split} />
      ) : (
        <div className={classes.body}>
          <section className={classes.column} aria-label={t('panes.rules')} data-pane="rules" tabIndex={-1}>
            <RulesCard split={split} />
            <MixCard split={split} />
          </section>
          <section className={classes.column} aria-label={t('panes.leaks')} data-pane="leaks" tabIndex={-1}>
            <LeaksPane canWrite={canWrite} hasTest={hasTest} />
          </section>
        </div>
      )}
    </>
  );
}

const ACCEPTED = 'decision:include';

/** How many take part, and how many a package would leave out. */
function Fact({ stored }: { readonly stored: StoredSplit }) {
  const { t } = useTranslation('split');
  const { scope, filter, rules } = stored;
  const kind = rules.filter !== null ? 'chosen' : filter === ACCEPTED ? 'accepted' : 'notAccepted';
  const out = stored.notTakingPart + stored.unassigned.count - stored.outside.count;
  return (
    <>
      <Link href={samplesHref(filter)} className={classes.factLink}>
        {t(`head.${kind}`, { count: scope })}
      </Link>
      {out > 0 ? (
        <>
          {', '}
          <Link href={samplesHref('split:none')} className={classes.factLink}>
            {t('head.out', { count: out })}
          </Link>
        </>
      ) : null}
    </>
  );
}

function HeadActions({ split }: { readonly split: Split }) {
  const { t } = useTranslation('split');
  const { stored, changes, canApply } = split;
  const again = changes === null || changes === 0 ? t('head.again') : t('head.againMoves', { count: changes });
  return (
    <>
      <Button leftSection={<IconDice5 size={16} aria-hidden />} onClick={split.newSeed}>
        {t('head.newSeed')}
      </Button>
      <Button
        variant="filled"
        disabled={!canApply}
        loading={split.isApplying}
        title={canApply || !split.isCurrent ? undefined : t('head.nothing')}
        onClick={split.apply}
      >
        {stored.isSplit ? again : t('head.first', { count: stored.scope })}
      </Button>
    </>
  );
}

function NothingToSplit({ split }: { readonly split: Split }) {
  const { t } = useTranslation('split');
  const hasFilter = split.rules.filter !== null;
  return (
    <EmptyState title={t('empty.title')} text={hasFilter ? t('empty.filtered') : t('empty.text')}>
      {hasFilter && split.canWrite ? (
        <Button onClick={() => split.change({ filter: null })}>{t('empty.anyFilter')}</Button>
      ) : null}
      <Button component={Link} href="/review">
        {t('empty.review')}
      </Button>
      <Button component={Link} href="/samples">
        {t('empty.samples')}
      </Button>
    </EmptyState>
  );
}
