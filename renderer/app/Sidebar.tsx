import { Tooltip } from '@mantine/core';
import {
  IconAdjustmentsHorizontal,
  IconAlertTriangleFilled,
  IconCircleCheckFilled,
  IconCircleDashed,
  IconCircleXFilled,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'wouter';
import { useRpcQuery } from '../data/use-rpc-query.ts';
import { formatCount } from '../i18n/format.ts';
import { translate } from '../i18n/index.ts';
import { CountBadge } from '../ui/Badges.tsx';
import { LivePlaceLight, useLiveWord } from './LiveBar.tsx';
import { PLACES, type Place, type PlaceName } from './places.ts';
import { useIsSidebarOpen } from './use-sidebar.ts';
import classes from './Sidebar.module.css';

/** The pipeline in its order with live counts, readiness, and what belongs to the whole project. */
export function Sidebar() {
  const { t } = useTranslation('shell');
  const isOpen = useIsSidebarOpen();
  const counts = useCounts();
  const pipeline = PLACES.filter(({ name }) => name !== 'history' && name !== 'settings');
  const rest = PLACES.filter(({ name }) => name === 'history' || name === 'settings');
  return (
    <div className={classes.root} data-rail={!isOpen || undefined}>
      <nav aria-label={t('regions.sidebar')} className={classes.nav} data-pane="sidebar" tabIndex={-1}>
        {pipeline.map((place) => (
          <div key={place.name} className={classes.entry}>
            {place.name === 'duplicates' ? <RefineHead isOpen={isOpen} /> : null}
            <NavEntry place={place} isOpen={isOpen} count={counts[place.name]} />
          </div>
        ))}
      </nav>
      {isOpen ? <Readiness /> : <span className={classes.gap} />}
      <nav className={classes.foot} aria-label={t('regions.project')}>
        {rest.map((place) => (
          <NavEntry key={place.name} place={place} isOpen={isOpen} count={undefined} />
        ))}
      </nav>
    </div>
  );
}

function RefineHead({ isOpen }: { isOpen: boolean }) {
  const { t } = useTranslation('shell');
  if (!isOpen) return null;
  return (
    <span className={classes.head}>
      <IconAdjustmentsHorizontal size={16} stroke={1.9} aria-hidden />
      {t('places.refine')}
    </span>
  );
}

const REFINE_PATHS: readonly string[] = ['/duplicates', '/balance', '/split', '/map', '/tool-use', '/privacy'];

function NavEntry({ place, isOpen, count }: { place: Place; isOpen: boolean; count: ReactNode }) {
  return isOpen ? <OpenEntry place={place} count={count} /> : <RailEntry place={place} />;
}

function OpenEntry({ place, count }: { place: Place; count: ReactNode }) {
  const [location] = useLocation();
  const isActive = location === place.path;
  const Icon = place.icon;
  return (
    <Link
      href={place.path}
      className={classes.link}
      data-active={isActive || undefined}
      data-part={place.isPart}
      aria-current={isActive ? 'page' : undefined}
    >
      {place.isPart === true ? null : <Icon size={16} stroke={1.9} aria-hidden />}
      <span className={classes.title}>{translate(place.titleKey)}</span>
      <span className={classes.count}>
        {place.name === 'collect' ? <LivePlaceLight /> : null}
        {count}
      </span>
    </Link>
  );
}

/** In the rail the parts of Refine share one entry. */
function RailEntry({ place }: { place: Place }) {
  const { t } = useTranslation('shell');
  const [location] = useLocation();
  const liveWord = useLiveWord();
  if (place.isPart === true && place.name !== 'duplicates') return null;
  const isActive = place.isPart === true ? REFINE_PATHS.includes(location) : location === place.path;
  const title = place.isPart === true ? t('places.refine') : translate(place.titleKey);
  const label = place.name === 'collect' && liveWord !== null ? `${title}, ${liveWord}` : title;
  const Icon = place.icon;
  return (
    <Tooltip label={label} position="right">
      <Link
        href={place.path}
        className={classes.link}
        data-active={isActive || undefined}
        aria-current={isActive ? 'page' : undefined}
        aria-label={label}
      >
        <Icon size={16} stroke={1.9} aria-hidden />
        {place.name === 'collect' ? (
          <span className={classes.railLight}>
            <LivePlaceLight />
          </span>
        ) : null}
      </Link>
    </Tooltip>
  );
}

function useCounts(): Partial<Record<PlaceName, ReactNode>> {
  const { t } = useTranslation('shell');
  const { data: stats } = useRpcQuery('stats.get', {});
  const { data: privacy } = useRpcQuery('privacy.summary', {});
  const { data: drift } = useRpcQuery('likeness.latest', {});
  if (stats === undefined) return {};
  const none = t('sidebar.none');
  const train = stats.splits.train ?? 0;
  const validation = stats.splits.validation ?? 0;
  const test = stats.splits.test ?? 0;
  const splitCount =
    test === 0 ? t('sidebar.split', { train, validation }) : t('sidebar.splitThree', { train, validation, test });
  const { pending, total } = stats.reviews;
  return {
    collect: formatCount(stats.sources.length),
    samples: formatCount(stats.samples),
    duplicates: stats.samples === 0 ? none : formatCount(stats.duplicateGroups),
    balance: drift?.drift == null ? none : drift.drift.value.toFixed(3),
    split: train + validation + test === 0 ? none : splitCount,
    'tool-use': stats.attempts === 0 ? none : formatCount(stats.toolCalls),
    privacy: privacy === undefined || privacy.scanned === 0 ? none : formatCount(openFindings(privacy.kinds)),
    review: pending > 0 ? <CountBadge count={pending} /> : total > 0 ? formatCount(0) : none,
    graders: formatCount(stats.graders),
    report: none,
  };
}

/** What the policy keeps asks for nothing. */
function openFindings(kinds: readonly { readonly open: number; readonly kept: number }[]): number {
  return kinds.reduce((sum, { open, kept }) => sum + open - kept, 0);
}

const PRINCIPLES = ['agreement', 'drift', 'learnable', 'hackProof'] as const;

type Measured = { readonly state: 'pass' | 'watch' | 'stop' | 'unmeasured'; readonly value: string | null };
const UNMEASURED: Measured = { state: 'unmeasured', value: null };
const STATE_ICONS = {
  pass: IconCircleCheckFilled,
  watch: IconAlertTriangleFilled,
  stop: IconCircleXFilled,
  unmeasured: IconCircleDashed,
} as const;
const STATE_CLASSES = { pass: 'c-ok', watch: 'c-warn', stop: 'c-err', unmeasured: undefined } as const;

/** Only what was measured is shown as a value; of the four this version measures the drift, and says so of the others. */
function Readiness() {
  const { t } = useTranslation(['shell', 'common']);
  const { data: likeness } = useRpcQuery('likeness.latest', {});
  const drift: Measured =
    likeness?.drift == null
      ? UNMEASURED
      : {
          // A set too small to tell is no warning.
          state: likeness.drift.isWide ? 'unmeasured' : likeness.drift.state,
          value: `${likeness.drift.value.toFixed(3)}${likeness.drift.isWide ? t('sidebar.wide') : ''}`,
        };
  const measured = { agreement: UNMEASURED, drift, learnable: UNMEASURED, hackProof: UNMEASURED };
  const met = PRINCIPLES.filter((principle) => measured[principle].state === 'pass').length;
  return (
    <section className={classes.readiness} aria-labelledby="readiness-title">
      <h2 id="readiness-title" className={classes.readinessTitle}>
        {t('sidebar.readiness')}
        <span>{t('sidebar.readinessCount', { met, count: PRINCIPLES.length })}</span>
      </h2>
      <ul>
        {PRINCIPLES.map((principle) => {
          const { state, value } = measured[principle];
          const Icon = STATE_ICONS[state];
          const text = value ?? t('common:states.notMeasured');
          return (
            <li key={principle}>
              <Link
                href="/export"
                className={classes.principle}
                aria-label={t('sidebar.openReadiness', { principle: t(`sidebar.${principle}`), value: text })}
              >
                <Icon size={12} className={STATE_CLASSES[state]} aria-hidden />
                {t(`sidebar.${principle}`)}
                <span>{text}</span>
              </Link>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
