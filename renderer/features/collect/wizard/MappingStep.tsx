import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Inspection, Mapping } from '../../../../shared/contract/sources.ts';
import { VisibleText } from '../../../trace/VisibleText.tsx';
import { Note } from '../../../ui/Badges.tsx';
import { ListStates, RowSkeleton } from '../../../ui/ListStates.tsx';
import { Spacer, Toolbar } from '../../../ui/PageHead.tsx';
import { columnKey } from './file-state.ts';
import type { StepProps } from './FormStep.tsx';
import { PLAIN_FIELDS, sharedColumns, unusedColumns } from './mapping.ts';
import { MappingHead, Remembered } from './MappingHead.tsx';
import { MappingTable } from './MappingTable.tsx';
import { RecordPager } from './RecordPane.tsx';
import { RecordView } from './RecordView.tsx';
import { StepPanes } from './StepPanes.tsx';
import { useFieldTitle } from './use-field-title.ts';
import { useFile } from './use-file.ts';
import type { InspectedFile } from './use-inspections.ts';
import classes from './wizard.module.css';

const EMPTY: Mapping = {};

/** Which column is what, beside a record in which the chosen column is lit. */
export function MappingStep({ wizard, inspected, current }: StepProps) {
  const { t } = useTranslation('collect');
  const { ref } = current.file;
  const { query, inspection, isOld } = useFile(wizard, ref);
  const [index, setIndex] = useState(0);
  const [focusKey, setFocusKey] = useState<string | null>(null);
  const titleOf = useFieldTitle();
  const isNarrow = useMediaQuery('(max-width: 1280px)', false);
  // The person's own mapping is shown at once, before the file was looked at with it.
  const map = wizard.optionsOf(ref).map ?? inspection?.map ?? EMPTY;
  const tags = useMemo(
    () =>
      new Map(
        [...Map.groupBy(Object.entries(map), ([, column]) => column)].map(([column, entries]) => [
          column,
          entries.map(([key]) => titleOf(key)),
        ]),
      ),
    [map, titleOf],
  );
  const at = Math.min(index, Math.max(0, (inspection?.records.length ?? 1) - 1));
  const focus = focusKey === null ? null : (map[focusKey] ?? null);
  const setMap = (next: Mapping | undefined): void => wizard.choose([ref], { map: next });
  return (
    <StepPanes
      id="mapping"
      inspected={inspected}
      current={current}
      onShow={wizard.show}
      panes={[
        {
          key: 'record',
          label: t('record.title'),
          size: isNarrow || inspected.length > 1 ? '360px' : '468px',
          min: '240px',
          children: (
            <>
              <Toolbar label={t('record.title')}>
                <h2 className={classes.paneTitle}>{t('record.title')}</h2>
                <Spacer />
                <RecordPager at={at} total={inspection?.records.length ?? 0} onGo={setIndex} />
              </Toolbar>
              {inspection === undefined ? null : (
                <RecordView inspection={inspection} at={at} tags={tags} focus={focus} />
              )}
            </>
          ),
        },
        {
          key: 'mapping',
          label: t('mapping.title'),
          size: 1,
          min: '420px',
          children: (
            <>
              <MappingHead
                inspection={inspection}
                map={map}
                isOwn={wizard.optionsOf(ref).map !== undefined}
                onMap={setMap}
                onReset={() => setMap(undefined)}
              />
              <div className={classes.paneScroll} data-old={isOld || undefined}>
                <ListStates query={{ ...query, data: inspection }} skeleton={<RowSkeleton rows={9} />}>
                  {(shown) => (
                    <>
                      <Remembered inspection={shown} onForgotten={() => void query.refetch()} />
                      <MappingTable
                        inspection={shown}
                        at={at}
                        map={map}
                        focusKey={focusKey}
                        onFocus={setFocusKey}
                        onMap={setMap}
                      />
                      <Remarks inspection={shown} map={map} focusKey={focusKey} />
                      <ApplyAll
                        others={othersWithColumns(inspected, current)}
                        onApply={(others) =>
                          wizard.choose(
                            others.map(({ file }) => file.ref),
                            { map },
                          )
                        }
                      />
                    </>
                  )}
                </ListStates>
              </div>
            </>
          ),
        },
      ]}
    />
  );
}

function othersWithColumns(inspected: readonly InspectedFile[], current: InspectedFile): readonly InspectedFile[] {
  if (current.inspection === undefined) return [];
  const key = columnKey(current.inspection);
  return inspected.filter(
    (entry) => entry !== current && entry.inspection !== undefined && columnKey(entry.inspection) === key,
  );
}

type RemarksProps = { readonly inspection: Inspection; readonly map: Mapping; readonly focusKey: string | null };
const NAMES_SHOWN = 12;

/** What the chosen field does, and what follows from the mapping as it stands. */
function Remarks({ inspection, map, focusKey }: RemarksProps) {
  const { t } = useTranslation('collect');
  const titleOf = useFieldTitle();
  const unused = unusedColumns(map, inspection.columns);
  const reference = focusKey?.startsWith('reference.') === true ? focusKey.slice('reference.'.length) : null;
  const focused = inspection.columns.find((column) => focusKey !== null && column.name === map[focusKey]);
  const isPartly = focused !== undefined && focused.filled < inspection.recordsRead;
  return (
    <div className={classes.remarks}>
      {map['prompt'] === undefined && inspection.refusal !== null ? (
        <Note tone="warn">{inspection.refusal}</Note>
      ) : null}
      {focusKey === null ? null : (
        <Note tone="accent">
          <b>{titleOf(focusKey)}.</b>{' '}
          {reference === null
            ? t(`mapping.hints.${plainKey(focusKey)}`)
            : t('mapping.hints.reference', { name: reference })}
        </Note>
      )}
      {isPartly && focusKey !== null ? (
        <Note tone="warn">
          {t('mapping.partly', { filled: focused.filled, total: inspection.recordsRead, field: titleOf(focusKey) })}
        </Note>
      ) : null}
      {sharedColumns(map).map(({ column, keys }) => (
        <Note key={column} tone="warn">
          <VisibleText text={t('mapping.twice', { column, fields: keys.map((key) => titleOf(key)).join(', ') })} />
        </Note>
      ))}
      {unused.length === 0 ? null : (
        <Note>
          <VisibleText
            text={t('mapping.unused', {
              names: `${unused.slice(0, NAMES_SHOWN).join(', ')}${unused.length > NAMES_SHOWN ? ', …' : ''}`,
            })}
          />
        </Note>
      )}
    </div>
  );
}

function plainKey(key: string) {
  return PLAIN_FIELDS.find((field) => field === key) ?? 'prompt';
}

type ApplyAllProps = {
  readonly others: readonly InspectedFile[];
  readonly onApply: (others: readonly InspectedFile[]) => void;
};

function ApplyAll({ others, onApply }: ApplyAllProps) {
  const { t } = useTranslation('collect');
  if (others.length === 0) return null;
  return (
    <div className={classes.remarks}>
      <div>
        <Button onClick={() => onApply(others)}>{t('wizard.applyAll', { count: others.length })}</Button>
      </div>
    </div>
  );
}
