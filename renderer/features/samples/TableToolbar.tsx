import { ActionIcon, Button, Checkbox, Menu, Popover, UnstyledButton } from '@mantine/core';
import {
  IconArrowDown,
  IconArrowUp,
  IconArrowsSort,
  IconClipboardPlus,
  IconColumns3,
  IconDots,
  IconFileImport,
  IconPlus,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Sort } from './SamplesTable.tsx';
import classes from './toolbar.module.css';
import {
  COLUMN_IDS,
  descendingByDefault,
  knownColumns,
  SORT_KEYS,
  USUAL_SETTINGS,
  type ColumnId,
} from './table-settings.ts';

export function SortMenu({ sort, onSort }: { readonly sort: Sort; readonly onSort: (sort: Sort) => void }) {
  const { t } = useTranslation('samples');
  const isOldest = sort.key === 'newest' && !sort.descending;
  const name = isOldest ? t('sort.oldest') : t(`sort.keys.${sort.key}`);
  const direction = sort.descending ? t('sort.descending') : t('sort.ascending');
  return (
    <Menu>
      <Menu.Target>
        <Button leftSection={<IconArrowsSort size={14} aria-hidden />} aria-label={t('sort.by', { name, direction })}>
          {name}
        </Button>
      </Menu.Target>
      <Menu.Dropdown aria-label={t('sort.label')}>
        {SORT_KEYS.map((key) => (
          <Menu.RadioItem
            key={key}
            value={key}
            checked={key === sort.key}
            checkIcon={
              sort.descending ? <IconArrowDown size={14} aria-hidden /> : <IconArrowUp size={14} aria-hidden />
            }
            onClick={() => onSort({ key, descending: key === sort.key ? !sort.descending : descendingByDefault(key) })}
          >
            {t(`sort.keys.${key}`)}
          </Menu.RadioItem>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

type ColumnChooserProps = {
  readonly columns: readonly string[];
  readonly onColumns: (columns: readonly ColumnId[]) => void;
  readonly isOpen: boolean;
  readonly onOpen: (isOpen: boolean) => void;
};

export function ColumnChooser({ columns, onColumns, isOpen, onOpen }: ColumnChooserProps) {
  const { t } = useTranslation('samples');
  const shown = knownColumns(columns);
  return (
    <Popover opened={isOpen} onChange={onOpen} position="bottom-end" trapFocus returnFocus>
      <Popover.Target>
        <ActionIcon aria-label={t('columns.button')} title={t('columns.button')} onClick={() => onOpen(!isOpen)}>
          <IconColumns3 size={16} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown p={8} aria-label={t('columns.button')}>
        <div className={classes.columns}>
          {COLUMN_IDS.map((id) => (
            <Checkbox
              key={id}
              label={t(`columns.names.${id}`)}
              checked={shown.includes(id)}
              disabled={id === 'title'}
              onChange={() =>
                onColumns(knownColumns(shown.includes(id) ? shown.filter((other) => other !== id) : [...shown, id]))
              }
            />
          ))}
          <UnstyledButton className={classes.reset} onClick={() => onColumns(USUAL_SETTINGS.columns)}>
            {t('columns.reset')}
          </UnstyledButton>
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}

type AddMenuProps = { readonly onCreate: () => void; readonly onPaste: () => void; readonly onImport: () => void };

export function AddMenu({ onCreate, onPaste, onImport }: AddMenuProps) {
  const { t } = useTranslation(['samples', 'common', 'shell']);
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon aria-label={t('common:actions.more')} title={t('common:actions.more')}>
          <IconDots size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconPlus size={14} aria-hidden />} onClick={onCreate}>
          {t('samples:commands.create')}
        </Menu.Item>
        <Menu.Item leftSection={<IconClipboardPlus size={14} aria-hidden />} onClick={onPaste}>
          {t('samples:commands.paste')}
        </Menu.Item>
        <Menu.Item leftSection={<IconFileImport size={14} aria-hidden />} onClick={onImport}>
          {t('shell:commands.import')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
