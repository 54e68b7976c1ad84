import { ActionIcon, SegmentedControl } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Inspection } from '../../../../shared/contract/sources.ts';
import type { JsonValue } from '../../../../shared/model/json.ts';
import { VisibleText } from '../../../trace/VisibleText.tsx';
import { markedText } from '../../../trace/visible-text.ts';
import { Spacer, Toolbar } from '../../../ui/PageHead.tsx';
import { recordFields } from './record-text.ts';
import { RecordView } from './RecordView.tsx';
import classes from './wizard.module.css';

const NO_TAGS: ReadonlyMap<string, readonly string[]> = new Map();

/** The first records as they are read; those of a table side by side, so that a wrong delimiter shows at once. */
export function RecordPane({ inspection }: { readonly inspection: Inspection | undefined }) {
  const { t } = useTranslation('collect');
  const [index, setIndex] = useState(0);
  const [mode, setMode] = useState<'table' | 'record'>('table');
  const isTable = inspection?.delimiter != null && inspection.columns.length > 0;
  const records = inspection?.records ?? [];
  const at = Math.min(index, Math.max(0, records.length - 1));
  const showsTable = isTable && mode === 'table';
  return (
    <>
      <Toolbar label={t('record.title')}>
        <h2 className={classes.paneTitle}>{showsTable ? t('record.table') : t('record.title')}</h2>
        <Spacer />
        {isTable ? (
          <SegmentedControl
            size="xs"
            aria-label={t('record.title')}
            value={mode}
            onChange={setMode}
            data={[
              { value: 'table', label: t('record.asTable') },
              { value: 'record', label: t('record.asRecord') },
            ]}
          />
        ) : null}
        {showsTable ? null : <RecordPager at={at} total={records.length} onGo={setIndex} />}
      </Toolbar>
      {inspection === undefined ? null : showsTable ? (
        <RowsTable inspection={inspection} />
      ) : (
        <RecordView inspection={inspection} at={at} tags={NO_TAGS} focus={null} />
      )}
    </>
  );
}

type RecordPagerProps = { readonly at: number; readonly total: number; readonly onGo: (at: number) => void };

export function RecordPager({ at, total, onGo }: RecordPagerProps) {
  const { t } = useTranslation('collect');
  if (total < 2) return null;
  return (
    <span className={classes.pager}>
      <ActionIcon size={24} aria-label={t('record.previous')} disabled={at === 0} onClick={() => onGo(at - 1)}>
        <IconChevronLeft size={14} aria-hidden />
      </ActionIcon>
      <span className="num" aria-live="polite">
        {t('record.position', { number: at + 1, total })}
      </span>
      <ActionIcon size={24} aria-label={t('record.next')} disabled={at >= total - 1} onClick={() => onGo(at + 1)}>
        <IconChevronRight size={14} aria-hidden />
      </ActionIcon>
    </span>
  );
}

const CELL_CHARS = 300;

function RowsTable({ inspection }: { readonly inspection: Inspection }) {
  const { t } = useTranslation('collect');
  const names = inspection.columns.map((column) => column.name);
  return (
    // It scrolls, so the keyboard must reach it.
    <div className={classes.scroll} tabIndex={0} role="region" aria-label={t('record.table')}>
      <table className={classes.rows}>
        <thead>
          <tr>
            {names.map((name) => (
              <th key={name}>
                <VisibleText text={name} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {inspection.records.map((text, at) => {
            const fields = recordFields(text, inspection.delimiter, names);
            return (
              // The first records of a file stand in its order and are never moved.
              <tr key={at}>
                {fields === null ? (
                  <td colSpan={names.length} className={classes.badRow}>
                    <VisibleText text={text.slice(0, CELL_CHARS)} />
                  </td>
                ) : (
                  names.map((name) => <Cell key={name} value={fields[name]} />)
                )}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

/** Cells of a delimited file are texts. */
function Cell({ value }: { readonly value: JsonValue | undefined }) {
  const text = typeof value === 'string' ? value.slice(0, CELL_CHARS) : '';
  return (
    <td title={markedText(text)}>
      <VisibleText text={text} />
    </td>
  );
}
