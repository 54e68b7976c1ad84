import { NumberInput, Slider } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isSeed, MAX_SEED, percentOf, withPercent, type HeldOut } from './split-rules.ts';
import classes from './split.module.css';
import type { Split } from './use-split.ts';

/** A slider goes as far as is sensible; the field beside it takes any share. */
const SLIDER_MAX = 50;

/** The share of a side that is held out; training has the rest. */
export function ShareRow({ split, side }: { readonly split: Split; readonly side: HeldOut }) {
  const { t } = useTranslation('split');
  const percent = percentOf(split.rules, side);
  const set = (next: number): void => split.change({ shares: withPercent(split.rules, side, next) });
  const name = t('rules.share', { side: t(`sides.${side}`) });
  return (
    <div className={classes.row}>
      <span className={classes.rowLabel} style={{ width: 96 }}>
        {name}
      </span>
      <Slider
        className={classes.slider ?? ''}
        thumbLabel={t('rules.shareSlider', { side: t(`sides.${side}`) })}
        label={null}
        min={0}
        max={SLIDER_MAX}
        disabled={!split.canWrite}
        value={Math.min(percent, SLIDER_MAX)}
        onChange={set}
      />
      <NumberInput
        className={classes.number ?? ''}
        aria-label={name}
        suffix=" %"
        hideControls
        decimalScale={1}
        allowNegative={false}
        max={100}
        clampBehavior="strict"
        disabled={!split.canWrite}
        value={percent}
        onChange={(next) => {
          if (typeof next === 'number' && next !== percent) set(next);
        }}
      />
    </div>
  );
}

/** Anything that is no seed says so and is not used. */
export function SeedField({ split }: { readonly split: Split }) {
  const { t } = useTranslation('split');
  const { seed } = split.rules;
  const [text, setText] = useState<number | string>(seed);
  const [used, setUsed] = useState(seed);
  if (used !== seed) {
    setUsed(seed);
    setText(seed);
  }
  const { groups } = split.shown ?? split.stored;
  return (
    <div className={classes.row} style={{ gap: 4 }}>
      <span className={classes.rowLabel}>{t('rules.seed')}</span>
      <NumberInput
        className={classes.number ?? ''}
        style={{ width: 88 }}
        aria-label={t('rules.seed')}
        hideControls
        allowDecimal={false}
        allowNegative={false}
        max={MAX_SEED}
        disabled={!split.canWrite}
        error={isSeed(text) ? null : t('rules.seedInvalid')}
        value={text}
        onChange={(next) => {
          setText(next);
          if (!isSeed(next) || next === seed) return;
          setUsed(next);
          split.change({ seed: next });
        }}
      />
      {groups.count === 0 ? null : (
        <span className="meta" style={{ paddingLeft: 4 }}>
          {t('rules.groups', { count: groups.count, largest: groups.largest })}
        </span>
      )}
    </div>
  );
}

type AlikeProps = { readonly split: Split; readonly kind: 'near' | 'semantic' };

/** From which similarity on samples are kept together. */
export function AlikeField({ split, kind }: AlikeProps) {
  const { t } = useTranslation('split');
  return (
    <span className={classes.alike}>
      {t(`rules.${kind}`)}
      <NumberInput
        className={classes.number ?? ''}
        size="xs"
        aria-label={t(`rules.${kind}`)}
        hideControls
        min={0.5}
        max={1}
        step={0.01}
        decimalScale={2}
        fixedDecimalScale
        disabled={!split.canWrite}
        value={split.rules[kind]}
        onChange={(next) => {
          if (typeof next === 'number' && next >= 0.5 && next <= 1 && next !== split.rules[kind])
            split.change({ [kind]: next });
        }}
      />
    </span>
  );
}
