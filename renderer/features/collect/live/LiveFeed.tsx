import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { LiveArrival } from '../../../../shared/contract/live.ts';
import { samplesHref } from '../../../data/navigation.ts';
import type { LiveStatus } from '../../../data/use-live.ts';
import { formatClockSeconds, formatDuration } from '../../../i18n/format.ts';
import { Note } from '../../../ui/Badges.tsx';
import { OutcomeMark } from '../../../ui/Marks.tsx';
import classes from './live.module.css';

type FeedProps = { readonly status: LiveStatus; readonly onPause?: () => void };

/** The samples that were made last, each leading to itself. */
export function LiveFeed({ status, onPause }: FeedProps) {
  const { t } = useTranslation('live');
  const title = status.on ? t('arriving.title') : t('arriving.titleBefore');
  return (
    <div className={classes.feed}>
      <div className={classes.feedHead}>
        <h3 className={classes.caption}>{title}</h3>
        <span className={classes.spacer} />
        {onPause === undefined ? null : (
          <Button size="compact-xs" variant="subtle" className={classes.pause} onClick={onPause}>
            {status.paused ? t('resume') : t('pause')}
          </Button>
        )}
      </div>
      {status.paused ? <PausedNote status={status} /> : null}
      {status.last.length === 0 ? (
        <p className={classes.none}>{t('arriving.none')}</p>
      ) : (
        <ul aria-label={title}>
          {withKeys(status.last).map(({ key, arrival }) => (
            <li key={key}>
              <Arrival arrival={arrival} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function PausedNote({ status }: { readonly status: LiveStatus }) {
  const { t } = useTranslation('live');
  return (
    <Note tone="warn">
      {status.otlp === null ? null : t('paused.spans')} {status.proxy === null ? null : t('paused.exchanges')}
    </Note>
  );
}

/** Two traces may give one sample in the same moment. */
function withKeys(
  arrivals: readonly LiveArrival[],
): readonly { readonly key: string; readonly arrival: LiveArrival }[] {
  const seen = new Map<string, number>();
  return arrivals.map((arrival) => {
    const name = `${arrival.at} ${arrival.sampleId}`;
    const nth = (seen.get(name) ?? 0) + 1;
    seen.set(name, nth);
    return { key: `${name} ${nth}`, arrival };
  });
}

function Arrival({ arrival }: { readonly arrival: LiveArrival }) {
  const { t } = useTranslation('live');
  const { at, name, calls, durationMs, outcome, change } = arrival;
  return (
    <Link
      href={samplesHref('', arrival.sampleId)}
      className={classes.arrival}
      title={change === 'updated' ? `${name}, ${t('arriving.updated')}` : name}
    >
      <span className="mono11 t3">{formatClockSeconds(at)}</span>
      <OutcomeMark outcome={outcome} isSmall />
      <span className={classes.what}>
        {/* The comma goes with the end of a name that is cut. */}
        <span className="ell">{t('arriving.name', { name })}</span>
        <span>{t('arriving.calls', { count: calls })}</span>
      </span>
      <span className="t3 num">{durationMs === null ? '' : formatDuration(durationMs)}</span>
    </Link>
  );
}
