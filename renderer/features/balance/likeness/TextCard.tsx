import { Button } from '@mantine/core';
import { IconCircleDashed } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { TextLikeness } from '../../../../shared/model/likeness.ts';
import { ChartFrame } from '../../../charts/ChartFrame.tsx';
import { formatPercent, formatScore } from '../../../i18n/format.ts';
import { ToneBadge } from '../../../ui/Badges.tsx';
import { Card } from '../../../ui/Card.tsx';
import classes from './likeness.module.css';

type Props = { readonly text: TextLikeness; readonly canRun: boolean; readonly onCompare: () => void };

/** Whether the prompts of both sets can be told apart. */
export function TextCard({ text, canRun, onCompare }: Props) {
  const { t } = useTranslation('likeness');
  const first = text.state === 'measured' ? text.parts[0] : undefined;
  const badge =
    first === undefined ? (
      <ToneBadge icon={<IconCircleDashed size={12} aria-hidden />}>{t('state.unmeasured')}</ToneBadge>
    ) : (
      <ToneBadge>{t('text.auc', { auc: formatScore(first.auc) })}</ToneBadge>
    );
  return (
    <Card title={t('text.title')} actions={badge} className={classes.card}>
      <div className={classes.body}>
        {text.state === 'unmeasured' ? (
          <>
            <p className={classes.quiet}>{t(`text.${text.reason}`)}</p>
            {text.reason === 'skipped' ? (
              <Button size="xs" className={classes.inline} disabled={!canRun} onClick={onCompare}>
                {t('text.compare')}
              </Button>
            ) : null}
          </>
        ) : (
          text.parts.map((part) => <Part key={part.embedder} part={part} />)
        )}
      </div>
    </Card>
  );
}

type PartProps = { readonly part: Extract<TextLikeness, { state: 'measured' }>['parts'][number] };

/** From 0.5, where there is nothing to tell, to 1. */
function Part({ part }: PartProps) {
  const { t } = useTranslation('likeness');
  const at = (auc: number): string => `${Math.min(100, Math.max(0, (auc - 0.5) * 200))}%`;
  const numbers = { auc: formatScore(part.auc), low: formatScore(part.low), high: formatScore(part.high) };
  const table = {
    head: [t('text.auc', { auc: '' }).trim(), t('text.interval', { low: '', high: '' }).trim()],
    rows: [[numbers.auc, t('text.interval', numbers)]],
  };
  return (
    <ChartFrame label={t('text.chart', numbers)} table={{ ...table, head: ['AUC', '95 %'] }}>
      <p className={classes.finding}>
        <strong>{part.low <= 0.5 ? t('text.alike') : t('text.apart')}</strong>{' '}
        {t('text.finding', { percent: formatPercent(part.auc) })}
      </p>
      <div className={classes.aucMeter} aria-hidden>
        <span
          className={classes.span}
          style={{ left: at(part.low), width: `calc(${at(part.high)} - ${at(part.low)})` }}
        />
        <span className={classes.now} style={{ left: at(part.auc) }} />
      </div>
      <div className={classes.scale} aria-hidden>
        <span>{t('text.scaleFrom')}</span>
        <span>{t('text.scaleTo')}</span>
      </div>
      <p className={classes.facts}>
        {[t('text.interval', numbers), t('text.sets', part), t(`text.${part.embedder}`)].join(' · ')}
      </p>
    </ChartFrame>
  );
}
