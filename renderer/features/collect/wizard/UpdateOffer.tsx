import { Radio } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Inspection } from '../../../../shared/contract/sources.ts';
import type { FileRefId } from '../../../../shared/model/ids.ts';
import { useRpcQuery } from '../../../data/use-rpc-query.ts';
import { formatMoment } from '../../../i18n/format.ts';
import { markedText } from '../../../trace/visible-text.ts';
import { updateTarget } from './file-state.ts';
import type { Wizard } from './use-wizard.ts';
import classes from './wizard.module.css';

type UpdateChoiceProps = { readonly wizard: Wizard; readonly fileRef: FileRefId; readonly inspection: Inspection };

/** A file that is a newer state of a source: bring the source up to date, or make a new one. Nothing when it is neither. */
export function UpdateChoice({ wizard, fileRef, inspection }: UpdateChoiceProps) {
  const { t } = useTranslation('collect');
  const { data: sources = [] } = useRpcQuery('sources.list', {});
  const chosen = wizard.state.updates[fileRef];
  const offer = inspection.updateOf;
  // Chosen in the list of sources, or offered because it looks like one of them.
  const sourceId = chosen ?? offer?.sourceId ?? null;
  const source = sources.find((row) => row.id === sourceId);
  if (sourceId === null || source === undefined) return null;
  const counts = offer?.sourceId === sourceId ? offer : null;
  return (
    <Radio.Group
      className={classes.update}
      aria-label={t('update.label', { name: markedText(inspection.name) })}
      value={updateTarget(inspection, chosen) === null ? 'new' : 'update'}
      onChange={(value) => wizard.setUpdate(fileRef, value === 'new' ? null : sourceId)}
    >
      <Radio
        value="update"
        size="xs"
        label={t('update.update', { name: markedText(source.name), when: formatMoment(source.importedAt) })}
        description={
          counts === null
            ? t('update.hint')
            : t(inspection.complete ? 'update.counts' : 'update.countsHead', {
                added: counts.added,
                updated: counts.updated,
                unchanged: counts.unchanged,
              })
        }
      />
      <Radio value="new" size="xs" label={t('update.asNew')} />
    </Radio.Group>
  );
}
