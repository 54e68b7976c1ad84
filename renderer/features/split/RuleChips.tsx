import { ActionIcon, Menu } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import type { Output } from '../../data/methods.ts';
import { useRpcQuery } from '../../data/use-rpc-query.ts';
import { split as texts } from '../../i18n/en/split.ts';
import { FilterChip } from '../../ui/Badges.tsx';
import { AlikeField } from './NumberFields.tsx';
import classes from './split.module.css';
import type { Split } from './use-split.ts';

/** Rules may name a field that no sample has. */
function nameOf(key: string): string {
  const names: Readonly<Record<string, string>> = texts.rules.keys;
  return names[key] ?? key;
}

type GroupOption = Output<'splits.options'>['groups'][number];
const KINDS = [
  'known',
  'duplicates',
  'reference',
  'metadata',
  'facet',
] as const satisfies readonly GroupOption['kind'][];
/** What a chip's menu shows of one entry. */
type Item = {
  readonly key: string;
  readonly label: string;
  readonly meta: string | null;
  /** Fields that were read. */
  readonly from: string | null;
};

/** What keeps samples on one side. */
export function TogetherChips({ split }: { readonly split: Split }) {
  const { t } = useTranslation('split');
  const { groupBy } = split.rules;
  const { data } = useRpcQuery('splits.options', {});
  const options = data?.groups ?? [];
  const toItem = (option: GroupOption): Item => ({
    key: option.key,
    label: option.label,
    meta: option.samples === null ? t('rules.notScanned') : t('rules.has', { count: option.samples }),
    from: option.kind === 'known' && option.from.length > 0 ? option.from.join(', ') : null,
  });
  const sections = KINDS.map((kind) => ({
    title: t(`rules.kinds.${kind}`),
    items: options.filter((option) => option.kind === kind && !groupBy.includes(option.key)).map(toItem),
  }));
  return (
    <ChipRow
      label={t('rules.together')}
      addLabel={t('rules.addTogether')}
      removeLabel={(label) => t('rules.removeTogether', { label })}
      chosen={groupBy.map((key) => ({
        key,
        label: options.find((option) => option.key === key)?.label ?? nameOf(key),
      }))}
      sections={sections}
      canWrite={split.canWrite}
      onChange={(keys) => split.change({ groupBy: [...keys] })}
    >
      {groupBy.includes('near') ? <AlikeField split={split} kind="near" /> : null}
      {groupBy.includes('semantic') ? <AlikeField split={split} kind="semantic" /> : null}
    </ChipRow>
  );
}

/** Facets whose mix should be the same on every side. */
export function MixChips({ split }: { readonly split: Split }) {
  const { t } = useTranslation('split');
  const { stratifyBy } = split.rules;
  const { data } = useRpcQuery('splits.options', {});
  const facets = data?.facets ?? [];
  return (
    <ChipRow
      label={t('rules.mix')}
      addLabel={t('rules.addMix')}
      removeLabel={(label) => t('rules.removeMix', { label })}
      chosen={stratifyBy.map((key) => ({ key, label: facets.find((facet) => facet.key === key)?.title ?? key }))}
      sections={[
        {
          title: null,
          items: facets
            .filter(({ key }) => !stratifyBy.includes(key))
            .map(({ key, title }) => ({ key, label: title, meta: null, from: null })),
        },
      ]}
      canWrite={split.canWrite}
      onChange={(keys) => split.change({ stratifyBy: [...keys] })}
    />
  );
}

type ChipRowProps = {
  readonly label: string;
  readonly addLabel: string;
  readonly removeLabel: (label: string) => string;
  readonly chosen: readonly { readonly key: string; readonly label: string }[];
  readonly sections: readonly { readonly title: string | null; readonly items: readonly Item[] }[];
  readonly canWrite: boolean;
  readonly onChange: (keys: readonly string[]) => void;
  readonly children?: React.ReactNode;
};

function ChipRow({ label, addLabel, removeLabel, chosen, sections, canWrite, onChange, children }: ChipRowProps) {
  const { t } = useTranslation('split');
  const keys = chosen.map(({ key }) => key);
  const filled = sections.filter(({ items }) => items.length > 0);
  return (
    <div className={classes.rowTop} role="group" aria-label={label}>
      <span className={classes.rowLabel}>{label}</span>
      <div className={classes.chips}>
        {chosen.map((chip) => (
          <FilterChip
            key={chip.key}
            value={chip.label}
            {...(canWrite
              ? {
                  onRemove: () => onChange(keys.filter((key) => key !== chip.key)),
                  removeLabel: removeLabel(chip.label),
                }
              : {})}
          />
        ))}
        {chosen.length === 0 ? <span className="t3">{t('rules.none')}</span> : null}
        {canWrite ? (
          <Menu>
            <Menu.Target>
              <ActionIcon size={24} aria-label={addLabel}>
                <IconPlus size={14} aria-hidden />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown className={classes.menu ?? ''}>
              {filled.length === 0 ? <Menu.Label>{t('rules.all')}</Menu.Label> : null}
              {filled.map(({ title, items }, at) => (
                <Fragment key={title ?? at}>
                  {title === null ? null : <Menu.Label>{title}</Menu.Label>}
                  {items.map((item) => (
                    <Menu.Item
                      key={item.key}
                      rightSection={item.meta === null ? null : <span className={classes.menuCount}>{item.meta}</span>}
                      onClick={() => onChange([...keys, item.key])}
                    >
                      {item.label}
                      {item.from === null ? null : <span className={classes.menuFrom}>{item.from}</span>}
                    </Menu.Item>
                  ))}
                </Fragment>
              ))}
            </Menu.Dropdown>
          </Menu>
        ) : null}
        {children}
      </div>
    </div>
  );
}
