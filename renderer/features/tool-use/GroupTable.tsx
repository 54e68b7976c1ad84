import { Button, Checkbox } from '@mantine/core';
import { IconArrowsDiff } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toggleTerm } from '../../../shared/query/edit.ts';
import { useOpenSamples } from '../../data/navigation.ts';
import { formatCount, formatPercent } from '../../i18n/format.ts';
import { Card } from '../../ui/Card.tsx';
import { formatMeasure, within, type Group, type Measure } from './measures.ts';
import classes from './tool-use.module.css';

type Column = readonly [measure: Measure, part: 'mean' | 'p50' | 'p95' | 'p99' | 'max'];

/** Measures with the parts shown of each: the tail of what costs, the mean of the rest. */
const GROUPS = [
  ['calls', ['mean', 'p50', 'p95', 'p99', 'max']],
  ['latency', ['p50', 'p95', 'p99']],
  ['tokens', ['p50', 'p95', 'p99']],
  ['parallel', ['mean']],
  ['unique', ['mean']],
] as const;
const COLUMNS: readonly Column[] = GROUPS.flatMap(([measure, parts]) => parts.map((part): Column => [measure, part]));
const RATES = [
  ['failed', 'errorRate'],
  ['retried', 'retryRate'],
  ['repeated', 'repeatRate'],
] as const;

type Props = {
  readonly facet: string;
  readonly groups: readonly Group[];
  readonly more: number;
  readonly filter: string;
  readonly onCompare: (one: string, other: string) => void;
};

/** Tool use by the values of a facet; one value or two can be taken into a comparison. */
export function GroupTable({ facet, groups, more, filter, onCompare }: Props) {
  const { t } = useTranslation('toolUse');
  const [picked, setPicked] = useState<readonly string[]>([]);
  const chosen = groups.filter((group) => picked.includes(group.value));
  const [one, two] = chosen;
  const rest = groups.filter((group) => group !== one);
  const pick = (value: string): void =>
    setPicked((before) => (before.includes(value) ? before.filter((other) => other !== value) : [...before, value]));
  const compareText =
    one === undefined ? t('groups.compare') : two === undefined ? t('groups.compareRest') : t('groups.compareTwo');
  function compare(): void {
    if (one === undefined) return;
    // The rest is named value by value: `not` would leave out samples that have an attempt of the value too.
    const others = two === undefined ? rest.reduce((text, group) => toggleTerm(text, group.term), '') : two.term;
    onCompare(within(filter, one.term), within(filter, others));
  }
  return (
    <Card
      title={t('groups.title', { facet: facet.toLowerCase() })}
      hasLine
      className={classes.card}
      fact={groups.length > 1 ? t('groups.pickHint') : undefined}
      actions={
        <Button
          size="xs"
          leftSection={<IconArrowsDiff size={14} aria-hidden />}
          disabled={one === undefined || chosen.length > 2 || rest.length === 0}
          onClick={compare}
        >
          {compareText}
        </Button>
      }
    >
      {groups.length === 0 ? (
        <p className={classes.nothing}>{t('groups.empty')}</p>
      ) : (
        <div
          className={classes.scrollX}
          tabIndex={0}
          role="group"
          aria-label={t('groups.title', { facet: facet.toLowerCase() })}
        >
          <table className={classes.table}>
            <GroupHead facet={facet} />
            <tbody>
              {groups.map((group) => (
                <GroupRow
                  key={group.value}
                  group={group}
                  filter={filter}
                  isPicked={picked.includes(group.value)}
                  onPick={() => pick(group.value)}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {more > 0 ? <p className={classes.nothing}>{t('groups.more', { count: more })}</p> : null}
    </Card>
  );
}

function GroupHead({ facet }: { readonly facet: string }) {
  const { t } = useTranslation('toolUse');
  return (
    <thead>
      <tr>
        <td rowSpan={2} />
        <th scope="col" rowSpan={2}>
          {facet}
        </th>
        <th scope="col" rowSpan={2} className={classes.right}>
          {t('groups.attempts')}
        </th>
        {GROUPS.map(([measure, parts]) => (
          <th key={measure} scope="colgroup" colSpan={parts.length} className={classes.colgroup}>
            {t(`groups.${measure}`)}
          </th>
        ))}
        {RATES.map(([name]) => (
          <th key={name} scope="col" rowSpan={2} className={classes.right}>
            {t(`groups.${name}`)}
          </th>
        ))}
      </tr>
      <tr>
        {COLUMNS.map(([measure, part]) => (
          <th key={`${measure} ${part}`} scope="col" className={classes.right}>
            {t(`groups.${part}`)}
          </th>
        ))}
      </tr>
    </thead>
  );
}

type RowProps = {
  readonly group: Group;
  readonly filter: string;
  readonly isPicked: boolean;
  readonly onPick: () => void;
};

function GroupRow({ group, filter, isPicked, onPick }: RowProps) {
  const { t } = useTranslation('toolUse');
  const openSamples = useOpenSamples();
  const none = t('groups.none');
  return (
    <tr data-picked={isPicked || undefined}>
      <td className={classes.check}>
        <Checkbox
          size="xs"
          aria-label={t('groups.pick', { value: group.label })}
          checked={isPicked}
          onChange={onPick}
        />
      </td>
      <th scope="row">
        <button
          type="button"
          className={classes.open}
          aria-label={t('groups.open', { value: group.label })}
          onClick={() => openSamples(within(filter, group.term))}
        >
          {group.label}
        </button>
      </th>
      <td className={classes.right}>{formatCount(group.stats.attempts)}</td>
      {COLUMNS.map(([measure, part]) => {
        const spread = group.stats.spreads[measure];
        return (
          <td key={`${measure} ${part}`} className={classes.right}>
            {spread === null ? none : formatMeasure(measure, spread[part])}
          </td>
        );
      })}
      {RATES.map(([name, key]) => {
        const rate = group.stats[key];
        return (
          <td key={name} className={classes.right}>
            {rate === null ? none : formatPercent(rate)}
          </td>
        );
      })}
    </tr>
  );
}
