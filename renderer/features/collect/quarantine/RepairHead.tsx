import { ActionIcon } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { StoredIssue } from '../../../../shared/model/source.ts';
import { useHost } from '../../../data/client.tsx';
import { formatKeys } from '../../../state/keys.ts';
import { VisibleText } from '../../../trace/VisibleText.tsx';
import classes from './repair.module.css';

type RepairHeadProps = {
  readonly issue: StoredIssue;
  readonly sourceName: string;
  readonly at: number;
  readonly total: number;
  readonly onGo: (at: number) => void;
};

/** Where the record stands, and the way to those beside it. */
export function RepairHead({ issue, sourceName, at, total, onGo }: RepairHeadProps) {
  const { t } = useTranslation('collect');
  const { isMac } = useHost();
  return (
    <div className={classes.head}>
      <span className="mono11 ell">
        <VisibleText text={sourceName} />
      </span>
      <span className="mono11 num">
        {issue.line === null ? t('issues.noLine') : t('issues.line', { line: issue.line })}
      </span>
      <span className={classes.grow} />
      <ActionIcon
        size={24}
        aria-label={t('repair.previous')}
        title={formatKeys('alt+arrowup', isMac)}
        disabled={at === 0}
        onClick={() => onGo(at - 1)}
      >
        <IconChevronLeft size={14} aria-hidden />
      </ActionIcon>
      <span className="num" aria-live="polite">
        {t('repair.position', { number: at + 1, total })}
      </span>
      <ActionIcon
        size={24}
        aria-label={t('repair.next')}
        title={formatKeys('alt+arrowdown', isMac)}
        disabled={at + 1 >= total}
        onClick={() => onGo(at + 1)}
      >
        <IconChevronRight size={14} aria-hidden />
      </ActionIcon>
    </div>
  );
}
