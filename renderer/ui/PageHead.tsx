import type { ReactNode } from 'react';
import classes from './parts.module.css';

type HeadProps = {
  readonly title: string;
  /** One grey fact beside the title. */
  readonly fact?: ReactNode;
  /** Between title and actions: tabs of saved views and the like. */
  readonly middle?: ReactNode;
  /** Actions, the primary one last. */
  readonly children?: ReactNode;
};

export function PageHead({ title, fact, middle, children }: HeadProps) {
  return (
    <header className={classes.pageHead}>
      <h1 className={classes.pageTitle}>{title}</h1>
      {fact === undefined ? null : <span className={classes.pageFact}>{fact}</span>}
      {middle}
      <span className={classes.spacer} />
      {children}
    </header>
  );
}

/** A whole screen: column of head, toolbar and content. `isTinted` for screens made of cards. */
export function Page({ isTinted = false, children }: { isTinted?: boolean; children: ReactNode }) {
  return (
    <div className={classes.page} data-tinted={isTinted || undefined}>
      {children}
    </div>
  );
}

export function Toolbar({
  isSmall = false,
  label,
  children,
}: {
  isSmall?: boolean;
  label: string;
  children: ReactNode;
}) {
  return (
    <div className={classes.toolbar} data-small={isSmall || undefined} role="group" aria-label={label}>
      {children}
    </div>
  );
}

/** Takes the room that is left, in any row. */
export function Spacer() {
  return <span className={classes.spacer} />;
}
