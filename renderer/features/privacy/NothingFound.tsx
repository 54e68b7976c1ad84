import { Button } from '@mantine/core';
import { IconCircleCheck, IconDatabaseImport, IconScan, IconShieldLock, IconTable } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { Output } from '../../data/methods.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';

type NothingFoundProps = {
  readonly summary: Output<'privacy.summary'>;
  readonly isBusy: boolean;
  readonly canWrite: boolean;
  readonly onScan: () => void;
};

/** No finding at all: because there is nothing to look at, nobody looked, or there is none. */
export function NothingFound({ summary, isBusy, canWrite, onScan }: NothingFoundProps) {
  const { t } = useTranslation('privacy');
  if (summary.samples === 0) {
    return (
      <EmptyState
        icon={<IconDatabaseImport size={20} aria-hidden />}
        title={t('empty.noSamplesTitle')}
        text={t('empty.noSamplesText')}
      >
        <Button component={Link} href="/collect">
          {t('actions.import')}
        </Button>
      </EmptyState>
    );
  }
  const scan = (
    <Button leftSection={<IconScan size={14} aria-hidden />} disabled={isBusy || !canWrite} onClick={onScan}>
      {t('actions.scan')}
    </Button>
  );
  if (summary.unscanned > 0) {
    return (
      <EmptyState
        icon={<IconShieldLock size={20} aria-hidden />}
        title={t('empty.neverTitle')}
        text={summary.scanned === 0 ? t('empty.neverText') : t('stale', { count: summary.unscanned })}
      >
        {scan}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={<IconCircleCheck size={20} aria-hidden />}
      tone="ok"
      title={t('empty.cleanTitle')}
      text={t('empty.cleanText', { count: summary.samples })}
    >
      <Button component={Link} href="/samples" leftSection={<IconTable size={14} aria-hidden />}>
        {t('actions.samples')}
      </Button>
    </EmptyState>
  );
}
