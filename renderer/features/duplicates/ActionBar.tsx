import { Button } from '@mantine/core';
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { sampleRef } from '../../../shared/model/ids.ts';
import { useRpcQuery } from '../../data/use-rpc-query.ts';
import { Kbd } from '../../ui/Kbd.tsx';
import classes from './duplicates.module.css';
import type { OpenCluster } from './use-clusters.ts';
import { takenOut, type Decide } from './use-decide.ts';

type Props = { readonly open: OpenCluster; readonly decide: Decide; readonly canWrite: boolean };

/** What can be done with the cluster, and what to look at before. */
export function ActionBar({ open, decide, canWrite }: Props) {
  const { t } = useTranslation('duplicates');
  const { cluster, keeper } = open;
  const isOff = !canWrite || decide.isBusy;
  const out = takenOut(open);
  return (
    <div className={classes.bar}>
      <Finding open={open} />
      <span className={classes.grow} />
      <Button
        disabled={isOff}
        title={t(out === null ? 'hints.notDuplicates' : 'hints.takeOut')}
        aria-keyshortcuts="N"
        rightSection={<Kbd keys="N" />}
        onClick={() => decide.one('notDuplicates')}
      >
        {out === null ? t('actions.notDuplicates') : t('actions.takeOut', { sample: sampleRef(out.sampleId) })}
      </Button>
      <Button
        disabled={isOff}
        title={t('hints.keepOnly')}
        aria-keyshortcuts="1"
        rightSection={<Kbd keys="1" />}
        onClick={() => decide.one('keepOnly')}
      >
        {t('actions.keepOnly', { sample: sampleRef(keeper.sampleId) })}
      </Button>
      <Button
        variant="filled"
        disabled={isOff}
        title={t('hints.keepBoth')}
        aria-keyshortcuts="B Enter"
        rightSection={<Kbd keys="Enter" isOnFill />}
        onClick={() => decide.one('keepBoth')}
      >
        {cluster.size === 2 ? t('actions.keepBoth') : t('actions.keepMany', { count: cluster.size })}
      </Button>
    </div>
  );
}

/** Two references for the same question: one may be wrong, or the pair teaches the difference. */
function Finding({ open }: { readonly open: OpenCluster }) {
  const { t } = useTranslation('duplicates');
  const left = useRpcQuery('samples.get', { sampleId: open.keeper.sampleId }).data?.reference;
  const right = useRpcQuery('samples.get', { sampleId: open.compared.sampleId }).data?.reference;
  if (left !== undefined && right !== undefined && JSON.stringify(left) !== JSON.stringify(right))
    return (
      <span className={classes.finding} data-warn>
        <IconAlertTriangle size={14} aria-hidden /> {t('referencesDiffer')}
      </span>
    );
  const { kind, size, removable } = open.cluster;
  if (kind === 'template')
    return (
      <span className={classes.finding}>
        <IconInfoCircle size={14} aria-hidden /> {t('familyNote')}
      </span>
    );
  const stay = size - 1 - removable;
  return <span className={classes.finding}>{stay > 0 ? t('reviewedStay', { count: stay }) : null}</span>;
}
