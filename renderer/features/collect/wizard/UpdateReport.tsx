import { useTranslation } from 'react-i18next';
import type { SourceReport } from '../../../../shared/model/source.ts';
import { VisibleText } from '../../../trace/VisibleText.tsx';
import { Note } from '../../../ui/Badges.tsx';

/** What bringing sources up to date did, and how many attempts joined samples of other sources. */
export function UpdateReports({ reports }: { readonly reports: readonly SourceReport[] }) {
  const { t } = useTranslation('collect');
  const joined = reports.reduce((sum, report) => sum + (report.attemptsJoined ?? 0), 0);
  return (
    <>
      {reports.map(({ name, update }, at) =>
        update === undefined ? null : (
          // Two files may have one name; their place tells them apart.
          <Note key={at} tone={update.conflicts > 0 ? 'warn' : 'accent'}>
            <b>
              <VisibleText text={name} />
            </b>{' '}
            {t('result.update', {
              added: update.added,
              updated: update.updated,
              unchanged: update.unchanged,
            })}
            {update.missing > 0 ? ` ${t('result.missing', { count: update.missing })}` : ''}
            {update.conflicts > 0 ? ` ${t('result.conflicts', { count: update.conflicts })}` : ''}
            {update.masked > 0 ? ` ${t('result.masked', { count: update.masked })}` : ''}
          </Note>
        ),
      )}
      {joined > 0 ? <Note tone="accent">{t('result.joined', { count: joined })}</Note> : null}
    </>
  );
}
