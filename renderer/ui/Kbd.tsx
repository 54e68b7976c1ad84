import classes from './parts.module.css';

/** A key as shown on a control: `Ctrl K`. Decoration: the control's `aria-keyshortcuts` speaks it. */
export function Kbd({ keys, isOnFill = false }: { keys: string; isOnFill?: boolean }) {
  return (
    <kbd className={classes.kbd} data-on-fill={isOnFill || undefined} aria-hidden>
      {keys}
    </kbd>
  );
}
