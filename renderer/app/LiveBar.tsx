import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { useLiveStatus, type LiveStatus } from '../data/use-live.ts';
import { translate } from '../i18n/index.ts';
import { LiveLight } from '../ui/LiveLight.tsx';
import classes from './StatusBar.module.css';

/** Says wherever one is that something is listening, and on which port. */
export function LiveBar() {
  const { t } = useTranslation('live');
  const { data } = useLiveStatus();
  if (data?.on !== true) return null;
  const where = whereText(data);
  const text = data.paused ? t('shell.receiverPaused', { text: where }) : where;
  return (
    <span>
      <Link href="/collect" className={classes.link} aria-label={t('shell.open', { text })}>
        <LiveLight tone={data.paused ? 'warn' : 'ok'} />
        {text}
      </Link>
    </span>
  );
}

/** The same light on the way to Collect. */
export function LivePlaceLight() {
  const word = useLiveWord();
  const isPaused = useLiveStatus().data?.paused === true;
  return word === null ? null : <LiveLight tone={isPaused ? 'warn' : 'ok'} hasHalo label={word} />;
}

/** @returns what the light says; null while it is off */
export function useLiveWord(): string | null {
  const { t } = useTranslation('live');
  const { data } = useLiveStatus();
  if (data?.on !== true) return null;
  return data.paused ? t('shell.paused') : t('shell.on');
}

function whereText({ otlp, proxy }: LiveStatus): string {
  const address = (port: number): string => `127.0.0.1:${port}`;
  if (otlp === null) return translate('live:shell.proxy', { address: address(proxy?.port ?? 0) });
  if (proxy === null) return translate('live:shell.receiver', { address: address(otlp.port) });
  return translate('live:shell.both', { address: address(otlp.port), proxy: address(proxy.port) });
}
