import type { ReactNode } from 'react';
import classes from './EmptyState.module.css';

type Props = {
  readonly icon?: ReactNode;
  readonly tone?: 'neutral' | 'ok' | 'warn' | 'err';
  readonly title: string;
  readonly text?: ReactNode;
  /** Up to three ways on. */
  readonly children?: ReactNode;
};

/** What goes here and how to fill it, or what was done and what comes next. */
export function EmptyState({ icon, tone = 'neutral', title, text, children }: Props) {
  return (
    <div className={classes.root}>
      {icon === undefined ? null : (
        <span className={classes.icon} data-tone={tone} aria-hidden>
          {icon}
        </span>
      )}
      <h2 className={classes.title}>{title}</h2>
      {text === undefined ? null : <p className={classes.text}>{text}</p>}
      {children === undefined || children === null ? null : <div className={classes.actions}>{children}</div>}
    </div>
  );
}
