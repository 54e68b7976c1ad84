import { UnstyledButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatBytes } from '../i18n/format.ts';
import { useFind } from './find-context.ts';
import { MarkdownText } from './MarkdownText.tsx';
import { foldText, RAW_CHUNK, safeCut, type FoldLimits } from './text-fold.ts';
import classes from './text.module.css';
import { useTrace } from './trace-context.ts';
import { VisibleText } from './VisibleText.tsx';

type FoldedTextProps = {
  readonly text: string;
  readonly foldKey: string;
  readonly limits: FoldLimits;
  readonly isMono?: boolean;
  /** Offer Markdown where the person asked for it; results of tools stay text. */
  readonly canMarkdown?: boolean;
};

/** A text that shows its beginning until it is opened. */
export function FoldedText({ text, foldKey, limits, isMono = false, canMarkdown = false }: FoldedTextProps) {
  const { t } = useTranslation('trace');
  const { isOpen, toggle, hasMarkdown } = useTrace();
  const { query } = useFind();
  if (text.trim() === '') return <WhiteSpace text={text} />;
  const folded = foldText(text, limits);
  const isWhole = !folded.isLong || isOpen(foldKey);
  const shown = isWhole ? text : folded.preview;
  const className = isMono ? `${classes.text} ${classes.mono}` : classes.text;
  return (
    <>
      {canMarkdown && hasMarkdown && query === '' ? (
        <MarkdownText text={shown} />
      ) : (
        <div className={className} dir="auto">
          <VisibleText text={safeCut(shown, RAW_CHUNK * 5)} pieceKey={foldKey} />
        </div>
      )}
      {folded.isLong ? (
        <UnstyledButton className={classes.foldButton} aria-expanded={isWhole} onClick={() => toggle(foldKey)}>
          {isWhole ? t('fold.showLess') : openLabel()}
        </UnstyledButton>
      ) : null}
    </>
  );

  function openLabel(): string {
    return folded.lines > 1
      ? t('fold.showAll', { count: folded.lines })
      : t('fold.showLong', { size: formatBytes(text.length) });
  }
}

function WhiteSpace({ text }: { readonly text: string }) {
  const { t } = useTranslation('trace');
  return <div className={classes.dim}>{t('node.whiteSpace', { count: text.length })}</div>;
}
