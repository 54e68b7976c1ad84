import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Page, PageHead } from '../../ui/PageHead.tsx';

export function BalancePage() {
  const { t } = useTranslation(['shell', 'common']);
  return (
    <Page>
      <PageHead title={t('places.balance')} />
      <EmptyState title={t('places.balance')} text={t('common:states.notInVersion')} />
    </Page>
  );
}
