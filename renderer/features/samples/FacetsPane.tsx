import { ActionIcon, UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconChevronRight, IconLayoutSidebarLeftCollapse } from '@tabler/icons-react';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { toggleTerm } from '../../../shared/query/edit.ts';
import type { Output } from '../../data/methods.ts';
import { useRpcQuery } from '../../data/use-rpc-query.ts';
import { ListStates } from '../../ui/ListStates.tsx';
import { FacetRow } from './FacetRow.tsx';
import { FacetValuesDialog } from './FacetValuesDialog.tsx';
import classes from './facets.module.css';
import { hasTerm } from './filter-terms.ts';

type Facet = Output<'facets.counts'>[number];

type FacetsPaneProps = {
  readonly filter: string;
  readonly onFilter: (filter: string) => void;
  /** Samples in the project: what a full bar stands for. */
  readonly total: number;
  readonly folded: readonly string[];
  readonly onFold: (folded: readonly string[]) => void;
  readonly onHide: () => void;
  /** Rises when the first field should take the keyboard; 0: never asked. */
  readonly focusSignal: number;
};

/** How many values a group shows before "4 more". */
const SHOWN_VALUES = 5;
/** More than these are a list of their own, with a box to find one. */
const MOST_IN_PLACE = 12;

/** What the samples are like, counted; a click on a value filters by it. */
export function FacetsPane({ filter, onFilter, total, folded, onFold, onHide, focusSignal }: FacetsPaneProps) {
  const { t } = useTranslation('samples');
  const query = useRpcQuery('facets.counts', { filter }, { keepPrevious: true });
  const groups = useRef<HTMLDivElement>(null);
  const lastSignal = useRef(0);
  const isThere = query.data !== undefined;
  useEffect(() => {
    if (!isThere || lastSignal.current === focusSignal) return;
    lastSignal.current = focusSignal;
    groups.current?.querySelector<HTMLElement>('input, button')?.focus();
  }, [isThere, focusSignal]);
  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (by === 0) return;
    const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input, button')];
    const at = stops.indexOf(document.activeElement as HTMLElement); // -1 when it is none of them
    const next = stops[at + by];
    if (at === -1 || next === undefined) return;
    event.preventDefault();
    next.focus();
  }
  return (
    <div className={classes.pane}>
      <div className={classes.title}>
        <h1>{t('title')}</h1>
        <ActionIcon size={24} aria-label={t('facets.hide')} onClick={onHide}>
          <IconLayoutSidebarLeftCollapse size={14} aria-hidden />
        </ActionIcon>
      </div>
      {/* Its fields hold the focus; arrow keys move among them. */}
      {/* eslint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div
        ref={groups}
        className={classes.groups}
        data-stale={query.isPlaceholderData || undefined}
        onKeyDown={onKeyDown}
      >
        <ListStates
          query={query}
          isEmpty={(facets) => facets.length === 0}
          empty={<p className={classes.none}>{t('facets.empty')}</p>}
        >
          {(facets) =>
            facets.map((facet) => (
              <FacetGroup
                key={facet.key}
                facet={facet}
                filter={filter}
                total={total}
                isFolded={folded.includes(facet.key)}
                onFold={() =>
                  onFold(
                    folded.includes(facet.key) ? folded.filter((key) => key !== facet.key) : [...folded, facet.key],
                  )
                }
                onToggle={(term) => onFilter(toggleTerm(filter, term))}
              />
            ))
          }
        </ListStates>
      </div>
    </div>
  );
}

type FacetGroupProps = {
  readonly facet: Facet;
  readonly filter: string;
  readonly total: number;
  readonly isFolded: boolean;
  readonly onFold: () => void;
  readonly onToggle: (term: string) => void;
};

function FacetGroup({ facet, filter, total, isFolded, onFold, onToggle }: FacetGroupProps) {
  const { t } = useTranslation('samples');
  const [isLong, setLong] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const checked = facet.values.filter((value) => hasTerm(filter, value.term));
  // A checked value is shown wherever it stands, so that it can be unchecked.
  const shown = facet.values.filter((value, index) => isLong || index < SHOWN_VALUES || checked.includes(value));
  const hidden = facet.values.length - shown.length;
  const isMany = facet.values.length + facet.more > MOST_IN_PLACE;
  return (
    <section className={classes.group}>
      <h2>
        <UnstyledButton className={classes.heading} aria-expanded={!isFolded} onClick={onFold}>
          {isFolded ? <IconChevronRight size={12} aria-hidden /> : <IconChevronDown size={12} aria-hidden />}
          <span className="ell">{facet.title}</span>
          {isFolded && checked.length > 0 ? <span className={classes.checkedCount}>{checked.length}</span> : null}
        </UnstyledButton>
      </h2>
      {isFolded ? null : (
        <ul aria-label={facet.title}>
          {shown.map((value) => (
            <FacetRow
              key={value.value}
              facetKey={facet.key}
              value={value}
              total={total}
              isChecked={checked.includes(value)}
              onToggle={onToggle}
            />
          ))}
          {shown.length === 0 ? <li className={classes.none}>{t('facets.none')}</li> : null}
        </ul>
      )}
      {isFolded || (hidden === 0 && !isLong) ? null : isMany ? (
        <UnstyledButton className={classes.more} onClick={() => setOpen(true)}>
          {t('facets.all', { count: facet.values.length + facet.more })}
        </UnstyledButton>
      ) : (
        <UnstyledButton className={classes.more} onClick={() => setLong(!isLong)}>
          {isLong ? t('facets.fewer') : t('facets.more', { count: hidden })}
        </UnstyledButton>
      )}
      {isOpen ? (
        <FacetValuesDialog
          facet={facet}
          filter={filter}
          total={total}
          onToggle={onToggle}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </section>
  );
}
