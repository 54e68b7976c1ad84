import classes from './LiveLight.module.css';

type Props = {
  readonly tone: 'off' | 'ok' | 'warn' | 'err';
  /** Stands out in a list. */
  readonly hasHalo?: boolean;
  /** Breathes, unless the system asks for less motion. */
  readonly isBreathing?: boolean;
  /** Read aloud; left out where text beside it says it. */
  readonly label?: string;
};

/** A small light: something is on and at work. */
export function LiveLight({ tone, isBreathing = false, hasHalo = false, label }: Props) {
  return (
    <span
      className={classes.light}
      data-tone={tone}
      data-halo={hasHalo || undefined}
      data-breathing={isBreathing || undefined}
      {...(label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label, title: label })}
    />
  );
}
