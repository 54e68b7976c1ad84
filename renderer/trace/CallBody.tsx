import { CopyButton, SegmentedControl, UnstyledButton } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messageText, type Message } from '../../shared/model/message.ts';
import type { CallWithResult } from '../../shared/model/steps.ts';
import { formatBytes, formatDuration } from '../i18n/format.ts';
import classes from './call.module.css';
import { useFind } from './find-context.ts';
import { FoldedText } from './FoldedText.tsx';
import { JsonTree } from './JsonTree.tsx';
import { parseContainer } from './json-lines.ts';
import { PartView } from './PartView.tsx';
import { TURN_FOLD } from './text-fold.ts';
import textClasses from './text.module.css';

type CallBodyProps = { readonly entry: CallWithResult; readonly callKey: string };

/** The whole of a call: arguments and result as trees or text. */
export function CallBody({ entry, callKey }: CallBodyProps) {
  const { t } = useTranslation('trace');
  const { call, result } = entry;
  return (
    <div className={classes.body}>
      <div className={classes.bodyHead}>
        <span>{call.kind === 'function' ? t('call.arguments') : t(`call.kinds.${call.kind}`)}</span>
        <CopyText text={call.argsText} />
      </div>
      <div className={classes.bodyPart}>
        {call.argsError === undefined ? null : (
          <div className={classes.problem} role="note">
            {t('call.argsError', { reason: call.argsError })}
          </div>
        )}
        {call.args === undefined ? (
          <FoldedText text={call.argsText} foldKey={`${callKey}|args`} limits={TURN_FOLD} isMono />
        ) : (
          <JsonTree value={call.args} raw={call.argsText} label={t('call.arguments')} pieceKey={`${callKey}|args`} />
        )}
        {call.extras === undefined ? null : (
          <>
            <div className={classes.bodyLabel}>{t('extras.title')}</div>
            <JsonTree value={call.extras} label={t('extras.title')} />
          </>
        )}
      </div>
      {result === undefined ? (
        <div className={classes.bodyHead}>{t('call.missing')}</div>
      ) : (
        <ResultBody result={result} resultKey={`${callKey}|result`} />
      )}
    </div>
  );
}

/** A result, also one that answers no call. */
export function ResultBody({ result, resultKey }: { readonly result: Message; readonly resultKey: string }) {
  const { t } = useTranslation('trace');
  const { query } = useFind();
  const text = messageText(result);
  const value = useMemo(() => parseContainer(text), [text]);
  const [format, setFormat] = useState<'text' | 'json'>('json');
  const isError = result.isError !== undefined && result.isError !== false;
  const size = formatBytes(new Blob([text]).size);
  const durationMs = result.timing?.durationMs;
  // Matches are counted in the tree, so that is what a search shows.
  const isTree = value !== null && (format === 'json' || query !== '');
  return (
    <>
      <div className={classes.bodyHead} data-status={isError ? 'error' : undefined}>
        <span>{isError ? t('call.errorSize', { size }) : t('call.resultSize', { size })}</span>
        {result.isError === 'guessed' ? <span className={classes.guessed}>{t('call.guessed')}</span> : null}
        {durationMs === undefined ? null : <span className="num">{formatDuration(durationMs)}</span>}
        <span className={classes.grow} />
        {value === null ? null : (
          <SegmentedControl
            size="xs"
            aria-label={t('format.label')}
            value={isTree ? 'json' : 'text'}
            onChange={setFormat}
            data={[
              { value: 'text', label: t('format.text') },
              { value: 'json', label: t('format.json') },
            ]}
          />
        )}
        <CopyText text={text} />
      </div>
      <div className={classes.bodyPart}>
        {isTree ? (
          <JsonTree value={value} raw={text} label={t('call.result')} pieceKey={`${resultKey}:text`} />
        ) : (
          <ResultParts result={result} resultKey={resultKey} isWhole={value !== null} />
        )}
        {result.extras === undefined ? null : (
          <>
            <div className={classes.bodyLabel}>{t('extras.title')}</div>
            <JsonTree value={result.extras} label={t('extras.title')} />
          </>
        )}
      </div>
    </>
  );
}

type ResultPartsProps = { readonly result: Message; readonly resultKey: string; readonly isWhole: boolean };

function ResultParts({ result, resultKey, isWhole }: ResultPartsProps) {
  const { t } = useTranslation('trace');
  if (result.parts.length === 0) return <div className={textClasses.dim}>{t('call.emptyResult')}</div>;
  const text = messageText(result);
  if (isWhole || result.parts.every((part) => part.type === 'text')) {
    return <FoldedText text={text} foldKey={`${resultKey}:text`} limits={TURN_FOLD} isMono />;
  }
  // Parts have no names; their place in the message is what tells them apart.
  return result.parts.map((part, index) => (
    <PartView key={index} part={part} partKey={`${resultKey}:${index}`} limits={TURN_FOLD} isMono />
  ));
}

function CopyText({ text }: { readonly text: string }) {
  const { t } = useTranslation();
  return (
    <CopyButton value={text}>
      {({ copied, copy }) => (
        <UnstyledButton className={textClasses.foldButton} onClick={copy}>
          {copied ? t('actions.copied') : t('actions.copy')}
        </UnstyledButton>
      )}
    </CopyButton>
  );
}
