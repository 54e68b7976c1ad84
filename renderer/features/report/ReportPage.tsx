import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Page, PageHead } from '../../ui/PageHead.tsx';

export function ReportPage() {
  const { t } = useTranslation(['shell', 'common']);
  return (
    <Page>
      <PageHead title={t('places.report')} />
      <EmptyState title={t('places.report')} text={t('common:states.notInVersion')} />
    </Page>
  );
}
