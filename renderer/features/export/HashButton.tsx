import { CopyButton, Tooltip, UnstyledButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './export.module.css';
import { shortHash } from './package-tree.ts';

/** A hash to compare by eye; a click copies all of it. */
export function HashButton({ sha256, name }: { readonly sha256: string; readonly name: string }) {
  const { t } = useTranslation('export');
  return (
    <CopyButton value={sha256}>
      {({ copied, copy }) => (
        <Tooltip label={copied ? t('package.hashCopied') : sha256} multiline maw={320} closeDelay={copied ? 600 : 0}>
          <UnstyledButton
            className={`${classes.hash} mono11`}
            aria-label={t('package.copyHash', { name })}
            onClick={copy}
          >
            <span aria-live="polite">{copied ? t('package.hashCopied') : shortHash(sha256)}</span>
          </UnstyledButton>
        </Tooltip>
      )}
    </CopyButton>
  );
}
