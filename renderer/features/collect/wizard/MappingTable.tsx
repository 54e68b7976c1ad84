import { ActionIcon, Select } from '@mantine/core';
import {
  IconBookmark,
  IconCheck,
  IconChartBar,
  IconCpu,
  IconHeading,
  IconMessage2,
  IconMessages,
  IconSettings,
  IconTag,
  IconTool,
  IconTrash,
  IconUsersGroup,
  type Icon,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Inspection, Mapping } from '../../../../shared/contract/sources.ts';
import type { JsonValue } from '../../../../shared/model/json.ts';
import { formatCount } from '../../../i18n/format.ts';
import { VisibleText } from '../../../trace/VisibleText.tsx';
import { markedText } from '../../../trace/visible-text.ts';
import { ToneBadge } from '../../../ui/Badges.tsx';
import { AddReference } from './AddReference.tsx';
import { mappingRows, withField, type MappingRow } from './mapping.ts';
import { recordFields } from './record-text.ts';
import { useFieldTitle } from './use-field-title.ts';
import classes from './wizard.module.css';

const ICONS: Readonly<Record<MappingRow['field'], Icon>> = {
  prompt: IconMessages,
  system: IconSettings,
  answer: IconMessage2,
  reward: IconChartBar,
  reference: IconBookmark,
  tools: IconTool,
  group: IconUsersGroup,
  title: IconHeading,
  model: IconCpu,
  tag: IconTag,
};
const OPTIONS_SHOWN = 200;
const PREVIEW_CHARS = 200;

type MappingTableProps = {
  readonly inspection: Inspection;
  /** The record whose values are shown. */
  readonly at: number;
  readonly map: Mapping;
  readonly focusKey: string | null;
  readonly onFocus: (key: string) => void;
  readonly onMap: (map: Mapping) => void;
};

/** One row for every field a sample can have. */
export function MappingTable({ inspection, at, map, focusKey, onFocus, onMap }: MappingTableProps) {
  const { t } = useTranslation('collect');
  const names = inspection.columns.map((column) => column.name).filter((name) => name !== '');
  const text = inspection.records[at];
  const fields =
    text === undefined
      ? null
      : recordFields(
          text,
          inspection.delimiter,
          inspection.columns.map((column) => column.name),
        );
  return (
    <table className={classes.mapping}>
      <thead>
        <tr>
          <th>{t('mapping.columns.field')}</th>
          <th>{t('mapping.columns.from')}</th>
          <th>{t('mapping.columns.preview', { number: at + 1 })}</th>
          <th className={classes.right}>{t('mapping.columns.found')}</th>
        </tr>
      </thead>
      <tbody>
        {mappingRows(map).map((row) => (
          <Row
            key={row.key}
            row={row}
            names={names}
            column={inspection.columns.find((column) => column.name === row.column) ?? null}
            value={row.column === null || fields === null ? undefined : fields[row.column]}
            total={inspection.recordsRead}
            isFocused={row.key === focusKey}
            onFocus={() => onFocus(row.key)}
            onColumn={(column) => onMap(withField(map, row.key, column))}
          />
        ))}
      </tbody>
      <tfoot>
        <tr>
          <td colSpan={4}>
            <AddReference map={map} names={names} onMap={onMap} onAdded={onFocus} />
          </td>
        </tr>
      </tfoot>
    </table>
  );
}

type RowProps = {
  readonly row: MappingRow;
  readonly names: readonly string[];
  readonly column: Inspection['columns'][number] | null;
  readonly value: JsonValue | undefined;
  readonly total: number;
  readonly isFocused: boolean;
  readonly onFocus: () => void;
  readonly onColumn: (column: string | null) => void;
};

function Row({ row, names, column, value, total, isFocused, onFocus, onColumn }: RowProps) {
  const { t } = useTranslation('collect');
  const title = useFieldTitle()(row.key);
  const FieldIcon = ICONS[row.field];
  const isReference = row.field === 'reference';
  return (
    <tr data-lit={isFocused || undefined} onFocus={onFocus}>
      <th scope="row">
        <span className={classes.field}>
          <FieldIcon size={14} aria-hidden className={isReference ? 'c-gold' : 't3'} />
          <span className="ell" title={title}>
            {isReference ? row.name : title}
          </span>
          {row.field === 'prompt' ? (
            <span className={classes.required} title={t('mapping.required')}>
              *
            </span>
          ) : null}
        </span>
      </th>
      <td>
        <Select
          aria-label={t('mapping.column', { field: title })}
          aria-required={row.field === 'prompt'}
          placeholder={t('mapping.choose')}
          data={names.map((name) => ({ value: name, label: markedText(name) }))}
          value={row.column}
          limit={OPTIONS_SHOWN}
          searchable
          selectFirstOptionOnChange
          clearable={!isReference}
          clearButtonProps={{ 'aria-label': t('mapping.clear', { field: title }) }}
          classNames={{ input: classes.columnInput ?? '' }}
          onChange={onColumn}
        />
      </td>
      <td>
        <span className={`${classes.preview} ell`}>
          {row.column === null ? null : <Value value={value ?? column?.examples[0]} />}
        </span>
      </td>
      <td className={classes.right}>
        <span className={classes.found}>
          <Found filled={column?.filled ?? 0} total={total} isMapped={row.column !== null} />
          {isReference ? (
            <ActionIcon
              size={24}
              aria-label={t('mapping.removeReference', { name: row.name ?? '' })}
              onClick={() => onColumn(null)}
            >
              <IconTrash size={14} aria-hidden />
            </ActionIcon>
          ) : null}
        </span>
      </td>
    </tr>
  );
}

function Value({ value }: { readonly value: JsonValue | undefined }) {
  const { t } = useTranslation('collect');
  const text = typeof value === 'string' ? value : value == null ? '' : JSON.stringify(value);
  if (text.trim() === '') return <span className="t3">{t('mapping.empty')}</span>;
  return <VisibleText text={text.slice(0, PREVIEW_CHARS)} />;
}

type FoundProps = { readonly filled: number; readonly total: number; readonly isMapped: boolean };

function Found({ filled, total, isMapped }: FoundProps) {
  const { t } = useTranslation('collect');
  if (!isMapped) return null;
  const isAll = filled === total;
  return (
    <span title={t('mapping.foundIn', { filled, total })}>
      <ToneBadge tone={isAll ? 'ok' : 'warn'} icon={isAll ? <IconCheck size={12} aria-hidden /> : undefined}>
        {formatCount(filled)}
      </ToneBadge>
    </span>
  );
}
