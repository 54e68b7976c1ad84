import { ActionIcon, UnstyledButton } from '@mantine/core';
import {
  IconAlertTriangle,
  IconCheck,
  IconChevronDown,
  IconChevronRight,
  IconCircleDashed,
  IconTool,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { CallWithResult } from '../../shared/model/steps.ts';
import { formatDuration } from '../i18n/format.ts';
import { argEntries, compact, summarizeResult } from './call-summary.ts';
import { CallBody } from './CallBody.tsx';
import classes from './call.module.css';
import { useTrace } from './trace-context.ts';
import { VisibleText } from './VisibleText.tsx';

type CallProps = {
  readonly entry: CallWithResult;
  readonly callKey: string;
  /** Of the slowest call in the step, for the bar at the foot; null when no time was recorded. */
  readonly slowestMs: number | null;
};

/** A call of several in one step: name, two lines of arguments, the result in a strip. Opens to the full JSON. */
export function CallCard({ entry, callKey, slowestMs }: CallProps) {
  const { t } = useTranslation('trace');
  const { isOpen, toggle, hoverKey, setHover } = useTrace();
  const open = isOpen(callKey);
  const { call, status } = entry;
  const durationMs = entry.result?.timing?.durationMs;
  return (
    <article
      className={classes.card}
      data-status={status}
      data-open={open || undefined}
      data-hovered={hoverKey === callKey || undefined}
      aria-label={`${call.name}, ${t(`call.status.${status}`)}`}
      onPointerEnter={() => setHover(callKey)}
      onPointerLeave={() => setHover(null)}
    >
      <UnstyledButton
        className={classes.face}
        aria-expanded={open}
        aria-label={open ? t('call.close', { name: call.name }) : t('call.open', { name: call.name })}
        onClick={() => toggle(callKey)}
      >
        <span className={classes.name}>
          <IconTool size={12} aria-hidden />
          <span className="ell">
            <VisibleText text={call.name} pieceKey={`${callKey}|name`} />
          </span>
        </span>
        {open ? null : <ArgLines entry={entry} />}
        {open ? null : (
          <span className={classes.strip}>
            <StatusIcon status={status} />
            <span className="ell">
              <ResultLine entry={entry} />
            </span>
            {durationMs === undefined ? null : <span className={classes.time}>{formatDuration(durationMs)}</span>}
          </span>
        )}
      </UnstyledButton>
      {open ? <CallBody entry={entry} callKey={callKey} /> : null}
      {slowestMs === null || durationMs === undefined ? null : (
        <div className={classes.latency} style={{ width: `${(100 * durationMs) / Math.max(slowestMs, 1)}%` }} />
      )}
    </article>
  );
}

/** The only call of a step: a line of its own under the mark, which carries its name. */
export function CallRow({ entry, callKey }: Omit<CallProps, 'slowestMs'>) {
  const { t } = useTranslation('trace');
  const { isOpen, toggle } = useTrace();
  const open = isOpen(callKey);
  if (open) {
    return (
      <div className={classes.card} data-status={entry.status} data-open="">
        <div className={classes.openHead}>
          <span className={classes.name}>
            <IconTool size={12} aria-hidden />
            <VisibleText text={entry.call.name} />
          </span>
          <ActionIcon size={24} aria-label={t('call.close', { name: entry.call.name })} onClick={() => toggle(callKey)}>
            <IconChevronDown size={14} aria-hidden />
          </ActionIcon>
        </div>
        <CallBody entry={entry} callKey={callKey} />
      </div>
    );
  }
  return (
    <UnstyledButton
      className={classes.row}
      data-status={entry.status}
      aria-expanded={false}
      aria-label={t('call.open', { name: entry.call.name })}
      onClick={() => toggle(callKey)}
    >
      <StatusIcon status={entry.status} />
      <span className="mono11 ell">
        <ResultLine entry={entry} />
      </span>
      <IconChevronRight className={classes.rowChevron} size={12} aria-hidden />
    </UnstyledButton>
  );
}

/** Arguments in one line, beside the name of a step's only call. */
export function ArgsInline({ entry }: { readonly entry: CallWithResult }) {
  const { t } = useTranslation('trace');
  const args = argEntries(entry.call);
  if (entry.call.argsError !== undefined) return <span className="c-err">{t('call.badArgs')}</span>;
  if (args === null) return <VisibleText text={rawArgs(entry)} />;
  if (args.length === 0) return t('call.noArguments');
  return args.map(({ name, value }) => (
    <span key={name} className={classes.inlineArg}>
      <VisibleText text={name} /> <VisibleText text={value} />
    </span>
  ));
}

/** A short piece of the arguments' own text; the whole of it is in the opened call. */
const ARGS_HEAD = 200;

function rawArgs({ call }: CallWithResult): string {
  return call.args === undefined ? call.argsText.slice(0, ARGS_HEAD) : compact(call.args);
}

function ArgLines({ entry }: { readonly entry: CallWithResult }) {
  const { t } = useTranslation('trace');
  const args = argEntries(entry.call);
  if (args === null) {
    return (
      <span className={classes.args}>
        {entry.call.argsError === undefined ? null : <span className="c-err">{t('call.badArgs')} </span>}
        <span className="ell">
          <VisibleText text={rawArgs(entry)} />
        </span>
      </span>
    );
  }
  return (
    <span className={classes.args}>
      {args.length === 0 ? <span className="t3">{t('call.noArguments')}</span> : null}
      {args.slice(0, 2).map(({ name, value }, index) => (
        <span key={name} className={classes.argLine}>
          <span className="ell">
            <span className={classes.argName}>
              <VisibleText text={name} />
            </span>{' '}
            <VisibleText text={value} />
          </span>
          {index === 1 && args.length > 2 ? (
            <span className={classes.more}>{t('call.more', { count: args.length - 2 })}</span>
          ) : null}
        </span>
      ))}
    </span>
  );
}

function StatusIcon({ status }: { readonly status: CallWithResult['status'] }) {
  const { t } = useTranslation('trace');
  const label = t(`call.status.${status}`);
  if (status === 'ok') return <IconCheck size={12} className="c-ok" role="img" aria-label={label} />;
  if (status === 'error') return <IconAlertTriangle size={12} className="c-err" role="img" aria-label={label} />;
  return <IconCircleDashed size={12} className="t3" role="img" aria-label={label} />;
}

function ResultLine({ entry }: { readonly entry: CallWithResult }) {
  const { t } = useTranslation('trace');
  if (entry.result === undefined) return t('call.missing');
  const summary = summarizeResult(entry.result);
  switch (summary.kind) {
    case 'empty':
      return t('call.emptyResult');
    case 'items':
      return t('call.items', { count: summary.count });
    case 'text':
      return <VisibleText text={summary.text} />;
  }
}
