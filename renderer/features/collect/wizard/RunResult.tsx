import { Button, UnstyledButton } from '@mantine/core';
import { IconCircleCheck, IconTable } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SourceId } from '../../../../shared/model/ids.ts';
import type { SourceReport } from '../../../../shared/model/source.ts';
import { quote } from '../../../../shared/query/lex.ts';
import type { JobResult } from '../../../data/methods.ts';
import { samplesHref } from '../../../data/navigation.ts';
import { formatCount } from '../../../i18n/format.ts';
import { VisibleText } from '../../../trace/VisibleText.tsx';
import { markedText } from '../../../trace/visible-text.ts';
import { ToneBadge } from '../../../ui/Badges.tsx';
import { Kbd } from '../../../ui/Kbd.tsx';
import { Card } from '../../../ui/Card.tsx';
import { FileGlyph } from './FileMarks.tsx';
import { PrivacyOutcome } from './PrivacyPanel.tsx';
import { LossReportDialog } from '../LossReportDialog.tsx';
import { PassedOver } from './PassedOver.tsx';
import { UpdateReports } from './UpdateReport.tsx';
import type { Wizard } from './use-wizard.ts';
import classes from './wizard.module.css';

type Result = JobResult<'sources.import'>;
type RunResultProps = {
  readonly wizard: Wizard;
  readonly result: Result;
  /** Opens what was added; null when nothing was. */
  readonly onOpen: (() => void) | null;
  readonly onLeave: (href: string) => void;
};

/** What came of every file: each record is either kept or refused, and every file is in the list. */
export function RunResult({ wizard, result, onOpen, onLeave }: RunResultProps) {
  const { t } = useTranslation(['collect', 'common']);
  const isNothing = result.samplesAdded === 0 && result.attemptsAdded === 0;
  const next = wizard.next.length;
  return (
    <div className={classes.run}>
      <div className={classes.resultHead} role="status">
        <span className={classes.resultIcon} aria-hidden>
          <IconCircleCheck size={20} />
        </span>
        <div>
          <h2 className={classes.runTitle}>{t(isNothing ? 'collect:result.nothing' : 'collect:result.title')}</h2>
          <p className="t2">
            {isNothing && result.sources.every((source) => source.alreadyImported)
              ? t('collect:result.sumBefore')
              : t('collect:result.sum', {
                  samples: t('common:counts.samples', { count: result.samplesAdded }),
                  attempts: t('common:counts.attempts', { count: result.attemptsAdded }),
                })}
          </p>
        </div>
      </div>
      <ResultTable reports={result.sources} onLeave={onLeave} />
      <UpdateReports reports={result.sources} />
      <LeftOut wizard={wizard} />
      <PassedOver files={[...wizard.passedOver, ...result.passedOver]} />
      {wizard.state.privacy.privacy ? <PrivacyOutcome onLeave={onLeave} /> : null}
      <p className="label t3">{t('collect:result.adds')}</p>
      <div className={classes.resultActions}>
        {next > 0 ? (
          <Button size="md" onClick={wizard.finish}>
            {t('collect:result.waiting', { count: next })}
          </Button>
        ) : (
          <Button size="md" onClick={wizard.finish}>
            {t('collect:run.toCollect')}
          </Button>
        )}
        {onOpen === null ? null : (
          <Button
            size="md"
            variant="filled"
            leftSection={<IconTable size={14} aria-hidden />}
            rightSection={<Kbd keys="Enter" isOnFill />}
            aria-keyshortcuts="Enter"
            onClick={onOpen}
          >
            {t('collect:result.openSamples', { count: result.samplesAdded })}
          </Button>
        )}
      </div>
    </div>
  );
}

/** @returns the filter that shows what the sources added */
export function sourceFilter(reports: readonly SourceReport[]): string {
  const names = new Set(reports.filter((report) => report.samplesAdded > 0).map((report) => report.name));
  return `source:${[...names].map((name) => quote(name)).join(',')}`;
}

type ResultTableProps = { readonly reports: readonly SourceReport[]; readonly onLeave: (href: string) => void };

