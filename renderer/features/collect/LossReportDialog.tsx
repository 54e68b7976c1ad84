import { Button, CopyButton, Group, Modal, SegmentedControl, TextInput } from '@mantine/core';
import { IconCheck, IconCopy, IconDownload, IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { LossReport, SourceRow } from '../../../shared/model/source.ts';
import { useHost } from '../../data/client.tsx';
import { useRpcQuery } from '../../data/use-rpc-query.ts';
import { formatCount } from '../../i18n/format.ts';
import { VisibleText } from '../../trace/VisibleText.tsx';
import { markedText } from '../../trace/visible-text.ts';
import { Note, ToneBadge, type Tone } from '../../ui/Badges.tsx';
import { ListStates, RowSkeleton } from '../../ui/ListStates.tsx';
import classes from './loss.module.css';

type LossReportDialogProps = {
  readonly source: Pick<SourceRow, 'id' | 'name'>;
  readonly onClose: () => void;
};

type Fate = LossReport['paths'][number]['fate'];
const FATES = ['mapped', 'kept', 'ignored'] as const satisfies readonly Fate[];
type Shown = (typeof FATES)[number] | 'all';
const TONES: Readonly<Record<Fate, Tone>> = { mapped: 'ok', kept: 'neutral', ignored: 'warn' };

/** What became of every field of a source's records. */
export function LossReportDialog({ source, onClose }: LossReportDialogProps) {
  const { t } = useTranslation('collect');
  const query = useRpcQuery('sources.lossReport', { sourceId: source.id });
  return (
    <Modal opened onClose={onClose} title={t('loss.title', { name: markedText(source.name) })} size="min(960px, 92vw)">
      <ListStates query={query} skeleton={<RowSkeleton rows={8} height={28} />}>
        {(report) =>
          report === null ? (
            <Note>{t('loss.none')}</Note>
          ) : (
            <Report report={report} name={source.name} onClose={onClose} />
          )
        }
      </ListStates>
    </Modal>
  );
}

type ReportProps = { readonly report: LossReport; readonly name: string; readonly onClose: () => void };

function Report({ report, name, onClose }: ReportProps) {
  const { t } = useTranslation(['collect', 'common']);
  const [text, setText] = useState('');
  const [fate, setFate] = useState<Shown>('all');
  const wanted = text.trim().toLowerCase();
  const rows = report.paths.filter(
    (row) => (fate === 'all' || row.fate === fate) && (wanted === '' || row.path.toLowerCase().includes(wanted)),
  );
  const all = report.mapped + report.kept + report.ignored;
  return (
    <div className={classes.report}>
      <p className="label t2">
        {t('collect:loss.fact', { scanned: report.recordsScanned, read: report.recordsRead })} {t('collect:loss.kinds')}
      </p>
      <div className={classes.tools}>
        <TextInput
          aria-label={t('collect:loss.filter')}
          placeholder={t('collect:loss.filter')}
          leftSection={<IconSearch size={14} aria-hidden />}
          data-autofocus
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <SegmentedControl
          size="xs"
          aria-label={t('collect:loss.which')}
          value={fate}
          onChange={setFate}
          data={[
            { value: 'all', label: t('collect:loss.all', { count: all }) },
            ...FATES.map((one) => ({ value: one, label: t(`collect:loss.counts.${one}`, { count: report[one] }) })),
          ]}
        />
      </div>
      {/* It scrolls, so the keyboard must reach it. */}
      <div className={classes.scroll} tabIndex={0} role="region" aria-label={t('collect:loss.table')}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th>{t('collect:loss.columns.path')}</th>
              <th>{t('collect:loss.columns.fate')}</th>
              <th>{t('collect:loss.columns.why')}</th>
              <th className={classes.right}>{t('collect:loss.columns.records')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={`${row.path} ${row.fate}`}>
                <th scope="row" className="mono11">
                  <VisibleText text={row.path} />
                </th>
                <td>
                  <ToneBadge tone={TONES[row.fate]}>{t(`collect:loss.fates.${row.fate}`)}</ToneBadge>
                </td>
                <td className="t2">{row.why ?? ''}</td>
                <td className={classes.right}>{formatCount(row.records)}</td>
              </tr>
            ))}
          </tbody>
        </table>
        {rows.length === 0 ? <p className={classes.none}>{t('collect:loss.noRows')}</p> : null}
        {report.morePaths > 0 ? (
          <p className={classes.none}>{t('collect:loss.morePaths', { count: report.morePaths })}</p>
        ) : null}
      </div>
      <Group justify="flex-end" gap={8}>
        <SaveReport report={report} name={name} />
        <Button size="md" onClick={onClose}>
          {t('common:actions.close')}
        </Button>
      </Group>
    </div>
  );
}

/** A browser saves it as a file; the desktop app lets no page save one, so there it is copied. */
function SaveReport({ report, name }: Omit<ReportProps, 'onClose'>) {
  const { t } = useTranslation('collect');
  const { kind } = useHost();
  const json = `${JSON.stringify({ source: name, ...report }, null, 2)}\n`;
  function save(): void {
    const url = URL.createObjectURL(new Blob([json], { type: 'application/json' }));
    const link = document.createElement('a');
    link.href = url;
    link.download = `${name.replaceAll(/[^\p{L}\p{N}._-]+/gu, '_')}.loss.json`;
    link.click();
    URL.revokeObjectURL(url);
  }
  if (kind === 'web')
    return (
      <Button size="md" leftSection={<IconDownload size={14} aria-hidden />} onClick={save}>
        {t('loss.save')}
      </Button>
    );
  return (
    <CopyButton value={json}>
      {({ copied, copy }) => (
        <Button
          size="md"
          leftSection={copied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />}
          onClick={copy}
        >
          {t(copied ? 'loss.copied' : 'loss.copy')}
        </Button>
      )}
    </CopyButton>
  );
}
