import { Button, NumberInput, Select } from '@mantine/core';
import { IconRotate } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './balance.module.css';
import { NO_DRAFT } from './quotas.ts';
import { SeedField } from './SeedField.tsx';
import { ScopeField } from './ScopeField.tsx';
import type { Balance, Facet } from './use-balance.ts';

export type Presets = { readonly equal: () => void; readonly inSet: () => void; readonly clear: () => void };

type Props = {
  readonly balance: Balance;
  readonly facets: readonly Facet[];
  readonly presets: Presets;
  readonly projectSeed: number;
  readonly canWrite: boolean;
};

/** Where to sample from, by what, and how much. */
export function SamplingPanel({ balance, facets, presets, projectSeed, canWrite }: Props) {
  const { t } = useTranslation('balance');
  const { draft, change } = balance;
  return (
    <>
      <div className={classes.panelHead}>
        <h2>{t('sampling.title')}</h2>
        <span className={classes.grow} />
        <Button
          variant="subtle"
          size="xs"
          color="gray"
          leftSection={<IconRotate size={14} aria-hidden />}
          disabled={!canWrite || draft === NO_DRAFT}
          onClick={() => change(NO_DRAFT)}
        >
          {t('sampling.reset')}
        </Button>
      </div>
      <div className={classes.block}>
        <ScopeField scope={draft.scope} isOff={!canWrite} onScope={(scope) => change({ scope })} />
        <Select
          label={t('sampling.facet')}
          data={facets.map((facet) => ({ value: facet.key, label: facet.title }))}
          value={balance.facet?.key ?? null}
          disabled={!canWrite}
          onChange={(facet) => change({ facet })}
        />
      </div>
      <div className={classes.block}>
        <NumberInput
          label={t('sampling.size')}
          description={t('sampling.sizeHint')}
          inputWrapperOrder={['label', 'input', 'description']}
          allowDecimal={false}
          allowNegative={false}
          min={1}
          max={10_000_000}
          clampBehavior="strict"
          disabled={!canWrite}
          value={draft.size ?? ''}
          onChange={(size) => change({ size: typeof size === 'number' && size > 0 ? size : null })}
        />
        <div role="group" aria-labelledby="balance-aim">
          <div id="balance-aim" className={classes.label}>
            {t('sampling.aim')}
          </div>
          <div className={classes.presets}>
            <Button disabled={!canWrite || balance.values.length === 0} onClick={presets.equal}>
              {t('sampling.equal')}
            </Button>
            <Button disabled={!canWrite || balance.values.length === 0} onClick={presets.inSet}>
              {t('sampling.inSet')}
            </Button>
            <Button disabled={!canWrite || !balance.hasQuotas} onClick={presets.clear}>
              {t('sampling.clear')}
            </Button>
          </div>
        </div>
      </div>
      <div className={classes.block}>
        <SeedField
          seed={balance.seed}
          projectSeed={projectSeed}
          isOff={!canWrite}
          onSeed={(seed) => change({ seed: seed === projectSeed ? null : seed })}
        />
      </div>
    </>
  );
}
