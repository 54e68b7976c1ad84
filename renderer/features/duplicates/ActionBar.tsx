import { Button } from '@mantine/core';
import { IconAlertTriangle, IconArrowMerge } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { sampleRef } from '../../../shared/model/ids.ts';
import { useRpcQuery } from '../../data/use-rpc-query.ts';
import { Kbd } from '../../ui/Kbd.tsx';
import classes from './duplicates.module.css';
import { keeperReason } from './keeper-reason.ts';
import type { OpenGroup } from './use-groups.ts';
import type { Resolve } from './use-resolve.ts';

type Props = { readonly open: OpenGroup; readonly resolve: Resolve; readonly canWrite: boolean };

/** What can be done with the group, and what to look at before. */
export function ActionBar({ open, resolve, canWrite }: Props) {
  const { t } = useTranslation('duplicates');
  const keeper = sampleRef(open.keeper.sampleId);
  const isOff = !canWrite || resolve.isBusy;
  const { length } = open.group.members;
  return (
    <div className={classes.bar}>
      <Finding open={open} />
      <span className={classes.grow} />
      {canWrite ? null : <span className="label c-warn">{t('readOnly')}</span>}
      <Button
        disabled={isOff}
        title={t('hints.merge')}
        aria-keyshortcuts="Shift+M"
        leftSection={<IconArrowMerge size={14} aria-hidden />}
        rightSection={<Kbd keys="Shift M" />}
        onClick={() => resolve.one('merge')}
      >
        {t('actions.merge')}
      </Button>
      <Button
        disabled={isOff}
        title={t('hints.keepOnly')}
        aria-keyshortcuts="1"
        rightSection={<Kbd keys="1" />}
        onClick={() => resolve.one('keep')}
      >
        {t('actions.keepOnly', { sample: keeper })}
      </Button>
      <Button
        variant="filled"
        disabled={isOff}
        title={t('hints.keepBoth')}
        aria-keyshortcuts="B Enter"
        rightSection={<Kbd keys="Enter" isOnFill />}
        onClick={() => resolve.one('both')}
      >
        {length === 2 ? t('actions.keepBoth') : t('actions.keepMany', { count: length })}
      </Button>
    </div>
  );
}

/** Two references for the same question: one of them may be wrong. */
function Finding({ open }: { readonly open: OpenGroup }) {
  const { t } = useTranslation('duplicates');
  const left = useRpcQuery('samples.get', { sampleId: open.keeper.sampleId }).data?.reference;
  const right = useRpcQuery('samples.get', { sampleId: open.compared.sampleId }).data?.reference;
  if (left !== undefined && right !== undefined && JSON.stringify(left) !== JSON.stringify(right))
    return (
      <span className={classes.finding} data-warn>
        <IconAlertTriangle size={14} aria-hidden /> {t('referencesDiffer')}
      </span>
    );
  const reason = open.isKeeperChosen ? t('reasons.chosen') : keeperReason(open.group.keeperReason);
  return (
    <span className={classes.finding}>{t('keeperReason', { sample: sampleRef(open.keeper.sampleId), reason })}</span>
  );
}
