import { UnstyledButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { samplesHref } from '../../data/navigation.ts';
import { formatCount, formatMoment, formatScore } from '../../i18n/format.ts';
import { Card } from '../../ui/Card.tsx';
import classes from './report.module.css';
import { scopeOf, type Run } from './runs.ts';

type Props = { readonly runs: readonly Run[]; readonly shown: Run | null; readonly onShow: (run: Run) => void };

export function RunsTable({ runs, shown, onShow }: Props) {
  const { t } = useTranslation('report');
  const numbers = ['scored', 'skipped', 'errored', 'mean', 'std', 'range'] as const;
  return (
    <Card title={t('runs.title')}>
      <div className={classes.scrollX}>
        <table className={classes.table} aria-label={t('runs.title')}>
          <thead>
            <tr>
              <th scope="col">{t('runs.grader')}</th>
              <th scope="col">{t('runs.finished')}</th>
              <th scope="col">{t('runs.scope')}</th>
              {numbers.map((name) => (
                <th key={name} scope="col" className={classes.right}>
                  {t(`runs.${name}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {runs.map((run) => (
              <RunEntry key={run.id} run={run} isShown={run === shown} onShow={() => onShow(run)} />
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  );
}

function RunEntry({
  run,
  isShown,
  onShow,
}: {
  readonly run: Run;
  readonly isShown: boolean;
  readonly onShow: () => void;
}) {
  const { t } = useTranslation('report');
  const scope = scopeOf(run);
  const moment = formatMoment(run.finishedAt ?? run.startedAt);
  const score = (value: number | null): string => (value === null ? '' : formatScore(value));
  return (
    <tr data-shown={isShown || undefined}>
      <th scope="row">
        <UnstyledButton
          className={classes.show}
          aria-current={isShown}
          title={t('runs.showRun', { grader: run.graderName, version: String(run.version), moment })}
          onClick={onShow}
        >
          <span className="ell">{run.graderName}</span>
          <span className="t3">{t('runs.version', { version: String(run.version) })}</span>
        </UnstyledButton>
      </th>
      <td>{run.finishedAt === null ? t('runs.running') : moment}</td>
      <td>
        <Link href={samplesHref(scope)} className={classes.link}>
          {scope === '' ? t('runs.all') : scope}
        </Link>
      </td>
      <td className={classes.right}>{formatCount(run.scored)}</td>
      <td className={classes.right}>{formatCount(run.skipped)}</td>
      <td className={classes.right}>
        {run.errored === 0 ? formatCount(0) : <span className="c-err">{formatCount(run.errored)}</span>}
      </td>
      <td className={classes.right}>{score(run.mean)}</td>
      <td className={classes.right}>{score(run.std)}</td>
      <td className={classes.right}>
        {run.min === null || run.max === null ? '' : `${score(run.min)}, ${score(run.max)}`}
      </td>
    </tr>
  );
}
