import { Modal, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Output } from '../../data/methods.ts';
import { useRpcQuery } from '../../data/use-rpc-query.ts';
import { markedText } from '../../trace/visible-text.ts';
import { VisibleText } from '../../trace/VisibleText.tsx';
import { FacetRow } from './FacetRow.tsx';
import classes from './facets.module.css';
import { hasTerm } from './filter-terms.ts';

type Facet = Output<'facets.counts'>[number];
type Props = {
  readonly facet: Facet;
  readonly filter: string;
  readonly total: number;
  readonly onToggle: (term: string) => void;
  readonly onClose: () => void;
};

/** Every value of a facet, with a box to find one. Those too rare to be counted are found by how they begin. */
export function FacetValuesDialog({ facet, filter, total, onToggle, onClose }: Props) {
  const { t } = useTranslation('samples');
  const [typed, setTyped] = useState('');
  const wanted = typed.trim();
  const counted = facet.values.filter(({ label, value }) => holds(label, wanted) || holds(value, wanted));
  const rare = useRareValues(facet, wanted);
  const isNothing = counted.length === 0 && rare.length === 0;
  return (
    <Modal opened onClose={onClose} title={t('facets.allTitle', { title: facet.title })} size={440}>
      <TextInput
        aria-label={t('facets.find', { title: facet.title })}
        placeholder={t('facets.findHint')}
        leftSection={<IconSearch size={14} aria-hidden />}
        value={typed}
        data-autofocus
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {/* Long: the keyboard scrolls it by its boxes. */}
      <ul className={classes.all} aria-label={facet.title}>
        {counted.map((value) => (
          <FacetRow
            key={value.value}
            facetKey={facet.key}
            value={value}
            total={total}
            isChecked={hasTerm(filter, value.term)}
            onToggle={onToggle}
          />
        ))}
        {rare.map(({ label, term }) => (
          <li key={term} className={classes.row} data-checked={hasTerm(filter, term) || undefined}>
            <label className={classes.label}>
              <input
                type="checkbox"
                className={classes.check}
                checked={hasTerm(filter, term)}
                aria-label={label}
                onChange={() => onToggle(term)}
              />
              <span className="ell" title={markedText(label)}>
                <VisibleText text={label} />
              </span>
            </label>
          </li>
        ))}
      </ul>
      <p className={classes.allFoot} role="status">
        {isNothing ? t('facets.noneFound', { text: wanted }) : null}
        {facet.more > 0 && wanted === '' ? t('facets.rare', { count: facet.more }) : null}
      </p>
    </Modal>
  );
}

function holds(text: string, part: string): boolean {
  return text.toLowerCase().includes(part.toLowerCase());
}

type RareValue = { readonly label: string; readonly term: string };

/** Values that the counts leave out, as the completion of the filter language knows them. */
function useRareValues(facet: Facet, wanted: string): readonly RareValue[] {
  const [asked] = useDebouncedValue(wanted, 150);
  const field = /^-?([\w.]+)[:<>=]/u.exec(facet.values[0]?.term ?? '')?.[1];
  const isNeeded = facet.more > 0 && asked !== '' && field !== undefined;
  const filter = `${field ?? ''}:${asked}`;
  const { data } = useRpcQuery('filters.complete', isNeeded ? { filter, offset: filter.length } : null, {
    keepPrevious: true,
  });
  if (!isNeeded || data === undefined) return [];
  const known = new Set(facet.values.map(({ value }) => value));
  return data.items
    .filter(({ label }) => !known.has(label) && holds(label, asked))
    .map(({ text, label }) => ({ label, term: `${field}:${text}` }));
}
