import { Loader } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../ui/EmptyState.tsx';

export function Starting() {
  const { t } = useTranslation('shell');
  return (
    <main style={{ height: '100vh' }}>
      <EmptyState icon={<Loader size={20} />} title={t('starting')} />
    </main>
  );
}
