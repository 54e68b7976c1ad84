import { SegmentedControl } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useRpcQuery } from '../../data/use-rpc-query.ts';
import { formatCount } from '../../i18n/format.ts';
import classes from './duplicates.module.css';
import type { DuplicateKind } from './use-groups.ts';

const KINDS = ['prompt', 'trajectory'] as const satisfies readonly DuplicateKind[];

type Props = {
  readonly kind: DuplicateKind;
  readonly onKind: (kind: DuplicateKind) => void;
  readonly removable: number | undefined;
};

/** What counts as the same, and what keeping one of each would do, before anything is done. */
export function ConsequenceStrip({ kind, onKind, removable }: Props) {
  const { t } = useTranslation('duplicates');
  const { data: stats } = useRpcQuery('stats.get', {});
  const open = stats === undefined ? null : stats.samples - (stats.decisions['exclude'] ?? 0);
  return (
    <div className={classes.strip}>
      <div>
        <div className={classes.stripLabel} id="duplicates-find">
          {t('find')}
        </div>
        <SegmentedControl
          aria-labelledby="duplicates-find"
          value={kind}
          onChange={(value) => onKind(KINDS.find((one) => one === value) ?? 'prompt')}
          data={KINDS.map((one) => ({ value: one, label: <span title={t(`kindHint.${one}`)}>{t(`kinds.${one}`)}</span> }))}
        />
      </div>
      <div className={classes.consequence} role="status" aria-label={t('strip')}>
        {removable === undefined || open === null ? null : (
          <>
            <b>{formatCount(removable)}</b>
            <span>
              {t('removed')}
              <br />
              <strong>{t('stay', { count: open - removable })}</strong>
            </span>
          </>
        )}
      </div>
      <p className={classes.stripNote}>{t('exactOnly')}</p>
    </div>
  );
}
