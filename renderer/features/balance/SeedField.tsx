import { NumberInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MAX_SEED } from './quotas.ts';

type Props = {
  readonly seed: number;
  readonly projectSeed: number;
  readonly isOff: boolean;
  readonly onSeed: (seed: number) => void;
};

/** Anything that is no seed says so and is not used. */
export function SeedField({ seed, projectSeed, isOff, onSeed }: Props) {
  const { t } = useTranslation('balance');
  const [text, setText] = useState<number | string>(seed);
  const [used, setUsed] = useState(seed);
  if (used !== seed) {
    setUsed(seed);
    setText(seed);
  }
  return (
    <NumberInput
      label={t('sampling.seed')}
      description={t('sampling.seedHint', { seed: projectSeed })}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      allowDecimal={false}
      allowNegative={false}
      disabled={isOff}
      error={isSeed(text) ? null : t('sampling.seedInvalid')}
      value={text}
      onChange={(next) => {
        setText(next);
        if (!isSeed(next)) return;
        setUsed(next);
        onSeed(next);
      }}
    />
  );
}

function isSeed(value: number | string): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= MAX_SEED;
}
