import { ActionIcon, Menu, NumberInput, Radio, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconChevronDown } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { ExportSpec } from '../../../shared/contract/graders.ts';
import { parse } from '../../../shared/query/parse.ts';
import { samplesHref } from '../../data/navigation.ts';
import { useRpcQuery } from '../../data/use-rpc-query.ts';
import { Card } from '../../ui/Card.tsx';
import classes from './export.module.css';
import { MAX_SEED, SHARE_RANGE, type ExportChoices } from './export-spec.ts';
import { GraderChoice } from './GraderChoice.tsx';
import type { ExportSettings } from './use-export-spec.ts';

const APPLY_AFTER_MS = 400;

type FormatCardProps = {
  readonly settings: ExportSettings;
  readonly spec: ExportSpec;
};

/** The trainer's format, the grader, which samples, and how they are split. */
export function FormatCard({ settings, spec }: FormatCardProps) {
  const { t } = useTranslation('export');
  const titleId = useId();
  const { targets, choose } = settings;
  return (
    <Card title={t('format.title')} hasLine className={classes.fixed}>
      <div className={classes.format}>
        <Radio.Group aria-labelledby={titleId} value={spec.target} onChange={(target) => choose({ target })}>
          <span id={titleId} className={classes.hidden}>
            {t('format.targets')}
          </span>
          <div className={classes.targets}>
            {targets.map((target) => (
              <Radio.Card
                key={target.id}
                value={target.id}
                className={classes.target}
                data-chosen={target.id === spec.target || undefined}
              >
                <Radio.Indicator size="xs" />
                <span className={classes.targetText}>
                  <b>{target.title}</b>
                  <span>{target.description}</span>
                </span>
              </Radio.Card>
            ))}
          </div>
        </Radio.Group>
        <div className={classes.fields}>
          <SampleChoice filter={spec.filter} onFilter={(filter) => choose({ filter })} />
          <GraderChoice settings={settings} spec={spec} />
          <SplitChoice key={`${spec.seed} ${spec.validationShare}`} spec={spec} choose={choose} />
        </div>
      </div>
    </Card>
  );
}

type SampleChoiceProps = { readonly filter: string; readonly onFilter: (filter: string) => void };

function SampleChoice({ filter, onFilter }: SampleChoiceProps) {
  const { t } = useTranslation('export');
  const [typed, setTyped] = useState<{ readonly text: string; readonly from: string } | null>(null);
  // What was typed holds only until the filter is changed from elsewhere.
  const text = typed?.from === filter || typed?.text === filter ? typed.text : filter;
  const { problem } = parse(text);
  const apply = useDebouncedCallback((next: string) => onFilter(next), { delay: APPLY_AFTER_MS, flushOnUnmount: true });
  const { data } = useRpcQuery('filters.check', parse(filter).problem === null ? { filter } : null, {
    keepPrevious: true,
  });
  return (
    <TextInput
      className={classes.wide}
      label={
        <span className={classes.filterLabel}>
          {t('format.filter')}
          {data?.total == null || problem !== null ? null : (
            <Link href={samplesHref(filter)} aria-label={t('format.openMatches', { count: data.total })}>
              {t('format.matches', { count: data.total })}
            </Link>
          )}
        </span>
      }
      classNames={{ input: classes.monoInput ?? '' }}
      aria-label={t('format.filter')}
      placeholder={t('format.filterHint')}
      spellCheck={false}
      value={text}
      error={problem?.message ?? null}
      rightSection={<FilterMenu onFilter={onFilter} />}
      onBlur={() => apply.flush()}
      onChange={(event) => {
        const next = event.currentTarget.value;
        setTyped({ text: next, from: filter });
        apply(next);
      }}
    />
  );
}

function FilterMenu({ onFilter }: { readonly onFilter: (filter: string) => void }) {
  const { t } = useTranslation('export');
  const { data: views } = useRpcQuery('savedViews.list', {});
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon size={24} aria-label={t('format.filterPresets')}>
          <IconChevronDown size={14} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => onFilter('decision:include')}>{t('format.accepted')}</Menu.Item>
        <Menu.Item onClick={() => onFilter('')}>{t('format.all')}</Menu.Item>
        {(views?.length ?? 0) > 0 ? <Menu.Label>{t('format.views')}</Menu.Label> : null}
        {views?.map((view) => (
          <Menu.Item key={view.id} onClick={() => onFilter(view.filter)}>
            {view.name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

type SplitChoiceProps = {
  readonly spec: ExportSpec;
  readonly choose: (choices: Partial<ExportChoices>) => void;
};

function SplitChoice({ spec, choose }: SplitChoiceProps) {
  const { t } = useTranslation('export');
  const [seed, setSeed] = useState<number | string>(spec.seed);
  const [percent, setPercent] = useState<number | string>(Math.round(spec.validationShare * 1_000) / 10);
  const isSeed = typeof seed === 'number' && Number.isInteger(seed) && seed >= 0 && seed <= MAX_SEED;
  const isShare = typeof percent === 'number' && percent >= SHARE_RANGE.min * 100 && percent <= SHARE_RANGE.max * 100;
  const apply = useDebouncedCallback((choices: Partial<ExportChoices>) => choose(choices), {
    delay: APPLY_AFTER_MS,
    flushOnUnmount: true,
  });
  return (
    <>
      <NumberInput
        label={t('format.seed')}
        title={t('format.seedHint')}
        value={seed}
        min={0}
        max={MAX_SEED}
        hideControls
        allowDecimal={false}
        allowNegative={false}
        clampBehavior="none"
        error={isSeed ? null : t('format.badSeed')}
        onChange={(value) => {
          setSeed(value);
          if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= MAX_SEED)
            apply({ seed: value });
        }}
      />
      <NumberInput
        label={t('format.share')}
        value={percent}
        min={SHARE_RANGE.min * 100}
        max={SHARE_RANGE.max * 100}
        hideControls
        decimalScale={1}
        clampBehavior="none"
        error={isShare ? null : t('format.badShare')}
        onChange={(value) => {
          setPercent(value);
          if (typeof value === 'number' && value >= SHARE_RANGE.min * 100 && value <= SHARE_RANGE.max * 100)
            apply({ validationShare: value / 100 });
        }}
      />
    </>
  );
}
