import { Button, Switch } from '@mantine/core';
import { IconTerminal2 } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AppError } from '../../../../shared/rpc/errors.ts';
import {
  liveStartInput,
  useLiveChoices,
  useLiveMinutes,
  useLiveSwitch,
  type LiveChoices,
  type LiveStatus,
  type LiveSwitch,
} from '../../../data/use-live.ts';
import { Note, ToneBadge } from '../../../ui/Badges.tsx';
import { LiveLight } from '../../../ui/LiveLight.tsx';
import { ListStates, RowSkeleton } from '../../../ui/ListStates.tsx';
import { LiveAddresses } from './LiveAddresses.tsx';
import { LiveChoicesForm } from './LiveChoicesForm.tsx';
import { LiveCounts } from './LiveCounts.tsx';
import { LiveFeed } from './LiveFeed.tsx';
import { LiveRateChart } from './LiveRateChart.tsx';
import classes from './live.module.css';

type PaneProps = { readonly canWrite: boolean; readonly onSettings: () => void };

/** The switch of live collection, what it listens on, and what arrives. */
export function LivePane({ canWrite, onSettings }: PaneProps) {
  const query = useLiveMinutes();
  return (
    <div className={classes.root}>
      <ListStates query={query} skeleton={<RowSkeleton rows={6} height={32} />}>
        {(status) => <Content status={status} at={query.dataUpdatedAt} canWrite={canWrite} onSettings={onSettings} />}
      </ListStates>
    </div>
  );
}

type ContentProps = PaneProps & { readonly status: LiveStatus; readonly at: number };

function Content({ status, at, canWrite, onSettings }: ContentProps) {
  const { t } = useTranslation('live');
  const [choices, setChoices] = useLiveChoices();
  const [needsToken, setNeedsToken] = useState(true);
  const [failure, setFailure] = useState<AppError | null>(null);
  const live = useLiveSwitch((error) => {
    setFailure(error);
    return true;
  });
  const start = (next: LiveChoices): void => {
    setFailure(null);
    void live.start(liveStartInput(next, needsToken));
  };
  return (
    <>
      <div className={classes.body}>
        <Head
          status={status}
          live={live}
          hasFailed={failure !== null && !status.on}
          isOff={!canWrite || (!status.on && !choices.otlp && !choices.proxy)}
          onSwitch={(isOn) => (isOn ? start(choices) : void live.stop())}
        />
        {!canWrite ? <Note>{t('readOnly')}</Note> : null}
        {status.on ? (
          <On status={status} at={at} live={live} />
        ) : (
          <>
            {failure === null ? null : (
              <Failure
                failure={failure}
                onFreePorts={() => {
                  const free = { ...choices, otlpPort: null, proxyPort: null };
                  setChoices(free);
                  start(free);
                }}
              />
            )}
            <LiveChoicesForm
              choices={choices}
              onChoices={(next) => {
                setFailure(null);
                setChoices(next);
              }}
              needsToken={needsToken}
              onNeedsToken={setNeedsToken}
              isDisabled={!canWrite || live.isStarting}
            />
            <Before status={status} />
          </>
        )}
      </div>
      {status.on ? (
        <div className={classes.foot}>
          <Button className={classes.wide} leftSection={<IconTerminal2 size={14} aria-hidden />} onClick={onSettings}>
            {t('environment')}
          </Button>
        </div>
      ) : null}
    </>
  );
}

type HeadProps = {
  readonly status: LiveStatus;
  readonly live: LiveSwitch;
  readonly hasFailed: boolean;
  readonly isOff: boolean;
  readonly onSwitch: (isOn: boolean) => void;
};

function Head({ status, live, hasFailed, isOff, onSwitch }: HeadProps) {
  const { t } = useTranslation('live');
  const state = stateOf(status, live, hasFailed);
  const tone = TONES[state];
  return (
    <div className={classes.head}>
      <h2>{t('title')}</h2>
      <span role="status">
        <ToneBadge
          tone={tone === 'off' ? 'neutral' : tone}
          icon={<LiveLight tone={tone} isBreathing={tone === 'ok'} />}
        >
          {t(`states.${state}`)}
        </ToneBadge>
      </span>
      <span className={classes.spacer} />
      <Switch
        aria-label={t('title')}
        checked={status.on}
        disabled={isOff || live.isStarting || live.isStopping}
        onChange={(event) => onSwitch(event.currentTarget.checked)}
      />
    </div>
  );
}

const TONES = {
  off: 'off',
  starting: 'off',
  stopping: 'off',
  listening: 'ok',
  paused: 'warn',
  failed: 'err',
} as const;

function stateOf(status: LiveStatus, live: LiveSwitch, hasFailed: boolean): keyof typeof TONES {
  if (live.isStarting) return 'starting';
  if (live.isStopping) return 'stopping';
  if (status.on) return status.paused ? 'paused' : 'listening';
  return hasFailed ? 'failed' : 'off';
}

/** Why it did not start, and the way out. A port that is taken can be left to those who have it. */
function Failure({ failure, onFreePorts }: { readonly failure: AppError; readonly onFreePorts: () => void }) {
  const { t } = useTranslation('live');
  return (
    <Note tone="err">
      {failure.message}
      {failure.code === 'conflict' ? (
        <div className={classes.wayOut}>
          <Button size="xs" onClick={onFreePorts}>
            {t('failed.freePorts')}
          </Button>
        </div>
      ) : null}
    </Note>
  );
}

type OnProps = {
  readonly status: LiveStatus;
  readonly at: number;
  readonly live: LiveSwitch;
};

function On({ status, at, live }: OnProps) {
  return (
    <>
      <LiveAddresses status={status} />
      <LiveRateChart status={status} at={at} />
      <LiveCounts status={status} />
      <LiveFeed status={status} onPause={() => void live.pause(!status.paused)} />
    </>
  );
}

/** What the last time brought, until it is switched on again. */
function Before({ status }: { readonly status: LiveStatus }) {
  const { spans, exchanges, refused, waiting } = status.counts;
  if (spans + exchanges + refused + waiting + status.last.length === 0) return null;
  return (
    <>
      <LiveCounts status={status} />
      {status.last.length > 0 ? <LiveFeed status={status} /> : null}
    </>
  );
}
