import { Button, Progress } from '@mantine/core';
import {
  IconAlertTriangle,
  IconAlertTriangleFilled,
  IconCheck,
  IconCircleCheckFilled,
  IconCircleDashed,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { shareOf } from '../../../data/use-job.ts';
import { formatCount, formatMoment } from '../../../i18n/format.ts';
import { Note, ToneBadge } from '../../../ui/Badges.tsx';
import { Card } from '../../../ui/Card.tsx';
import classes from './leaks.module.css';
import type { LeakCheck } from './use-leak-check.ts';
import type { Leaks, LeakSummary } from './use-leaks.ts';

type Props = { readonly leaks: Leaks; readonly summary: LeakSummary };

/** Each kind of leak with its count; a kind opens its pairs. */
export function LeakCheckCard({ leaks, summary }: Props) {
  const { t } = useTranslation('split');
  const { check, canWrite } = leaks;
  const isChecked = summary.checkedAt !== null;
  return (
    <Card
      title={t('leaks.title')}
      hasLine
      className={classes.check}
      badge={isChecked && summary.isSplit ? <Verdict open={summary.open} /> : null}
      fact={<span className={classes.fact}>{t('leaks.why')}</span>}
      actions={
        <>
          {summary.checkedAt === null ? null : (
            <span className="meta num">
              {t('leaks.checked', { time: formatMoment(summary.checkedAt), count: summary.compared })}
            </span>
          )}
          {canWrite && !check.isBusy && summary.isSplit ? (
            <Button size="xs" onClick={check.start}>
              {t(isChecked ? 'leaks.checkAgain' : 'leaks.check')}
            </Button>
          ) : null}
        </>
      }
    >
      {check.isBusy ? <Running check={check} /> : null}
      {check.failure === null || check.isBusy ? null : (
        <div className={classes.note}>
          <Note tone="err">{t('leaks.failed', { message: check.failure })}</Note>
        </div>
      )}
      {summary.stale && isChecked && !check.isBusy ? (
        <div className={classes.note}>
          <Note tone="warn">{t('leaks.stale')}</Note>
        </div>
      ) : null}
      {isChecked ? <Kinds leaks={leaks} summary={summary} /> : null}
    </Card>
  );
}

function Verdict({ open }: { readonly open: number }) {
  const { t } = useTranslation('split');
  return open === 0 ? (
    <ToneBadge tone="ok" icon={<IconCheck aria-hidden />}>
      {t('leaks.clean')}
    </ToneBadge>
  ) : (
    <ToneBadge tone="warn" icon={<IconAlertTriangle aria-hidden />}>
      {t('leaks.badge', { count: open })}
    </ToneBadge>
  );
}

function Running({ check }: { readonly check: LeakCheck }) {
  const { t } = useTranslation('split');
  const { running } = check;
  return (
    <div className={classes.running} role="group" aria-label={t('leaks.checking')}>
      <b>{t(running?.state === 'queued' ? 'leaks.waiting' : 'leaks.checking')}</b>
      {running?.total == null ? null : (
        <span className="num t2">{t('leaks.progress', { done: running.done, total: running.total })}</span>
      )}
      <Progress className={classes.grow ?? ''} value={(shareOf(running) ?? 0) * 100} aria-label={t('leaks.checking')} />
      <Button size="xs" onClick={check.cancel}>
        {t('leaks.cancel')}
      </Button>
    </div>
  );
}

function Kinds({ leaks, summary }: Props) {
  const { t } = useTranslation('split');
  const chosen = summary.kinds.find(({ kind }) => kind === leaks.kind);
  return (
    <>
      <ul className={classes.kinds} aria-label={t('leaks.rows')}>
        {summary.kinds.map((kind) => (
          <li key={kind.kind}>
            <button
              type="button"
              className={classes.kind}
              aria-pressed={leaks.kind === kind.kind}
              title={kind.note ?? undefined}
              onClick={() => leaks.show({ kind: leaks.kind === kind.kind ? null : kind.kind })}
            >
              <KindIcon kind={kind} />
              <span className="ell">{kind.title}</span>
              <KindCount kind={kind} />
            </button>
          </li>
        ))}
      </ul>
      {chosen?.note == null ? null : (
        <p className={`${classes.kindNote} meta`} role="status">
          {chosen.note}
        </p>
      )}
    </>
  );
}

type KindProps = { readonly kind: LeakSummary['kinds'][number] };

function KindIcon({ kind }: KindProps) {
  if (!kind.measured) return <IconCircleDashed size={14} className="t3" aria-hidden />;
  return kind.open === 0 ? (
    <IconCircleCheckFilled size={14} className="c-ok" aria-hidden />
  ) : (
    <IconAlertTriangleFilled size={14} className="c-warn" aria-hidden />
  );
}

function KindCount({ kind }: KindProps) {
  const { t } = useTranslation('split');
  if (!kind.measured) return <span className={classes.count}>{t('leaks.notMeasured')}</span>;
  return (
    <>
      {kind.accepted === 0 ? null : (
        <span className={classes.count}>{t('leaks.accepted', { count: kind.accepted })}</span>
      )}
      <span className={classes.count} data-open={kind.open > 0 || undefined}>
        {kind.open === 0 ? formatCount(0) : t('leaks.pairs', { count: kind.open })}
      </span>
    </>
  );
}
