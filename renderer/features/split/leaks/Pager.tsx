import { ActionIcon } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Output } from '../../../data/methods.ts';
import classes from './leaks.module.css';
import { PAGE, type Leaks } from './use-leaks.ts';

/** Shown when the pairs do not fit on one page. */
export function Pager({ leaks, page }: { readonly leaks: Leaks; readonly page: Output<'leaks.pairs'> }) {
  const { t } = useTranslation('split');
  const { from } = leaks;
  const { rows, total, listed } = page;
  if (from === 0 && rows.length >= total) return null;
  return (
    <div className={classes.pager}>
      <span className="meta num">{t('table.range', { from: from + 1, to: from + rows.length, total })}</span>
      <ActionIcon
        size={24}
        aria-label={t('table.previous')}
        disabled={from === 0}
        onClick={() => leaks.show({ from: Math.max(0, from - PAGE) })}
      >
        <IconChevronLeft size={14} aria-hidden />
      </ActionIcon>
      <ActionIcon
        size={24}
        aria-label={t('table.next')}
        disabled={from + rows.length >= listed}
        onClick={() => leaks.show({ from: from + PAGE })}
      >
        <IconChevronRight size={14} aria-hidden />
      </ActionIcon>
      {listed < total ? <span className="meta">{t('table.listed', { listed, total })}</span> : null}
    </div>
  );
}