function ResultTable({ reports, onLeave }: ResultTableProps) {
  const { t } = useTranslation('collect');
  const [reported, setReported] = useState<Reported | null>(null);
  return (
    <Card title={t('files.title')} className={classes.resultCard}>
      <div className={classes.scroll}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th>{t('result.columns.file')}</th>
              <th className={classes.right}>{t('result.columns.seen')}</th>
              <th className={classes.right}>{t('result.columns.kept')}</th>
              <th className={classes.right}>{t('result.columns.refused')}</th>
              <th className={classes.right}>{t('result.columns.samples')}</th>
              <th className={classes.right}>{t('result.columns.attempts')}</th>
              <th className={classes.right}>{t('result.columns.issues')}</th>
              <th>
                <span className={classes.hidden}>{t('result.columns.loss')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {reports.map((report, at) => (
              // Two files may have one name; their place tells them apart.
              <ReportRow key={at} report={report} onLeave={onLeave} onLoss={setReported} />
            ))}
          </tbody>
        </table>
      </div>
      {reported === null ? null : <LossReportDialog source={reported} onClose={() => setReported(null)} />}
    </Card>
  );
}

type Reported = { readonly id: SourceId; readonly name: string };
type ReportRowProps = {
  readonly report: SourceReport;
  readonly onLeave: (href: string) => void;
  readonly onLoss: (source: Reported) => void;
};

function ReportRow({ report, onLeave, onLoss }: ReportRowProps) {
  const { t } = useTranslation('collect');
  const { name, sourceId } = report;
  const samples = samplesHref(`source:${quote(name)}`);
  const remarks = Math.max(0, report.issueCount - report.rejected);
  const issues = `/collect?source=${sourceId ?? ''}`;
  return (
    <tr>
      <th scope="row">
        <div className={classes.fileCell}>
          <FileGlyph name={name} />
          <span className={classes.fileText}>
            <span className={`${classes.fileName} ell`} title={markedText(name)}>
              <VisibleText text={name} />
            </span>
            {report.alreadyImported ? <ToneBadge>{t('result.before')}</ToneBadge> : null}
          </span>
        </div>
      </th>
      <td className={classes.right}>{formatCount(report.seen)}</td>
      <td className={classes.right}>{formatCount(report.kept)}</td>
      <td className={classes.right}>
        {report.rejected === 0 || sourceId === null ? (
          <span className={report.rejected > 0 ? 'c-warn' : 't3'}>{formatCount(report.rejected)}</span>
        ) : (
          <UnstyledButton
            className={`${classes.number} c-warn`}
            aria-label={t('result.refusedOf', { count: report.rejected, name: markedText(name) })}
            onClick={() => onLeave(issues)}
          >
            {formatCount(report.rejected)}
          </UnstyledButton>
        )}
      </td>
      <td className={classes.right}>
        <UnstyledButton
          className={classes.number}
          aria-label={t('result.samplesOf', { count: report.samplesAdded, name: markedText(name) })}
          onClick={() => onLeave(samples)}
        >
          {formatCount(report.samplesAdded)}
        </UnstyledButton>
      </td>
      <td className={classes.right}>{formatCount(report.attemptsAdded)}</td>
      <td className={classes.right}>
        {remarks === 0 || sourceId === null ? (
          <span className="t3">{formatCount(remarks)}</span>
        ) : (
          <UnstyledButton
            className={classes.number}
            aria-label={t('result.issuesOf', { count: remarks, name: markedText(name) })}
            onClick={() => onLeave(issues)}
          >
            {formatCount(remarks)}
          </UnstyledButton>
        )}
      </td>
      <td className={classes.right}>
        {sourceId === null ? null : (
          <Button size="xs" variant="subtle" onClick={() => onLoss({ id: sourceId, name })}>
            {t('sources.lossReport')}
          </Button>
        )}
      </td>
    </tr>
  );
}

function LeftOut({ wizard }: { readonly wizard: Wizard }) {
  const { t } = useTranslation('collect');
  const { leftOut } = wizard.state;
  if (leftOut.length === 0) return null;
  return (
    <Card title={t('result.leftOut')} badge={<ToneBadge tone="warn">{formatCount(leftOut.length)}</ToneBadge>} hasLine>
      <ul className={classes.leftOut}>
        {leftOut.map(({ name, reason }, at) => (
          // Two files may have one name; their place tells them apart.
          <li key={at}>
            <b className="ell">
              <VisibleText text={name} />
            </b>
            <span className="t2">
              <VisibleText text={reason} />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
