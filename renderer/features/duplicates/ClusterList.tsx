import { UnstyledButton } from '@mantine/core';
import { IconAffiliate, IconArrowsSort, IconEqual, IconTemplate, IconTilde } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { ClusterKind } from '../../../shared/model/duplicates.ts';
import { formatScore } from '../../i18n/format.ts';
import { ToneBadge } from '../../ui/Badges.tsx';
import classes from './duplicates.module.css';
import { PickMenu } from './PickMenu.tsx';
import { SORTS } from './settings.ts';
import type { Clusters } from './use-clusters.ts';
import type { Settings } from './use-settings.ts';

type Props = { readonly clusters: Clusters; readonly settings: Settings };

/** Clusters that wait for a decision. */
export function ClusterList({ clusters, settings }: Props) {
  const { t } = useTranslation(['duplicates', 'common']);
  const { rows, at, total } = clusters;
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    list.current?.querySelector('[aria-current="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [at]);
  return (
    <>
      <div className={classes.listHead}>
        <h2>{t('duplicates:panes.clusters')}</h2>
        <span className="label t3 num">{t('duplicates:position', { at: at + 1, total })}</span>
        <span className={classes.grow} />
        <PickMenu
          label={t('duplicates:sort.label')}
          icon={<IconArrowsSort size={14} aria-hidden />}
          value={settings.sort}
          options={SORTS.map((sort) => ({ value: sort, label: t(`duplicates:sort.${sort}`) }))}
          onPick={(sort) => settings.change({ sort })}
        />
      </div>
      <ul ref={list} className={classes.list}>
        {rows.map((row, index) => (
          <li key={row.key}>
            <UnstyledButton className={classes.row} aria-current={index === at} onClick={() => clusters.pick(index)}>
              <span className="ell">{row.title}</span>
              <span className={classes.rowMeta}>
                <KindBadge kind={row.kind} />
                <span>{t('common:counts.samples', { count: row.size })}</span>
                {row.similarity === null ? null : <span>{formatScore(row.similarity)}</span>}
              </span>
            </UnstyledButton>
          </li>
        ))}
        {rows.length < total ? (
          <li className={classes.listFoot}>{t('duplicates:partList', { count: rows.length, total })}</li>
        ) : null}
      </ul>
    </>
  );
}

const ICONS = { exact: IconEqual, near: IconTilde, semantic: IconAffiliate, template: IconTemplate } as const;

function KindBadge({ kind }: { readonly kind: ClusterKind }) {
  const { t } = useTranslation('duplicates');
  const Icon = ICONS[kind];
  return <ToneBadge icon={<Icon aria-hidden />}>{t(`kind.${kind}`)}</ToneBadge>;
}
