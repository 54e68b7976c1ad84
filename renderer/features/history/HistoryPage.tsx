import { useTranslation } from 'react-i18next';
import { Page, PageHead } from '../../ui/PageHead.tsx';

export function HistoryPage() {
  const { t } = useTranslation('shell');
  return (
    <Page>
      <PageHead title={t('places.history')} />
    </Page>
  );
}
