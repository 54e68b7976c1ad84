import { ActionIcon, Button, UnstyledButton } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { FileOptions, Inspection } from '../../../../shared/contract/sources.ts';
import { formatBytes, formatMoment, formatPercent } from '../../../i18n/format.ts';
import { VisibleText } from '../../../trace/VisibleText.tsx';
import { markedText } from '../../../trace/visible-text.ts';
import { FileGlyph, StateBadge } from './FileMarks.tsx';
import type { Formats } from './FilesStep.tsx';
import type { InspectedFile } from './use-inspections.ts';
import classes from './wizard.module.css';

type FileRowProps = {
  readonly entry: InspectedFile;
  readonly formats: Formats;
  readonly isFormChosen: boolean;
  /** The choice between bringing a source up to date and making a new one. */
  readonly update: ReactNode;
  readonly onRemove: () => void;
  readonly onOpen: () => void;
  readonly onChoose: (choice: FileOptions) => void;
};

/** One file: what it was found to be and how sure that is, what else it could be, and whether it can be imported. */
export function FileRow({ entry, formats, isFormChosen, update, onRemove, onOpen, onChoose }: FileRowProps) {
  const { t } = useTranslation('collect');
  const { file, inspection, error, state } = entry;
  const size = inspection?.sizeBytes ?? file.sizeBytes;
  const reason = inspection?.refusal ?? error?.message ?? null;
  return (
    <tr>
      <th scope="row">
        <div className={classes.fileCell}>
          <FileGlyph name={file.name} />
          <span className={classes.fileText}>
            <UnstyledButton className={`${classes.fileLink} ell`} title={markedText(file.name)} onClick={onOpen}>
              <VisibleText text={file.name} />
            </UnstyledButton>
            <span className="meta ell">
              <VisibleText text={inspection?.containers.join(', ') ?? ''} />
            </span>
          </span>
        </div>
      </th>
      <td className={classes.right}>{size === null ? '' : formatBytes(size)}</td>
      <td>
        <FormCell inspection={inspection} formats={formats} isChosen={isFormChosen} onChoose={onChoose} />
      </td>
      <td className={classes.right}>
        <RecordCount inspection={inspection} />
      </td>
      <td>
        <StateBadge state={state} />
        {reason === null ? null : (
          <p className={classes.reason}>
            <VisibleText text={reason} />
          </p>
        )}
        {state === 'imported' ? <Imported inspection={inspection} /> : update}
        {state === 'failed' ? (
          <Button size="xs" variant="subtle" onClick={entry.retry}>
            {t('files.retry')}
          </Button>
        ) : null}
      </td>
      <td className={classes.lastCell}>
        <ActionIcon size={24} aria-label={t('files.remove', { name: markedText(file.name) })} onClick={onRemove}>
          <IconX size={14} aria-hidden />
        </ActionIcon>
      </td>
    </tr>
  );
}

function RecordCount({ inspection }: { readonly inspection: Inspection | undefined }) {
  const { t } = useTranslation('collect');
  if (inspection === undefined || inspection.recordsRead === 0) return null;
  return t(inspection.complete ? 'files.all' : 'files.head', { count: inspection.recordsRead });
}

function Imported({ inspection }: { readonly inspection: Inspection | undefined }) {
  const { t } = useTranslation('collect');
  const known = inspection?.importedAs;
  return (
    <p className={classes.reason}>
      {known === undefined ? (
        t('files.importedHint')
      ) : (
        <VisibleText
          text={t('files.importedAs', { name: known.name, when: formatMoment(known.importedAt), count: known.samples })}
        />
      )}
    </p>
  );
}

type FormCellProps = {
  readonly inspection: Inspection | undefined;
  readonly formats: Formats;
  readonly isChosen: boolean;
  readonly onChoose: (choice: FileOptions) => void;
};

function FormCell({ inspection, formats, isChosen, onChoose }: FormCellProps) {
  const { t } = useTranslation('collect');
  if (inspection === undefined) return null;
  const titleOf = (id: string): string => formats.find((format) => format.id === id)?.title ?? id;
  const { detected, runnerUp, format } = inspection;
  if (format === null) return inspection.recordsRead === 0 ? null : <span className="t3">{t('files.noForm')}</span>;
  // One click takes the next best form, another one takes the detected one back.
  const other = isChosen && detected !== null && detected.format !== format ? detected : runnerUp;
  return (
    <>
      {titleOf(format)}
      <span className={`meta ${classes.under}`}>
        {isChosen || detected === null
          ? t('files.chosen')
          : t('files.because', { percent: formatPercent(detected.confidence), reason: detected.reason })}
      </span>
      {other === null || other.format === format ? null : (
        <UnstyledButton
          className={classes.switchForm}
          title={t('form.reason', { reason: other.reason })}
          onClick={() => onChoose({ format: other.format === detected?.format ? undefined : other.format })}
        >
          {t('files.switch', { title: titleOf(other.format), percent: formatPercent(other.confidence) })}
        </UnstyledButton>
      )}
    </>
  );
}
