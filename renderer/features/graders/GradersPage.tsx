import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Page, PageHead } from '../../ui/PageHead.tsx';

export function GradersPage() {
  const { t } = useTranslation(['shell', 'common']);
  return (
    <Page>
      <PageHead title={t('places.graders')} />
      <EmptyState title={t('places.graders')} text={t('common:states.notInVersion')} />
    </Page>
  );
}
