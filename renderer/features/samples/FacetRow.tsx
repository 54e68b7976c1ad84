import { useTranslation } from 'react-i18next';
import { Outcome } from '../../../shared/model/sample.ts';
import type { Output } from '../../data/methods.ts';
import { formatCount } from '../../i18n/format.ts';
import { OutcomeMark } from '../../ui/Marks.tsx';
import { markedText } from '../../trace/visible-text.ts';
import { VisibleText } from '../../trace/VisibleText.tsx';
import classes from './facets.module.css';

type FacetValue = Output<'facets.counts'>[number]['values'][number];

const short = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 0 });

/** The filtered count is exact; of a large whole the order of size is enough beside it, and the label keeps its room. */
function shortCount(total: number): string {
  return total < 1_000 ? formatCount(total) : short.format(total).toLowerCase();
}

type FacetRowProps = {
  readonly facetKey: string;
  readonly value: FacetValue;
  readonly total: number;
  readonly isChecked: boolean;
  readonly onToggle: (term: string) => void;
};

/** One value: its box, its count under the other filters, and its share as a line. */
export function FacetRow({ facetKey, value, total, isChecked, onToggle }: FacetRowProps) {
  const { t } = useTranslation('samples');
  const outcome = facetKey === 'outcome' ? Outcome.safeParse(value.value) : null;
  const share = total === 0 ? 0 : value.count / total;
  return (
    <li className={classes.row} data-checked={isChecked || undefined}>
      <label className={classes.label}>
        <input
          type="checkbox"
          className={classes.check}
          checked={isChecked}
          aria-label={t('facets.value', { label: value.label, count: value.count, total: value.total })}
          onChange={() => onToggle(value.term)}
        />
        {outcome?.success === true ? <OutcomeMark outcome={outcome.data} isSmall label="" /> : null}
        <span className="ell" title={markedText(value.label)}>
          <VisibleText text={value.label} />
        </span>
        <span
          className={classes.count}
          title={t('facets.value', { label: value.label, count: value.count, total: value.total })}
        >
          {formatCount(value.count)}
          {value.count === value.total ? null : <span className={classes.of}>{` / ${shortCount(value.total)}`}</span>}
        </span>
      </label>
      <span className={classes.bar} style={{ width: `${Math.min(1, share) * 100}%` }} />
    </li>
  );
}
