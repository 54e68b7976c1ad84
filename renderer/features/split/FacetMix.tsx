import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { MixFacet, SplitName } from '../../../shared/contract/splits.ts';
import { samplesHref } from '../../data/navigation.ts';
import classes from './mix.module.css';
import { sideFilter, shareText } from './mix.ts';

type Props = { readonly facet: MixFacet; readonly sides: readonly SplitName[]; readonly isPreview: boolean };

/** One facet: a bar a side for each value, all on one scale. */
export function FacetMix({ facet, sides, isPreview }: Props) {
  const { t } = useTranslation('split');
  const most = Math.max(...facet.values.flatMap(({ shares }) => sides.map((side) => shares[side])), Number.EPSILON);
  return (
    <section className={classes.facet} aria-label={facet.title}>
      <h3>{facet.title}</h3>
      <ul>
        {facet.values.map((value) => (
          <li key={value.value} style={{ gridTemplateColumns: `112px minmax(0, 1fr) repeat(${sides.length}, 40px)` }}>
            <span className="ell" title={value.label}>
              {value.label}
            </span>
            <span className={classes.bars}>
              {sides.map((side) => (
                <SideLink key={side} value={value} side={side} isPreview={isPreview} isBar>
                  <span
                    className={classes.bar}
                    data-side={side}
                    style={{ width: `${(value.shares[side] / most) * 100}%` }}
                  />
                </SideLink>
              ))}
            </span>
            {sides.map((side) => (
              <SideLink key={side} value={value} side={side} isPreview={isPreview}>
                {shareText(value.shares[side])}
              </SideLink>
            ))}
          </li>
        ))}
      </ul>
      {facet.more > 0 ? <p className="meta">{t('mix.more', { count: facet.more })}</p> : null}
    </section>
  );
}

type LinkProps = {
  readonly value: MixFacet['values'][number];
  readonly side: SplitName;
  readonly isPreview: boolean;
  /** The number beside it is the same link; one of them is enough for the keyboard and for a screen reader. */
  readonly isBar?: boolean;
  readonly children: React.ReactNode;
};

/** Opens the samples of a value on a side; what is only previewed has none yet. */
function SideLink({ value, side, isPreview, isBar = false, children }: LinkProps) {
  const { t } = useTranslation('split');
  const className = isBar ? classes.barLink : classes.number;
  if (isPreview || value.counts[side] === 0) return <span className={className}>{children}</span>;
  const name = t('mix.cell', {
    value: value.label,
    share: `${shareText(value.shares[side])} %`,
    side: t(`inSide.${side}`),
    count: value.counts[side],
  });
  return (
    <Link
      href={samplesHref(sideFilter(value.term, side))}
      className={className}
      title={name}
      {...(isBar ? { 'aria-hidden': true, tabIndex: -1 } : { 'aria-label': name })}
    >
      {children}
    </Link>
  );
}
