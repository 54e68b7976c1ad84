import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { PLAIN_FIELDS } from './mapping.ts';

/** @returns how a key of the mapping is called on screen */
export function useFieldTitle(): (key: string) => string {
  const { t } = useTranslation('collect');
  return useCallback(
    (key) => {
      const plain = PLAIN_FIELDS.find((field) => field === key);
      return plain === undefined
        ? t('mapping.reference', { name: key.replace(/^reference\./u, '') })
        : t(`mapping.fields.${plain}`);
    },
    [t],
  );
}
