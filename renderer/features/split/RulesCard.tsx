import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { FilterChip } from '../../ui/Badges.tsx';
import { ErrorState } from '../../ui/ListStates.tsx';
import parts from './rules-card.module.css';
import { LockRow } from './LockRow.tsx';
import { SeedField, ShareRow } from './NumberFields.tsx';
import { MixChips, TogetherChips } from './RuleChips.tsx';
import { SplitBar } from './SplitBar.tsx';
import classes from './split.module.css';
import { useShown, type Split } from './use-split.ts';
import { Warnings } from './Warnings.tsx';

/** What is on each side, the rules that put it there, and what they would do now. */
export function RulesCard({ split }: { readonly split: Split }) {
  const { t } = useTranslation('split');
  const { outcome } = useShown(split);
  const { filter } = split.rules;
  return (
    <section className={`${parts.card} ${classes.rules}`} aria-label={t('rules.title')}>
      {/* Scrolls by keyboard, too. */}
      <div className={classes.rulesBody} role="group" aria-label={t('rules.title')} tabIndex={0}>
        <SplitBar split={split} />
        <PreviewLine split={split} />
        <ShareRow split={split} side="validation" />
        <ShareRow split={split} side="test" />
        <SeedField split={split} />
        {filter === null ? null : (
          <div className={classes.rowTop}>
            <span className={classes.rowLabel}>{t('rules.scope')}</span>
            <FilterChip
              value={filter}
              {...(split.canWrite
                ? {
                    onRemove: () => split.change({ filter: null }),
                    removeLabel: t('rules.removeScope', { label: filter }),
                  }
                : {})}
            />
          </div>
        )}
        <TogetherChips split={split} />
        <MixChips split={split} />
        <LockRow split={split} />
        <Warnings warnings={outcome.warnings} />
      </div>
    </section>
  );
}

/** What splitting by the rules on the screen would do, before it is done. */
function PreviewLine({ split }: { readonly split: Split }) {
  const { t } = useTranslation('split');
  const { preview, shown, stored, isChanged, isCurrent, canWrite } = split;
  if (!canWrite) return null;
  if (preview.error !== null) return <ErrorState error={preview.error} onRetry={() => void preview.refetch()} />;
  const parts =
    shown === null
      ? []
      : (['moved', 'added', 'removed'] as const)
          .filter((kind) => shown[kind] > 0)
          .map((kind) => t(`preview.${kind}`, { count: shown[kind] }));
  const changes = parts.length === 0 ? t('preview.same') : t('preview.sentence', { parts: parts.join(', ') });
  const text = stored.isSplit ? changes : t('preview.first');
  return (
    <div className={classes.preview}>
      <span role="status" aria-label={t('preview.label')} aria-busy={!isCurrent}>
        {shown === null ? t('preview.counting') : text}
      </span>
      {isChanged ? (
        <Button size="xs" variant="subtle" onClick={split.discard}>
          {t('rules.discard')}
        </Button>
      ) : null}
    </div>
  );
}
