import { ActionIcon, NumberInput } from '@mantine/core';
import { IconDice5 } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './balance.module.css';
import { MAX_SEED } from './quotas.ts';

type Props = {
  readonly seed: number;
  readonly isOff: boolean;
  readonly onSeed: (seed: number) => void;
};

/** Seeds that are easy to say. */
const NEW_SEEDS = 10_000;

/** Anything that is no seed says so and is not used. */
export function SeedField({ seed, isOff, onSeed }: Props) {
  const { t } = useTranslation('balance');
  const [text, setText] = useState<number | string>(seed);
  const [used, setUsed] = useState(seed);
  if (used !== seed) {
    setUsed(seed);
    setText(seed);
  }
  return (
    <span className={classes.seed}>
      <label htmlFor="balance-seed" className="meta">
        {t('preview.seed')}
      </label>
      <NumberInput
        id="balance-seed"
        size="xs"
        className={classes.seedInput ?? ''}
        title={t('preview.seedHint')}
        hideControls
        allowDecimal={false}
        allowNegative={false}
        disabled={isOff}
        error={isSeed(text) ? null : t('preview.seedInvalid')}
        value={text}
        onChange={(next) => {
          setText(next);
          if (!isSeed(next)) return;
          setUsed(next);
          onSeed(next);
        }}
      />
      <ActionIcon
        variant="subtle"
        color="gray"
        size={24}
        disabled={isOff}
        aria-label={t('preview.newSeed')}
        title={t('preview.newSeed')}
        onClick={() => onSeed(newSeed())}
      >
        <IconDice5 size={14} aria-hidden />
      </ActionIcon>
    </span>
  );
}

export function newSeed(): number {
  return (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) % NEW_SEEDS;
}

function isSeed(value: number | string): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= MAX_SEED;
}
