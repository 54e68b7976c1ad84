import { Button, Menu, Popover, TextInput } from '@mantine/core';
import { IconBookmark, IconChevronDown, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Inspection, Mapping } from '../../../../shared/contract/sources.ts';
import { useRpcCommand } from '../../../data/use-rpc-command.tsx';
import { useRpcQuery } from '../../../data/use-rpc-query.ts';
import { VisibleText } from '../../../trace/VisibleText.tsx';
import { markedText } from '../../../trace/visible-text.ts';
import { Spacer, Toolbar } from '../../../ui/PageHead.tsx';
import { sameMapping, unusedColumns } from './mapping.ts';
import classes from './wizard.module.css';

type MappingHeadProps = {
  readonly inspection: Inspection | undefined;
  readonly map: Mapping;
  /** The person changed it. */
  readonly isOwn: boolean;
  readonly onMap: (map: Mapping) => void;
  readonly onReset: () => void;
};

/** How much is mapped, and the presets of this computer that fit the columns. */
export function MappingHead({ inspection, map, isOwn, onMap, onReset }: MappingHeadProps) {
  const { t } = useTranslation('collect');
  const columns = inspection?.columns ?? [];
  return (
    <Toolbar label={t('mapping.title')}>
      <h2 className={classes.paneTitle}>{t('mapping.title')}</h2>
      <span className="label t3 ell">
        {t('mapping.fact', { filled: columns.length - unusedColumns(map, columns).length, total: columns.length })}
      </span>
      <Spacer />
      {isOwn ? (
        <Button size="xs" variant="subtle" onClick={onReset}>
          {t('mapping.reset')}
        </Button>
      ) : null}
      {columns.length === 0 ? null : <Presets names={columns.map(({ name }) => name)} map={map} onMap={onMap} />}
    </Toolbar>
  );
}

type PresetsProps = {
  readonly names: readonly string[];
  readonly map: Mapping;
  readonly onMap: (map: Mapping) => void;
};

function Presets({ names, map, onMap }: PresetsProps) {
  const { t } = useTranslation('collect');
  const query = useRpcQuery('sources.presets', { columns: [...names] });
  const again = { onSuccess: () => void query.refetch() };
  const remove = useRpcCommand('sources.removePreset', again);
  const presets = query.data ?? [];
  const chosen = presets.find((preset) => sameMapping(preset.map, map));
  return (
    <>
      {presets.length === 0 ? null : (
        <Menu position="bottom-end">
          <Menu.Target>
            <Button
              size="xs"
              leftSection={<IconBookmark size={14} aria-hidden />}
              rightSection={<IconChevronDown size={14} aria-hidden />}
            >
              {chosen === undefined ? (
                t('mapping.presets')
              ) : (
                <VisibleText text={t('mapping.preset', { name: chosen.name })} />
              )}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {presets.map((preset) => (
              <Menu.Item key={preset.name} onClick={() => onMap(preset.map)}>
                <VisibleText text={preset.name} />
              </Menu.Item>
            ))}
            {chosen === undefined ? null : (
              <>
                <Menu.Divider />
                <Menu.Item
                  leftSection={<IconTrash size={14} aria-hidden />}
                  color="var(--err)"
                  onClick={() => void remove.run({ name: chosen.name })}
                >
                  {t('mapping.removePreset', { name: markedText(chosen.name) })}
                </Menu.Item>
              </>
            )}
          </Menu.Dropdown>
        </Menu>
      )}
      <SavePreset map={map} taken={presets.map(({ name }) => name)} onSaved={again.onSuccess} />
    </>
  );
}

type SavePresetProps = { readonly map: Mapping; readonly taken: readonly string[]; readonly onSaved: () => void };

function SavePreset({ map, taken, onSaved }: SavePresetProps) {
  const { t } = useTranslation(['collect', 'common']);
  const [isOpen, setOpen] = useState(false);
  const [name, setName] = useState('');
  const save = useRpcCommand('sources.savePreset', {
    onSuccess: () => {
      onSaved();
      setOpen(false);
      setName('');
    },
  });
  const trimmed = name.trim();
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" trapFocus returnFocus width={280}>
      <Popover.Target>
        <Button size="xs" disabled={Object.keys(map).length === 0} onClick={() => setOpen(!isOpen)}>
          {t('collect:mapping.savePreset')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <form
          className={classes.presetForm}
          onSubmit={(event) => {
            event.preventDefault();
            if (trimmed !== '') void save.run({ name: trimmed, map });
          }}
        >
          <TextInput
            label={t('collect:mapping.presetName')}
            description={t('collect:mapping.presetHint')}
            maxLength={80}
            data-autofocus
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Button type="submit" disabled={trimmed === ''} loading={save.isPending}>
            {t(taken.includes(trimmed) ? 'collect:mapping.replacePreset' : 'common:actions.save')}
          </Button>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}

type RememberedProps = { readonly inspection: Inspection; readonly onForgotten: () => void };

/** Says that the mapping is the one that was used for these columns before; it can be forgotten. */
export function Remembered({ inspection, onForgotten }: RememberedProps) {
  const { t } = useTranslation('collect');
  const forget = useRpcCommand('sources.forgetMapping', { onSuccess: onForgotten });
  if (inspection.mapFrom !== 'remembered') return null;
  return (
    <div className={classes.remembered} role="status">
      <IconBookmark size={14} aria-hidden />
      <span>{t('mapping.remembered')}</span>
      <Button
        size="xs"
        variant="subtle"
        loading={forget.isPending}
        onClick={() => void forget.run({ columns: inspection.columns.map(({ name }) => name) })}
      >
        {t('mapping.forget')}
      </Button>
    </div>
  );
}
