import { Checkbox, SegmentedControl } from '@mantine/core';
import { IconFileText } from '@tabler/icons-react';
import { useState } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { LINK_FLOORS, SimilarScope } from '../../../shared/model/similar.ts';
import { formatCount, formatPercent } from '../../i18n/format.ts';
import type { Output } from '../../data/methods.ts';
import classes from './duplicates.module.css';
import { KeeperRule } from './KeeperRule.tsx';
import { methodText } from './method-text.ts';
import { PickMenu } from './PickMenu.tsx';
import { removedKind, SHOWN, sliderKind, USUAL_SETUP, type Shown } from './settings.ts';
import { ThresholdSlider } from './ThresholdSlider.tsx';
import type { Settings } from './use-settings.ts';

export type Overview = Output<'duplicates.overview'>;
type Props = {
  readonly shown: Shown;
  readonly onShown: (shown: Shown) => void;
  readonly settings: Settings;
  readonly overview: Overview | undefined;
  /** The numbers are of other settings; new ones are on their way. */
  readonly isOld: boolean;
};

/** What counts as a duplicate, and what keeping one of each would do, before anything is done. */
export function ControlStrip({ shown, onShown, settings, overview, isOld }: Props) {
  return (
    <div className={classes.strip}>
      <Find shown={shown} onShown={onShown} settings={settings} overview={overview} />
      <Threshold shown={shown} settings={settings} overview={overview} />
      <Consequence shown={shown} overview={overview} isOld={isOld} />
      <Options settings={settings} />
    </div>
  );
}

function Find({ shown, onShown, settings, overview }: Omit<Props, 'isOld'>) {
  const { t } = useTranslation('duplicates');
  const count = (kind: Shown): number | undefined => (kind === 'all' ? overview?.clusters : overview?.counts[kind]);
  return (
    <div className={classes.find}>
      <div className={classes.caption}>
        <span id="duplicates-find">{t('find')}</span>
        <PickMenu
          label={t('scope.label')}
          icon={<IconFileText size={14} aria-hidden />}
          value={settings.setup.scope}
          options={SimilarScope.options.map((scope) => ({ value: scope, label: t(`scope.${scope}`) }))}
          onPick={(scope) => settings.changeSetup({ scope })}
        />
      </div>
      <SegmentedControl
        aria-labelledby="duplicates-find"
        value={shown}
        onChange={(value) => onShown(SHOWN.find((one) => one === value) ?? 'all')}
        data={SHOWN.map((kind) => ({
          value: kind,
          label: (
            <span title={t(`kindHint.${kind}`)}>
              {t(`kinds.${kind}`)} <span className={classes.kindCount}>{formatCount(count(kind) ?? 0)}</span>
            </span>
          ),
        }))}
      />
    </div>
  );
}

function Threshold({ shown, settings, overview }: Pick<Props, 'shown' | 'settings' | 'overview'>) {
  const { t } = useTranslation('duplicates');
  const [chosen, setChosen] = useState<'near' | 'semantic'>('near');
  const kind = sliderKind(shown, chosen);
  if (kind === null)
    return <p className={classes.fixed}>{t(`threshold.fixed.${shown === 'template' ? 'template' : 'exact'}`)}</p>;
  const scan = overview?.[kind] ?? null;
  const note = scan === null ? null : methodText(kind, scan);
  return (
    <div className={classes.threshold}>
      <ThresholdSlider
        key={kind}
        label={shown === 'all' ? t('threshold.atOrAbove') : t(`threshold.${kind}`)}
        value={settings.setup[kind] ?? USUAL_SETUP[kind] ?? 1}
        floor={LINK_FLOORS[kind]}
        bins={(kind === 'near' ? overview?.nearBins : overview?.semanticBins) ?? []}
        isOff={scan === null}
        onChange={(value) => settings.changeSetup(kind === 'near' ? { near: value } : { semantic: value })}
      >
        {shown === 'all' ? (
          <SegmentedControl
            size="xs"
            aria-label={t('threshold.which')}
            className={classes.which}
            value={kind}
            onChange={(value) => setChosen(value === 'near' ? 'near' : 'semantic')}
            data={(['near', 'semantic'] as const).map((one) => ({ value: one, label: t(`kinds.${one}`) }))}
          />
        ) : null}
      </ThresholdSlider>
      {note === null ? null : (
        <p className={classes.method} title={note}>
          {note}
        </p>
      )}
    </div>
  );
}

function Consequence({ shown, overview, isOld }: Pick<Props, 'shown' | 'overview' | 'isOld'>) {
  const { t } = useTranslation('duplicates');
  const removed = overview === undefined ? 0 : wouldRemove(overview, shown);
  const samples = overview?.samples ?? 0;
  return (
    <div className={classes.consequence} role="status" aria-label={t('strip')} data-old={isOld || undefined}>
      {overview === undefined ? null : (
        <>
          <b>{formatCount(removed)}</b>
          <span>
            {t('removed')}
            <br />
            <Trans
              t={t}
              i18nKey="stay"
              values={{ stay: samples - removed, share: formatPercent(samples === 0 ? 0 : removed / samples) }}
              components={{ b: <strong /> }}
            />
          </span>
        </>
      )}
    </div>
  );
}

/** @returns how many samples "remove" would exclude for what is shown */
export function wouldRemove(overview: Overview, shown: Shown): number {
  const kind = removedKind(shown);
  if (kind === null) return 0;
  return kind === 'all' ? overview.wouldRemove : overview.removable[kind];
}

function Options({ settings }: { readonly settings: Settings }) {
  const { t } = useTranslation('duplicates');
  const { setup } = settings;
  return (
    <div className={classes.options}>
      <Checkbox
        size="xs"
        label={t('options.moveAttempts')}
        checked={settings.moveAttempts}
        onChange={(event) => settings.change({ moveAttempts: event.currentTarget.checked })}
      />
      <Checkbox
        size="xs"
        label={t('options.keepReviewed')}
        checked={setup.neverRemoveReviewed}
        onChange={(event) => settings.changeSetup({ neverRemoveReviewed: event.currentTarget.checked })}
      />
      <KeeperRule
        rule={setup.keeper}
        isOff={false}
        onChange={(keeper) => settings.changeSetup({ keeper: [...keeper] })}
      />
    </div>
  );
}
