import type { ReactNode } from 'react';
import classes from './SettingsPage.module.css';

export function SettingSection({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section id={`settings-${id}`} aria-labelledby={`settings-${id}-title`}>
      <h2 id={`settings-${id}-title`} className={classes.sectionTitle}>
        {title}
      </h2>
      <div className={classes.card}>{children}</div>
    </section>
  );
}

type RowProps = {
  readonly title: string;
  readonly hint: ReactNode;
  /** Of the control, when it is a field. */
  readonly controlId?: string;
  readonly aside?: ReactNode;
  /** Below, over the whole width. */
  readonly children?: ReactNode;
};

export function SettingRow({ title, hint, controlId, aside, children }: RowProps) {
  return (
    <div className={classes.row}>
      <div className={classes.rowText}>
        {controlId === undefined ? <b>{title}</b> : <label htmlFor={controlId}>{title}</label>}
        <span>{hint}</span>
      </div>
      <div className={classes.rowAside}>{aside}</div>
      {children}
    </div>
  );
}
