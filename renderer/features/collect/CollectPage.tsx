import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Page, PageHead } from '../../ui/PageHead.tsx';

export function CollectPage() {
  const { t } = useTranslation(['shell', 'common']);
  return (
    <Page>
      <PageHead title={t('places.collect')} />
      <EmptyState title={t('places.collect')} text={t('common:states.notInVersion')} />
    </Page>
  );
}
