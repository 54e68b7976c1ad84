import { createElement } from 'react';
import { useTranslation } from 'react-i18next';
import type { PrivateKind } from '../../../shared/model/privacy.ts';
import { KIND_ICONS } from './kinds.ts';
import classes from './privacy.module.css';

/** A kind by icon and word. */
export function KindName({ kind }: { readonly kind: PrivateKind }) {
  const { t } = useTranslation('privacy');
  return (
    <span className={classes.kindName}>
      {createElement(KIND_ICONS[kind], { size: 14, stroke: 1.9, 'aria-hidden': true, className: 't3' })}
      <span className="ell">{t(`kinds.${kind}`)}</span>
    </span>
  );
}

/** What a value is shown as: the same token everywhere in the project. */
export function Token({ text }: { readonly text: string }) {
  return <span className={classes.token}>{text}</span>;
}
