import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Page, PageHead } from '../../ui/PageHead.tsx';

export function ReviewPage() {
  const { t } = useTranslation(['shell', 'common']);
  return (
    <Page>
      <PageHead title={t('places.review')} />
      <EmptyState title={t('places.review')} text={t('common:states.notInVersion')} />
    </Page>
  );
}
