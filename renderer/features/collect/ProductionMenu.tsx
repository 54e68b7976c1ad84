import { Menu } from '@mantine/core';
import { IconActivity, IconChartHistogram } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { SourceId } from '../../../shared/model/ids.ts';
import { useRpcCommand } from '../../data/use-rpc-command.tsx';
import { useRpcQuery } from '../../data/use-rpc-query.ts';
import { ToneBadge } from '../../ui/Badges.tsx';

function useIsProduction(sourceId: SourceId): boolean {
  const { data } = useRpcQuery('likeness.sources', {});
  return data?.some((source) => source.sourceId === sourceId) === true;
}

/** Says of a source that it is production traffic. */
export function ProductionBadge({ sourceId }: { readonly sourceId: SourceId }) {
  const { t } = useTranslation('likeness');
  return useIsProduction(sourceId) ? <ToneBadge>{t('collect.badge')}</ToneBadge> : null;
}

/** Marks a source as production traffic, or keeps only counts of one that is. */
export function ProductionItems({ sourceId, isOff }: { readonly sourceId: SourceId; readonly isOff: boolean }) {
  const { t } = useTranslation('likeness');
  const isProduction = useIsProduction(sourceId);
  const set = useRpcCommand('likeness.setProduction');
  const keep = useRpcCommand('likeness.keepProfile');
  return (
    <>
      <Menu.Item
        leftSection={<IconActivity size={14} aria-hidden />}
        disabled={isOff}
        onClick={() => void set.run({ sourceId, isProduction: !isProduction })}
      >
        {isProduction ? t('collect.unmark') : t('collect.mark')}
      </Menu.Item>
      {isProduction ? (
        <Menu.Item
          leftSection={<IconChartHistogram size={14} aria-hidden />}
          disabled={isOff}
          onClick={() => void keep.run({ sourceId })}
        >
          {t('collect.profile')}
        </Menu.Item>
      ) : null}
    </>
  );
}
