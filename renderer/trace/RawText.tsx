import { UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatBytes } from '../i18n/format.ts';
import { RAW_CHUNK, safeCut } from './text-fold.ts';
import classes from './text.module.css';
import { VisibleText } from './VisibleText.tsx';

/** Text of any length, put onto the page a piece at a time. */
export function RawText({ text, label }: { readonly text: string; readonly label: string }) {
  const { t } = useTranslation('trace');
  const [shownLength, setShownLength] = useState(RAW_CHUNK);
  const left = text.length - shownLength;
  return (
    <>
      {/* A long text scrolls in itself, so the keyboard must reach it. */}
      {}
      <pre className={`${classes.raw} ${classes.mono}`} tabIndex={0} role="region" aria-label={label}>
        <VisibleText text={safeCut(text, shownLength)} />
      </pre>
      {left > 0 ? (
        <UnstyledButton className={classes.foldButton} onClick={() => setShownLength(shownLength + RAW_CHUNK)}>
          {t('json.moreRaw', { size: formatBytes(Math.min(left, RAW_CHUNK)), total: formatBytes(text.length) })}
        </UnstyledButton>
      ) : null}
    </>
  );
}
