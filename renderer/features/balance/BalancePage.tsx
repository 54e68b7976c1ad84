import { Button } from '@mantine/core';
import { IconCheck, IconDice5, IconEye, IconRotate2 } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { useHost } from '../../data/client.tsx';
import { samplesHref } from '../../data/navigation.ts';
import { usePaneSizes } from '../../data/use-pane-sizes.ts';
import { useProject } from '../../data/use-project.ts';
import { useRpcCommand } from '../../data/use-rpc-command.tsx';
import { useRpcQuery } from '../../data/use-rpc-query.ts';
import { useCommands } from '../../state/commands.tsx';
import { formatKeys } from '../../state/keys.ts';
import { Kbd } from '../../ui/Kbd.tsx';
import { ListStates } from '../../ui/ListStates.tsx';
import { Page, PageHead } from '../../ui/PageHead.tsx';
import { PaneLayout } from '../../ui/PaneLayout.tsx';
import classes from './balance.module.css';
import { LikenessCards } from './likeness/LikenessCards.tsx';
import { PreviewStrip } from './PreviewStrip.tsx';
import { NO_DRAFT } from './quotas.ts';
import { SamplingPanel } from './SamplingPanel.tsx';
import { newSeed } from './SeedField.tsx';
import { useBalance, type Balance, type Facet } from './use-balance.ts';

/** Production against the curated set, and the quotas that bring the two together. */
export function BalancePage() {
  const { t } = useTranslation('balance');
  const facets = useRpcQuery('facets.list', {});
  const settings = useRpcQuery('settings.project', {});
  const seed = settings.data?.['seed'];
  // The draft is in the settings: without them the fields would start empty and overwrite it.
  const query = settings.data === undefined ? { ...settings, data: undefined } : facets;
  return (
    <Page isTinted>
      {query.data === undefined ? <PageHead title={t('title')} /> : null}
      <ListStates query={query}>
        {(list) => <Sampling facets={list} projectSeed={typeof seed === 'number' ? seed : 0} />}
      </ListStates>
    </Page>
  );
}

function Sampling({ facets, projectSeed }: { readonly facets: readonly Facet[]; readonly projectSeed: number }) {
  const { t } = useTranslation('balance');
  const canWrite = useProject()?.readOnly === false;
  const balance = useBalance(facets, projectSeed);
  const apply = useRpcCommand('balance.apply');
  const { shown } = balance;
  const changes = (shown?.added.count ?? 0) + (shown?.setAside.count ?? 0);
  const canApply = canWrite && balance.isCurrent && changes > 0 && !apply.isPending;
  const run = (): void => void (canApply ? apply.run(balance.spec) : undefined);
  useBalanceCommands(balance, { run, canApply, canWrite });
  return (
    <>
      <PageHead title={t('title')} fact={useFact(balance)}>
        <Button
          component={Link}
          href={samplesHref(shownFilter(balance))}
          leftSection={<IconEye size={14} aria-hidden />}
        >
          {t('showSamples')}
        </Button>
        <ApplyButton
          isOff={!canApply}
          isBusy={apply.isPending}
          why={whyNot(canWrite, balance, changes)}
          onApply={run}
        />
      </PageHead>
      <PaneLayout
        {...usePaneSizes('balance')}
        panes={[
          {
            key: 'likeness',
            label: t('panes.likeness'),
            size: 1,
            children: (
              <div className={classes.main}>
                <LikenessCards filter={null} afterFilter={shown?.chosen.filter ?? null} />
              </div>
            ),
          },
          {
            key: 'sampling',
            label: t('panes.sampling'),
            size: '352px',
            min: '300px',
            className: classes.panel,
            children: (
              <>
                <div className={classes.panelBody}>
                  <SamplingPanel balance={balance} facets={facets} canWrite={canWrite} />
                </div>
                <PreviewStrip balance={balance} canWrite={canWrite} />
              </>
            ),
          },
        ]}
      />
    </>
  );
}

/** What the preview chose; where that is too many to name, the set as it stands. */
function shownFilter({ shown }: Balance): string {
  if (shown === null) return '';
  return shown.chosen.filter ?? (shown.isIncluded ? 'decision:include' : shown.filter);
}

/** The curated set, and what it is measured against. */
function useFact({ shown }: Balance): string | undefined {
  const { t } = useTranslation('balance');
  const { data: sources } = useRpcQuery('likeness.sources', {});
  if (shown === null) return undefined;
  const production = (sources ?? []).reduce((sum, source) => sum + source.samples, 0);
  const own = shown.isIncluded ? t('fact.accepted', { count: shown.now }) : t('fact.none', { count: shown.now });
  return production === 0 ? own : t('fact.against', { own, count: production });
}

type WhyNot = 'readOnly' | 'nothing' | null;

function whyNot(canWrite: boolean, balance: Balance, changes: number): WhyNot {
  if (!canWrite) return 'readOnly';
  return balance.isCurrent && changes === 0 ? 'nothing' : null;
}

type ApplyProps = {
  readonly isOff: boolean;
  readonly isBusy: boolean;
  readonly why: WhyNot;
  readonly onApply: () => void;
};

function ApplyButton({ isOff, isBusy, why, onApply }: ApplyProps) {
  const { t } = useTranslation('balance');
  const { isMac } = useHost();
  return (
    <Button
      variant="filled"
      disabled={isOff}
      loading={isBusy}
      title={why === null ? undefined : t(`apply.${why}`)}
      aria-keyshortcuts="Control+Enter"
      rightSection={isOff ? null : <Kbd keys={formatKeys('mod+enter', isMac)} isOnFill />}
      onClick={onApply}
    >
      {t('apply.action')}
    </Button>
  );
}

type CommandProps = { readonly run: () => void; readonly canApply: boolean; readonly canWrite: boolean };

function useBalanceCommands({ change }: Balance, { run, canApply, canWrite }: CommandProps): void {
  useCommands(
    useMemo(
      () => [
        {
          id: 'balance.apply',
          titleKey: 'balance:commands.apply' as const,
          icon: IconCheck,
          keys: ['mod+enter'],
          when: () => canApply,
          run,
        },
        {
          id: 'balance.newSeed',
          titleKey: 'balance:commands.newSeed' as const,
          icon: IconDice5,
          when: () => canWrite,
          run: () => change({ seed: newSeed() }),
        },
        {
          id: 'balance.reset',
          titleKey: 'balance:commands.reset' as const,
          icon: IconRotate2,
          when: () => canWrite,
          run: () => change(NO_DRAFT),
        },
      ],
      [run, canApply, canWrite, change],
    ),
  );
}
