import { Button, Group } from '@mantine/core';
import { IconEraser, IconTable } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { SampleId } from '../../../shared/model/ids.ts';
import { useOpenSamples } from '../../data/navigation.ts';
import { useRpcCommand } from '../../data/use-rpc-command.tsx';
import { useCommands } from '../../state/commands.tsx';
import { Card } from '../../ui/Card.tsx';
import { idFilter } from './geometry.ts';
import type { MapData, Selection } from './use-map.ts';
import classes from './map.module.css';

type SelectionCardProps = { readonly data: MapData; readonly selection: Selection; readonly canWrite: boolean };

/** What is selected, and the way to its rows: by a filter of numbers, or a tag when they are too many for one. */
export function SelectionCard({ data, selection, canWrite }: SelectionCardProps) {
  const { t } = useTranslation('map');
  const ids = [...selection.ids];
  const filter = ids.length === 0 ? null : idFilter(ids);
  const tagging = useTagging(ids);
  const needsTag = ids.length > 0 && filter === null;
  const canOpen = filter !== null || (needsTag && canWrite);
  const open = useOpenSamples();
  const run = (): void => {
    if (filter !== null) open(filter);
    else if (canOpen) void tagging.run();
  };
  const all = (): void => selection.set(data.points.ids);
  useSelectionCommands({ run, canOpen, all, clear: () => selection.set([]), hasSome: ids.length > 0 });
  return (
    <Card title={t('selection')} className={classes.card}>
      <div className={classes.cardBody}>
        <p className={classes.line} role="status">
          {ids.length === 0 ? t('nothing') : t('selected', { count: ids.length })}
        </p>
        {needsTag ? <p className={`meta ${classes.line ?? ''}`}>{t('tagHint', { tag: tagging.tag })}</p> : null}
        <Group gap={8}>
          <Button
            variant="filled"
            disabled={!canOpen}
            loading={tagging.isPending}
            leftSection={<IconTable size={14} aria-hidden />}
            onClick={run}
          >
            {needsTag ? t('tagAndOpen') : t('open')}
          </Button>
          <Button
            disabled={ids.length === 0}
            leftSection={<IconEraser size={14} aria-hidden />}
            onClick={() => selection.set([])}
          >
            {t('clear')}
          </Button>
        </Group>
      </div>
    </Card>
  );
}

/** A tag of its own for each selection, so that two are never mixed. */
function useTagging(ids: readonly number[]) {
  const command = useRpcCommand('tags.set');
  const open = useOpenSamples();
  // The same while the selection is the same.
  // eslint-disable-next-line react-hooks/exhaustive-deps -- the number of samples stands for them
  const tag = useMemo(() => `map ${new Date().toISOString().slice(0, 19).replace('T', ' ')}`, [ids.length]);
  return {
    tag,
    isPending: command.isPending,
    async run(): Promise<void> {
      const target = { by: 'ids' as const, ids: ids.map((id) => SampleId.parse(id)) };
      const done = await command.run({ target, add: [tag], remove: [] });
      if (done !== undefined) open(`tag:"${tag}"`);
    },
  };
}

type CommandProps = {
  readonly run: () => void;
  readonly canOpen: boolean;
  readonly all: () => void;
  readonly clear: () => void;
  readonly hasSome: boolean;
};

function useSelectionCommands({ run, canOpen, all, clear, hasSome }: CommandProps): void {
  useCommands([
    {
      id: 'map.open',
      titleKey: 'map:commands.open' as const,
      icon: IconTable,
      keys: ['o'],
      when: () => canOpen,
      run,
    },
    { id: 'map.all', titleKey: 'map:commands.all' as const, run: all },
    { id: 'map.clear', titleKey: 'map:commands.clear' as const, icon: IconEraser, when: () => hasSome, run: clear },
  ]);
}
