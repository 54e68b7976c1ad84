import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Page, PageHead } from '../../ui/PageHead.tsx';

export function DuplicatesPage() {
  const { t } = useTranslation(['shell', 'common']);
  return (
    <Page>
      <PageHead title={t('places.duplicates')} />
      <EmptyState title={t('places.duplicates')} text={t('common:states.notInVersion')} />
    </Page>
  );
}
