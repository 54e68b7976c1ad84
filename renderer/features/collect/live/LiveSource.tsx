import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import type { SourceRow } from '../../../../shared/model/source.ts';
import { useLiveStatus, type LiveStatus } from '../../../data/use-live.ts';
import { formatMoment } from '../../../i18n/format.ts';
import { ToneBadge } from '../../../ui/Badges.tsx';
import { LiveLight } from '../../../ui/LiveLight.tsx';

const LiveOptions = z.object({ live: z.enum(['spans', 'chat', 'responses']) });

/** @returns what a live source takes in; null for sources that were imported */
export function liveKind({ options }: Pick<SourceRow, 'options'>): 'spans' | 'chat' | 'responses' | null {
  const parsed = LiveOptions.safeParse(options);
  return parsed.success ? parsed.data.live : null;
}

/** @returns the sources, those that grow by themselves on top */
export function liveFirst(sources: readonly SourceRow[]): readonly SourceRow[] {
  const isLive = (source: SourceRow): boolean => liveKind(source) !== null;
  return [...sources.filter(isLive), ...sources.filter((source) => !isLive(source))];
}

type SourceProps = { readonly source: SourceRow };

/** On the row of a source that is being added to. */
export function LiveSourceBadge({ source }: SourceProps) {
  const { t } = useTranslation('live');
  const { data: status } = useLiveStatus();
  if (addressOf(source, status) === null) return null;
  return (
    <ToneBadge
      tone={status?.paused === true ? 'warn' : 'ok'}
      icon={<LiveLight tone={status?.paused === true ? 'warn' : 'ok'} />}
    >
      {status?.paused === true ? t('states.paused') : t('badge')}
    </ToneBadge>
  );
}

/** Where it listens, and since when there is something of it. */
export function LiveSourceText({ source }: SourceProps) {
  const { t } = useTranslation('live');
  const { data: status } = useLiveStatus();
  const address = addressOf(source, status);
  const time = formatMoment(source.importedAt);
  return address === null ? t('sinceOff', { time }) : t('since', { address, time });
}

function addressOf(source: SourceRow, status: LiveStatus | undefined): string | null {
  const kind = liveKind(source);
  const receiver = kind === null ? null : kind === 'spans' ? status?.otlp : status?.proxy;
  return receiver === null || receiver === undefined ? null : `127.0.0.1:${receiver.port}`;
}
