import { ActionIcon } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './parts.module.css';

/** Floats over the foot of a table while rows are checked. Its parent needs `position: relative`. */
export function BulkBar({ count, onClear, children }: { count: number; onClear: () => void; children: ReactNode }) {
  const { t } = useTranslation();
  if (count === 0) return null;
  const label = t('counts.selected', { count });
  return (
    <div className={classes.bulkBar} role="toolbar" aria-label={label}>
      <span className={classes.bulkCount} aria-live="polite">
        {label}
      </span>
      {children}
      <ActionIcon size={24} aria-label={t('actions.clear')} onClick={onClear}>
        <IconX size={14} aria-hidden />
      </ActionIcon>
    </div>
  );
}
