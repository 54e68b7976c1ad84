import { UnstyledButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../i18n/format.ts';
import { VisibleText } from '../../trace/VisibleText.tsx';
import { colourOf, VALUE_COLOURS } from './palette.ts';
import { idsWhere, type MapData, type Selection } from './use-map.ts';
import classes from './map.module.css';

/** What the colours mean; each value is a switch that selects its samples. */
export function Legend({ data, selection }: { readonly data: MapData; readonly selection: Selection }) {
  const { t } = useTranslation('map');
  const values = data.values.map((value, place) => ({ ...value, place }));
  const without = idsWhere(data, 'value', -1);
  return (
    <>
      <ul className={classes.legend} aria-label={t('legend')}>
        {values.map(({ label, place }) => (
          <Entry key={place} label={label} place={place} ids={idsWhere(data, 'value', place)} selection={selection} />
        ))}
        {without.length === 0 ? null : <Entry label={t('noValue')} place={-1} ids={without} selection={selection} />}
      </ul>
      {values.length > VALUE_COLOURS.length ? <p className={`meta ${classes.line ?? ''}`}>{t('others')}</p> : null}
    </>
  );
}

type EntryProps = {
  readonly label: string;
  readonly place: number;
  readonly ids: readonly number[];
  readonly selection: Selection;
};

function Entry({ label, place, ids, selection }: EntryProps) {
  const { t } = useTranslation('map');
  const isOn = ids.length > 0 && ids.every((id) => selection.ids.has(id));
  const name = label === '' ? t('untitled') : label;
  return (
    <li>
      <UnstyledButton
        className={classes.entry}
        aria-pressed={isOn}
        aria-label={t('selectValue', { label: name, count: ids.length })}
        onClick={() => selection.toggle(ids)}
      >
        <span className={classes.swatch} style={{ background: colourOf(place) }} aria-hidden />
        <span className="ell" dir="auto">
          <VisibleText text={name} />
        </span>
        <span className="num t2">{formatCount(ids.length)}</span>
      </UnstyledButton>
    </li>
  );
}
