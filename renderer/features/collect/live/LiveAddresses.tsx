import { ActionIcon, CopyButton } from '@mantine/core';
import { IconCheck, IconCopy, IconLock } from '@tabler/icons-react';
import { useId, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { LiveStatus } from '../../../data/use-live.ts';
import { Note } from '../../../ui/Badges.tsx';
import { withoutToken } from './token.ts';
import classes from './live.module.css';

/** Where programs send to. The token in an address is copied along, but not shown. */
export function LiveAddresses({ status }: { readonly status: LiveStatus }) {
  const { t } = useTranslation('live');
  const { otlp, proxy, token } = status;
  return (
    <div className={classes.column}>
      {otlp === null ? null : (
        <CopyField
          caption={t('addresses.otlp')}
          value={otlp.url}
          shown={otlp.url}
          hint={token === null ? undefined : t('addresses.token')}
        />
      )}
      {proxy === null ? null : (
        <CopyField
          caption={t('addresses.proxy')}
          value={proxy.url}
          shown={withoutToken(proxy.url, token)}
          hint={t('addresses.forwards', { upstream: proxy.upstream })}
        />
      )}
      <div className={classes.loopback}>
        <IconLock size={14} aria-hidden />
        <span>{otlp !== null && proxy !== null ? t('loopbackMany') : t('loopback')}</span>
      </div>
      {token === null ? <Note tone="warn">{t('noToken')}</Note> : null}
    </div>
  );
}

type CopyFieldProps = {
  readonly caption: string;
  readonly value: string;
  readonly shown: string;
  readonly hint?: ReactNode;
};

function CopyField({ caption, value, shown, hint }: CopyFieldProps) {
  const { t } = useTranslation('live');
  const id = useId();
  return (
    <div className={classes.field} role="group" aria-labelledby={id}>
      <span id={id} className={classes.caption}>
        {caption}
      </span>
      <div className={classes.copy}>
        <span className="mono ell" title={shown}>
          {shown}
        </span>
        <CopyButton value={value}>
          {({ copied, copy }) => (
            <ActionIcon
              size={24}
              variant="subtle"
              aria-label={copied ? t('addresses.copied', { name: caption }) : t('addresses.copy', { name: caption })}
              onClick={copy}
            >
              {copied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />}
            </ActionIcon>
          )}
        </CopyButton>
      </div>
      {hint === undefined ? null : <span className={`meta ell ${classes.hint}`}>{hint}</span>}
    </div>
  );
}
