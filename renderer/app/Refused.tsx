import { Button } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { HostRefusalReason } from '../host/host.ts';
import { EmptyState } from '../ui/EmptyState.tsx';

/** Why this page cannot work, and what to do. */
export function Refused({ reason }: { reason: HostRefusalReason | 'version' }) {
  const { t } = useTranslation('shell');
  return (
    <main style={{ height: '100%', background: 'var(--bg-surface)' }}>
      <EmptyState
        icon={<IconKey size={20} aria-hidden />}
        tone="warn"
        title={t(`refused.${reason}.title`)}
        text={t(`refused.${reason}.text`)}
      >
        {reason === 'version' ? (
          <Button variant="filled" onClick={() => window.location.reload()}>
            {t('refused.reload')}
          </Button>
        ) : null}
      </EmptyState>
    </main>
  );
}
