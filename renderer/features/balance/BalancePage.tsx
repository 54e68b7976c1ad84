import { Button } from '@mantine/core';
import { IconChartBar, IconChartPie, IconCheck, IconEraser, IconEye } from '@tabler/icons-react';
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
import { OtherFacets } from './OtherFacets.tsx';
import { PreviewStrip } from './PreviewStrip.tsx';
import { equalShare, inSetShare } from './quotas.ts';
import { QuotaTable } from './QuotaTable.tsx';
import { SamplingPanel, type Presets } from './SamplingPanel.tsx';
import { useBalance, type Balance, type Facet } from './use-balance.ts';

/** A quota for each value of one facet, filled by a seeded draw. */
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
  const presets = usePresets(balance);
  const apply = useRpcCommand('balance.apply');
  const canApply = canWrite && balance.isCurrent && !apply.isPending;
  const run = (): void => void (canApply ? apply.run(balance.spec) : undefined);
  useBalanceCommands({ run, canApply, presets, canWrite });
  return (
    <>
      <PageHead title={t('title')} fact={balance.inScope === null ? undefined : t('fact', { count: balance.inScope })}>
        <Button
          component={Link}
          href={samplesHref(balance.draft.scope)}
          leftSection={<IconEye size={14} aria-hidden />}
        >
          {t('showSamples')}
        </Button>
        <ApplyButton balance={balance} isOff={!canApply} isBusy={apply.isPending} canWrite={canWrite} onApply={run} />
      </PageHead>
      <PaneLayout
        {...usePaneSizes('balance')}
        panes={[
          {
            key: 'quotas',
            label: t('panes.quotas'),
            size: 1,
            children: (
              <div className={classes.main}>
                <ListStates query={balance.counts}>
                  {() => (
                    <>
                      <QuotaTable balance={balance} canWrite={canWrite} />
                      <OtherFacets balance={balance} canWrite={canWrite} />
                    </>
                  )}
                </ListStates>
              </div>
            ),
          },
          {
            key: 'sampling',
            label: t('panes.sampling'),
            size: '352px',
            min: '280px',
            className: classes.panel,
            children: (
              <>
                <div className={classes.panelBody}>
                  <SamplingPanel
                    balance={balance}
                    facets={facets}
                    presets={presets}
                    projectSeed={projectSeed}
                    canWrite={canWrite}
                  />
                </div>
                <PreviewStrip balance={balance} />
              </>
            ),
          },
        ]}
      />
    </>
  );
}

type ApplyProps = {
  readonly balance: Balance;
  readonly isOff: boolean;
  readonly isBusy: boolean;
  readonly canWrite: boolean;
  readonly onApply: () => void;
};

/** Says what it will do. */
function ApplyButton({ balance, isOff, isBusy, canWrite, onApply }: ApplyProps) {
  const { t } = useTranslation('balance');
  const { isMac } = useHost();
  const { shown } = balance;
  const waiting = balance.hasQuotas ? t('applySoon') : t('applyNothing');
  const text = shown === null ? waiting : t('apply', { kept: shown.kept, leftOut: shown.leftOut });
  return (
    <Button
      variant="filled"
      disabled={isOff}
      loading={isBusy}
      title={canWrite ? undefined : t('readOnly')}
      aria-keyshortcuts="Control+Enter"
      leftSection={<IconCheck size={14} aria-hidden />}
      rightSection={isOff ? null : <Kbd keys={formatKeys('mod+enter', isMac)} isOnFill />}
      onClick={onApply}
    >
      {text}
    </Button>
  );
}

function usePresets(balance: Balance): Presets {
  const { values, draft } = balance;
  const available = values.map((value) => ({ value: value.value, available: value.count }));
  return {
    equal: () => balance.setQuotas(equalShare(available, draft.size)),
    inSet: () => balance.setQuotas(inSetShare(available, draft.size)),
    clear: () => balance.setQuotas({}),
  };
}

type CommandProps = {
  readonly run: () => void;
  readonly canApply: boolean;
  readonly presets: Presets;
  readonly canWrite: boolean;
};

function useBalanceCommands({ run, canApply, presets, canWrite }: CommandProps): void {
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
          id: 'balance.equal',
          titleKey: 'balance:commands.equal' as const,
          icon: IconChartBar,
          when: () => canWrite,
          run: presets.equal,
        },
        {
          id: 'balance.inSet',
          titleKey: 'balance:commands.inSet' as const,
          icon: IconChartPie,
          when: () => canWrite,
          run: presets.inSet,
        },
        {
          id: 'balance.clear',
          titleKey: 'balance:commands.clear' as const,
          icon: IconEraser,
          when: () => canWrite,
          run: presets.clear,
        },
      ],
      [run, canApply, presets, canWrite],
    ),
  );
}
