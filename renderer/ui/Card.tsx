import { useId, type ReactNode } from 'react';
import classes from './parts.module.css';

type Props = {
  readonly title: string;
  readonly badge?: ReactNode;
  readonly fact?: ReactNode;
  readonly actions?: ReactNode;
  readonly hasLine?: boolean;
  readonly className?: string | undefined;
  readonly children: ReactNode;
};

export function Card({ title, badge, fact, actions, hasLine = false, className, children }: Props) {
  const titleId = useId();
  return (
    <section
      className={className === undefined ? classes.card : `${classes.card} ${className}`}
      aria-labelledby={titleId}
    >
      <div className={classes.cardHead} data-line={hasLine || undefined}>
        <h2 id={titleId} className={classes.cardTitle}>
          {title}
        </h2>
        {badge}
        {fact === undefined ? null : <span className={classes.cardFact}>{fact}</span>}
        <span className={classes.spacer} />
        {actions}
      </div>
      {children}
    </section>
  );
}
