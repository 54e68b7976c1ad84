import { Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { FileOptions, Inspection } from '../../../../shared/contract/sources.ts';
import classes from './wizard.module.css';

/** Encodings that files of agents and desks come in. */
const ENCODINGS = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1252',
  'iso-8859-15',
  'windows-1250',
  'iso-8859-2',
  'windows-1251',
  'koi8-r',
  'windows-1253',
  'windows-1254',
  'gb18030',
  'big5',
  'shift_jis',
  'euc-jp',
  'euc-kr',
] as const;
const DELIMITERS = { comma: ',', semicolon: ';', tab: '\t', pipe: '|' } as const;
type DelimiterName = keyof typeof DELIMITERS;
// The keys of the table above.
const DELIMITER_NAMES = Object.keys(DELIMITERS) as readonly DelimiterName[];
const AUTO = 'auto';

type TextChoicesProps = {
  readonly inspection: Inspection;
  readonly options: FileOptions;
  readonly onChoose: (choice: FileOptions) => void;
};

/** How bytes become text and, in a table, text becomes cells. What is detected is named, so that a wrong one shows. */
export function TextChoices({ inspection, options, onChoose }: TextChoicesProps) {
  const { t } = useTranslation('collect');
  const isUnread = inspection.recordsRead === 0;
  const hasDelimiter = inspection.delimiter !== null || options.delimiter !== undefined || isUnread;
  const delimiter = DELIMITER_NAMES.find((name) => DELIMITERS[name] === inspection.delimiter);
  const chosenDelimiter = DELIMITER_NAMES.find((name) => DELIMITERS[name] === options.delimiter);
  const encodingAuto =
    inspection.encoding === null || options.encoding !== undefined
      ? t('form.encodingNone')
      : t('form.encodingAuto', { name: inspection.encoding });
  const delimiterAuto =
    delimiter === undefined || options.delimiter !== undefined
      ? t('form.delimiterNone')
      : t('form.delimiterAuto', { name: t(`form.delimiters.${delimiter}`).toLowerCase() });
  return (
    <section className={classes.textChoices} aria-label={t('form.text')}>
      <Select
        label={t('form.encoding')}
        data={[{ value: AUTO, label: encodingAuto }, ...ENCODINGS.map((name) => ({ value: name, label: name }))]}
        value={options.encoding ?? AUTO}
        searchable
        onChange={(value) => onChoose({ encoding: value === null || value === AUTO ? undefined : value })}
      />
      {hasDelimiter ? (
        <Select
          label={t('form.delimiter')}
          data={[
            { value: AUTO, label: delimiterAuto },
            ...DELIMITER_NAMES.map((name) => ({ value: name, label: t(`form.delimiters.${name}`) })),
          ]}
          value={chosenDelimiter ?? AUTO}
          onChange={(value) => {
            const name = DELIMITER_NAMES.find((entry) => entry === value);
            onChoose({ delimiter: name === undefined ? undefined : DELIMITERS[name] });
          }}
        />
      ) : null}
    </section>
  );
}
