import { ActionIcon, Button, Menu, Popover, TextInput, UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconDeviceFloppy, IconPencil, IconPlus, IconRestore, IconTrash } from '@tabler/icons-react';
import { useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { print } from '../../../shared/query/print.ts';
import { parse } from '../../../shared/query/parse.ts';
import type { Output } from '../../data/methods.ts';
import { useRpcCommand } from '../../data/use-rpc-command.tsx';
import { useRpcQuery } from '../../data/use-rpc-query.ts';
import { formatCount } from '../../i18n/format.ts';
import type { Sort } from './SamplesTable.tsx';
import classes from './tabs.module.css';

export type SavedView = Output<'savedViews.list'>[number];
/** What a saved view keeps. */
export type ViewState = { readonly filter: string; readonly sort: Sort; readonly columns: readonly string[] };

type ViewTabsProps = {
  readonly current: ViewState;
  readonly activeId: number | null;
  /** Samples in the project. */
  readonly total: number;
  readonly canWrite: boolean;
  readonly isNaming: boolean;
  readonly onNaming: (isNaming: boolean) => void;
  readonly onPick: (view: SavedView | null) => void;
};

/** All samples, then each saved view. A dot says that what is shown is no longer what was saved. */
export function ViewTabs({ current, activeId, total, canWrite, isNaming, onNaming, onPick }: ViewTabsProps) {
  const { t } = useTranslation('samples');
  const { data: views = [] } = useRpcQuery('savedViews.list', {});
  const save = useRpcCommand('savedViews.save');
  async function saveAs(name: string): Promise<void> {
    onNaming(false);
    const saved = await save.run({ id: null, name, ...current, columns: [...current.columns] });
    if (saved !== undefined) onPick({ ...saved, name, ...current, columns: [...current.columns], count: 0 });
  }
  return (
    <>
      <nav className={classes.tabs} aria-label={t('views.label')}>
        <Tab name={t('views.all')} count={total} isActive={activeId === null} onPick={() => onPick(null)} />
        {views.map((view) => (
          <SavedTab
            key={view.id}
            view={view}
            isActive={view.id === activeId}
            canWrite={canWrite}
            isChanged={view.id === activeId && !isSameView(view, current)}
            current={current}
            onPick={onPick}
          />
        ))}
      </nav>
      <Popover opened={isNaming} onChange={onNaming} position="bottom-end" trapFocus returnFocus>
        <Popover.Target>
          <ActionIcon
            size={24}
            aria-label={t('views.save')}
            title={t('views.save')}
            disabled={!canWrite}
            onClick={() => onNaming(!isNaming)}
          >
            <IconPlus size={14} aria-hidden />
          </ActionIcon>
        </Popover.Target>
        <Popover.Dropdown p={12}>
          <NameForm
            initial=""
            action={t('views.saveButton')}
            hint={t('views.saveHint')}
            onSave={(name) => void saveAs(name)}
          />
        </Popover.Dropdown>
      </Popover>
    </>
  );
}

/** @returns whether a saved view shows just what is on the screen; the filter may be written in another way */
export function isSameView(view: ViewState, current: ViewState): boolean {
  return (
    plain(view.filter) === plain(current.filter) &&
    view.sort.key === current.sort.key &&
    view.sort.descending === current.sort.descending &&
    [...view.columns].sort().join() === [...current.columns].sort().join()
  );
}

function plain(filter: string): string {
  const { ast } = parse(filter);
  return ast === null ? filter : print(ast);
}

type TabProps = {
  readonly name: string;
  readonly count: number;
  readonly isActive: boolean;
  readonly isChanged?: boolean;
  readonly onPick: () => void;
};

function Tab({ name, count, isActive, isChanged = false, onPick }: TabProps) {
  const { t } = useTranslation('samples');
  return (
    <UnstyledButton className={classes.tab} aria-current={isActive ? 'true' : undefined} onClick={onPick}>
      <span className={classes.name}>{name}</span>
      {isChanged ? (
        <span className={classes.dot} role="img" aria-label={t('views.changed')} title={t('views.changed')} />
      ) : null}
      <span className={classes.count}>{formatCount(count)}</span>
    </UnstyledButton>
  );
}

type SavedTabProps = {
  readonly view: SavedView;
  readonly isActive: boolean;
  readonly canWrite: boolean;
  readonly isChanged: boolean;
  readonly current: ViewState;
  readonly onPick: (view: SavedView | null) => void;
};

function SavedTab({ view, isActive, canWrite, isChanged, current, onPick }: SavedTabProps) {
  const { t } = useTranslation('samples');
  const [isRenaming, setRenaming] = useState(false);
  const save = useRpcCommand('savedViews.save');
  const remove = useRpcCommand('savedViews.remove');
  const { id, name, filter, sort, columns } = view;
  async function rename(next: string): Promise<void> {
    setRenaming(false);
    await save.run({ id, name: next, filter, sort, columns });
  }
  async function removeView(): Promise<void> {
    if ((await remove.run({ id })) !== undefined && isActive) onPick(null);
  }
  return (
    <span className={classes.saved} data-active={isActive || undefined}>
      <Tab name={name} count={view.count} isActive={isActive} isChanged={isChanged} onPick={() => onPick(view)} />
      {isActive && canWrite ? (
        <Popover opened={isRenaming} onChange={setRenaming} position="bottom-start" trapFocus returnFocus>
          <Popover.Target>
            <span>
              <Menu>
                <Menu.Target>
                  <ActionIcon size={24} aria-label={t('views.menu', { name })}>
                    <IconChevronDown size={12} aria-hidden />
                  </ActionIcon>
                </Menu.Target>
                <Menu.Dropdown>
                  {isChanged ? (
                    <>
                      <Menu.Item
                        leftSection={<IconDeviceFloppy size={14} aria-hidden />}
                        onClick={() => void save.run({ id, name, ...current, columns: [...current.columns] })}
                      >
                        {t('views.saveChanges')}
                      </Menu.Item>
                      <Menu.Item leftSection={<IconRestore size={14} aria-hidden />} onClick={() => onPick(view)}>
                        {t('views.revert')}
                      </Menu.Item>
                    </>
                  ) : null}
                  <Menu.Item leftSection={<IconPencil size={14} aria-hidden />} onClick={() => setRenaming(true)}>
                    {t('views.rename')}
                  </Menu.Item>
                  <Menu.Item leftSection={<IconTrash size={14} aria-hidden />} onClick={() => void removeView()}>
                    {t('views.remove')}
                  </Menu.Item>
                </Menu.Dropdown>
              </Menu>
            </span>
          </Popover.Target>
          <Popover.Dropdown p={12}>
            <NameForm initial={name} action={t('views.renameButton')} onSave={(next) => void rename(next)} />
          </Popover.Dropdown>
        </Popover>
      ) : null}
    </span>
  );
}

type NameFormProps = {
  readonly initial: string;
  readonly action: string;
  readonly hint?: string;
  readonly onSave: (name: string) => void;
};

function NameForm({ initial, action, hint, onSave }: NameFormProps) {
  const { t } = useTranslation('samples');
  const [name, setName] = useState(initial);
  const isTooLong = name.trim().length > 80;
  function submit(event: SubmitEvent): void {
    event.preventDefault();
    if (name.trim() !== '' && !isTooLong) onSave(name.trim());
  }
  return (
    <form className={classes.form} onSubmit={submit}>
      <TextInput
        label={t('views.name')}
        description={hint}
        data-autofocus
        value={name}
        error={isTooLong ? t('views.tooLong') : undefined}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Button type="submit" variant="filled" disabled={name.trim() === '' || isTooLong}>
        {action}
      </Button>
    </form>
  );
}
