import { Button } from '@mantine/core';
import { IconFolderPlus, IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { FileOptions, PassedOver as PassedOverFile } from '../../../../shared/contract/sources.ts';
import type { FileRefId } from '../../../../shared/model/ids.ts';
import type { Output } from '../../../data/methods.ts';
import { Card } from '../../../ui/Card.tsx';
import { FileRow } from './FileRow.tsx';
import { PassedOver } from './PassedOver.tsx';
import type { InspectedFile } from './use-inspections.ts';
import classes from './wizard.module.css';

export type Formats = Output<'sources.formats'>;

type FilesStepProps = {
  readonly inspected: readonly InspectedFile[];
  readonly formats: Formats;
  readonly optionsOf: (ref: FileRefId) => FileOptions;
  readonly passedOver: readonly PassedOverFile[];
  readonly updateFor: (entry: InspectedFile) => ReactNode;
  readonly onAdd: () => void;
  readonly onAddFolder: () => void;
  readonly onChoose: (ref: FileRefId, choice: FileOptions) => void;
  readonly onRemove: (ref: FileRefId) => void;
  readonly onOpen: (ref: FileRefId) => void;
};

/** Every picked file with what it was found to be. */
export function FilesStep(props: FilesStepProps) {
  const { inspected, formats, optionsOf, passedOver, updateFor, onAdd, onAddFolder, onRemove, onOpen, onChoose } =
    props;
  const { t } = useTranslation('collect');
  return (
    <div className={classes.cards}>
      <Card
        title={t('files.title')}
        fact={t('files.fact')}
        hasLine
        className={classes.filesCard}
        actions={
          <>
            <Button size="xs" leftSection={<IconPlus size={14} aria-hidden />} onClick={onAdd}>
              {t('files.add')}
            </Button>
            <Button size="xs" leftSection={<IconFolderPlus size={14} aria-hidden />} onClick={onAddFolder}>
              {t('files.addFolder')}
            </Button>
          </>
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
                  update={updateFor(entry)}
                  onChoose={(choice) => onChoose(entry.file.ref, choice)}
                  onRemove={() => onRemove(entry.file.ref)}
                  onOpen={() => onOpen(entry.file.ref)}
                />
              ))}
            </tbody>
          </table>
        </div>
      </Card>
      <PassedOver files={passedOver} />
    </div>
  );
}
