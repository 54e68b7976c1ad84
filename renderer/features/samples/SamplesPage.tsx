import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Page, PageHead } from '../../ui/PageHead.tsx';

export function SamplesPage() {
  const { t } = useTranslation(['shell', 'common']);
  return (
    <Page>
      <PageHead title={t('places.samples')} />
      <EmptyState title={t('places.samples')} text={t('common:states.notInVersion')} />
    </Page>
  );
}
