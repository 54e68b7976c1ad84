import { Button } from '@mantine/core';
import { IconChartHistogram } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { useSearchParam } from '../../data/navigation.ts';
import { useRpcQuery } from '../../data/use-rpc-query.ts';
import { Note } from '../../ui/Badges.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ListStates } from '../../ui/ListStates.tsx';
import { Page, PageHead } from '../../ui/PageHead.tsx';
import classes from './report.module.css';
import { RunCard } from './RunCard.tsx';
import { RunsTable } from './RunsTable.tsx';
import { latestFirst, runToShow } from './runs.ts';

/** Every score run with its numbers, and the distribution of one. */
export function ReportPage() {
  const { t } = useTranslation('report');
  const runs = useRpcQuery('scores.runs', { graderId: null });
  const [asked, setAsked] = useSearchParam('run');
  const shown = runToShow(runs.data ?? [], asked);
  return (
    <Page isTinted>
      <PageHead title={t('title')} fact={shown === null ? undefined : t('fact', { count: runs.data?.length ?? 0 })}>
        {shown === null ? null : (
          <Button component={Link} href="/graders">
            {t('openGraders')}
          </Button>
        )}
      </PageHead>
      <ListStates query={runs} isEmpty={(list) => list.length === 0} empty={<NothingScored />}>
        {(list) => (
          <div className={classes.body} data-pane="report" tabIndex={-1} role="region" aria-label={t('title')}>
            {shown === null ? null : <RunCard run={shown} />}
            <RunsTable
              runs={latestFirst(list)}
              shown={shown}
              onShow={(run) => setAsked(String(run.id), { replace: true })}
            />
            <Note>{t('only')}</Note>
          </div>
        )}
      </ListStates>
    </Page>
  );
}

function NothingScored() {
  const { t } = useTranslation('report');
  return (
    <EmptyState icon={<IconChartHistogram size={20} aria-hidden />} title={t('empty')} text={t('emptyText')}>
      <Button variant="filled" component={Link} href="/graders">
        {t('openGraders')}
      </Button>
    </EmptyState>
  );
}
