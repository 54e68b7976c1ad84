import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { useRpcQuery } from '../../data/use-rpc-query.ts';
import { formatPercent } from '../../i18n/format.ts';
import { Card } from '../../ui/Card.tsx';
import { Note } from '../../ui/Badges.tsx';
import { ListStates } from '../../ui/ListStates.tsx';
import { Page, PageHead } from '../../ui/PageHead.tsx';
import classes from './split.module.css';
import { SplitCounts } from './SplitCounts.tsx';

/** What export does when nothing else is asked for. */
const VALIDATION_SHARE = 0.2;

/** Says how export splits, and what that gives now. */
export function SplitPage() {
  const { t } = useTranslation('split');
  const settings = useRpcQuery('settings.project', {});
  return (
    <Page isTinted>
      <PageHead title={t('title')} fact={t('fact')}>
        <Button variant="filled" component={Link} href="/export">
          {t('openExport')}
        </Button>
      </PageHead>
      <ListStates query={settings}>
        {({ seed: stored }) => {
          const seed = typeof stored === 'number' ? stored : 0;
          return (
            <div className={classes.body} data-pane="split" tabIndex={-1} role="region" aria-label={t('title')}>
              <Rules seed={seed} />
              <SplitCounts seed={seed} validationShare={VALIDATION_SHARE} />
            </div>
          );
        }}
      </ListStates>
    </Page>
  );
}

function Rules({ seed }: { readonly seed: number }) {
  const { t } = useTranslation('split');
  return (
    <Card title={t('rules.title')} className={classes.card}>
      <div className={classes.text}>
        <p>
          {t('rules.made', {
            train: formatPercent(1 - VALIDATION_SHARE),
            validation: formatPercent(VALIDATION_SHARE),
          })}
        </p>
        <ul className={classes.rules}>
          <li>{t('rules.which')}</li>
          <li>{t('rules.seed', { seed: String(seed) })}</li>
          <li>{t('rules.same')}</li>
          <li>{t('rules.stable')}</li>
        </ul>
        <Note>{t('rules.rulesLater')}</Note>
        <Link href="/settings" className={classes.link}>
          {t('rules.changeSeed')}
        </Link>
      </div>
    </Card>
  );
}
