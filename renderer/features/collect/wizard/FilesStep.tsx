import { ActionIcon, Button, UnstyledButton } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { FileOptions, Inspection } from '../../../../shared/contract/sources.ts';
import type { FileRefId } from '../../../../shared/model/ids.ts';
import type { Output } from '../../../data/methods.ts';
import { formatBytes, formatPercent } from '../../../i18n/format.ts';
import { Card } from '../../../ui/Card.tsx';
import { FileGlyph, StateBadge } from './FileMarks.tsx';
import type { InspectedFile } from './use-inspections.ts';
import classes from './wizard.module.css';

export type Formats = Output<'sources.formats'>;

type FilesStepProps = {
  readonly inspected: readonly InspectedFile[];
  readonly formats: Formats;
  readonly optionsOf: (ref: FileRefId) => FileOptions;
  readonly onAdd: () => void;
  readonly onRemove: (ref: FileRefId) => void;
  readonly onOpen: (ref: FileRefId) => void;
};

/** Every picked file with what it was found to be. */
export function FilesStep({ inspected, formats, optionsOf, onAdd, onRemove, onOpen }: FilesStepProps) {
  const { t } = useTranslation('collect');
  return (
    <div className={classes.cards}>
      <Card
        title={t('files.title')}
        fact={t('files.fact')}
        hasLine
        className={classes.filesCard}
        actions={
          <Button size="xs" leftSection={<IconPlus size={14} aria-hidden />} onClick={onAdd}>
            {t('files.add')}
          </Button>
        }
      >
        {/* It scrolls, so the keyboard must reach it. */}
        <div className={classes.scroll} tabIndex={0} role="group" aria-label={t('files.title')}>
          <table className={classes.table}>
            <thead>
              <tr>
                <th>{t('files.columns.name')}</th>
                <th className={classes.right}>{t('files.columns.size')}</th>
                <th>{t('files.columns.form')}</th>
                <th className={classes.right}>{t('files.columns.records')}</th>
                <th>{t('files.columns.state')}</th>
                <th className={classes.lastCell}>
                  <span className={classes.hidden}>{t('files.columns.remove')}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {inspected.map((entry) => (
                <FileRow
                  key={entry.file.ref}
                  entry={entry}
                  formats={formats}
                  isFormChosen={optionsOf(entry.file.ref).format !== undefined}
                  onRemove={() => onRemove(entry.file.ref)}
                  onOpen={() => onOpen(entry.file.ref)}
                />
              ))}
            </tbody>
          </table>
        </div>
      </Card>
    </div>
  );
}

type FileRowProps = {
  readonly entry: InspectedFile;
  readonly formats: Formats;
  readonly isFormChosen: boolean;
  readonly onRemove: () => void;
  readonly onOpen: () => void;
};

function FileRow({ entry, formats, isFormChosen, onRemove, onOpen }: FileRowProps) {
  const { t } = useTranslation('collect');
  const { file, inspection, error, state } = entry;
  const size = inspection?.sizeBytes ?? file.sizeBytes;
  const reason = inspection?.refusal ?? error?.message ?? (state === 'imported' ? t('files.importedHint') : null);
  return (
    <tr>
      <th scope="row">
        <div className={classes.fileCell}>
          <FileGlyph name={file.name} />
          <span className={classes.fileText}>
            <UnstyledButton className={`${classes.fileLink} ell`} title={file.name} onClick={onOpen}>
              {file.name}
            </UnstyledButton>
            <span className="meta ell">{inspection?.containers.join(', ')}</span>
          </span>
        </div>
      </th>
      <td className={classes.right}>{size === null ? '' : formatBytes(size)}</td>
      <td>
        <FormCell inspection={inspection} formats={formats} isChosen={isFormChosen} />
      </td>
      <td className={classes.right}>
        {inspection === undefined || inspection.recordsRead === 0
          ? ''
          : t(inspection.complete ? 'files.all' : 'files.head', { count: inspection.recordsRead })}
      </td>
      <td>
        <StateBadge state={state} />
        {reason === null ? null : <p className={classes.reason}>{reason}</p>}
        {state === 'failed' ? (
          <Button size="xs" variant="subtle" onClick={entry.retry}>
            {t('files.retry')}
          </Button>
        ) : null}
      </td>
      <td className={classes.lastCell}>
        <ActionIcon size={24} aria-label={t('files.remove', { name: file.name })} onClick={onRemove}>
          <IconX size={14} aria-hidden />
        </ActionIcon>
      </td>
    </tr>
  );
}

type FormCellProps = {
  readonly inspection: Inspection | undefined;
  readonly formats: Formats;
  readonly isChosen: boolean;
};

function FormCell({ inspection, formats, isChosen }: FormCellProps) {
  const { t } = useTranslation('collect');
  if (inspection === undefined) return null;
  const title = formats.find((format) => format.id === inspection.format)?.title;
  if (title === undefined) return inspection.recordsRead === 0 ? null : <span className="t3">{t('files.noForm')}</span>;
  const { detected } = inspection;
  return (
    <>
      {title}
      <span className={`meta ${classes.under}`}>
        {isChosen || detected === null
          ? t('files.chosen')
          : t('files.sure', { percent: formatPercent(detected.confidence) })}
      </span>
    </>
  );
}
