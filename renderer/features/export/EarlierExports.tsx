import { Modal, UnstyledButton } from '@mantine/core';
import { IconPackage } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Output } from '../../data/methods.ts';
import type { RpcQueryResult } from '../../data/use-rpc-query.ts';
import { formatBytes, formatCount, formatMoment } from '../../i18n/format.ts';
import { ToneBadge } from '../../ui/Badges.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ListStates, RowSkeleton } from '../../ui/ListStates.tsx';
import classes from './export.module.css';

type EarlierExportsProps = {
  readonly query: RpcQueryResult<'exports.list'>;
  readonly targets: Output<'exports.targets'>;
  readonly onOpen: (exportId: number) => void;
  readonly onClose: () => void;
};

/** Every package that was written from this project, the newest first. */
export function EarlierExports({ query, targets, onOpen, onClose }: EarlierExportsProps) {
  const { t } = useTranslation('export');
  return (
    <Modal opened onClose={onClose} size={880} title={t('list.title')}>
      <ListStates
        query={query}
        skeleton={<RowSkeleton rows={4} height={36} />}
        isEmpty={(rows) => rows.length === 0}
        empty={<EmptyState icon={<IconPackage size={20} aria-hidden />} title={t('list.empty')} />}
      >
        {(rows) => (
          <table className={classes.list}>
            <thead>
              <tr>
                <th>{t('list.columns.when')}</th>
                <th>{t('list.columns.target')}</th>
                <th className={classes.right}>{t('list.columns.records')}</th>
                <th className={classes.right}>{t('list.columns.size')}</th>
                <th>{t('list.columns.folder')}</th>
                <th>{t('list.columns.state')}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.exportId}>
                  <th scope="row">
                    <UnstyledButton
                      className={classes.fileLink}
                      aria-label={t('list.open', { when: formatMoment(row.createdAt) })}
                      onClick={() => onOpen(row.exportId)}
                    >
                      {formatMoment(row.createdAt)}
                    </UnstyledButton>
                  </th>
                  <td>{targets.find((target) => target.id === row.target)?.title ?? row.target}</td>
                  <td className={`${classes.right} num`}>{formatCount(row.records)}</td>
                  <td className={`${classes.right} num`}>{formatBytes(row.bytes)}</td>
                  <td className={classes.pathCell}>
                    <span className="mono11 ell" title={row.out}>
                      {row.out}
                    </span>
                  </td>
                  <td>
                    <ToneBadge tone={row.present ? 'ok' : 'neutral'}>
                      {t(row.present ? 'list.present' : 'list.gone')}
                    </ToneBadge>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </ListStates>
    </Modal>
  );
}
