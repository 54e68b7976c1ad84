import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconInfoCircle, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../i18n/format.ts';
import classes from './parts.module.css';

export type Tone = 'neutral' | 'ok' | 'warn' | 'err' | 'tool' | 'think' | 'gold' | 'accent' | 'outline';

/** A small word on a soft fill. Colour carries the meaning of the guide's table and nothing else. */
export function ToneBadge({
  tone = 'neutral',
  icon,
  children,
}: {
  tone?: Tone;
  icon?: ReactNode;
  children: ReactNode;
}) {
  return (
    <span className={classes.badge} data-tone={tone}>
      {icon}
      {children}
    </span>
  );
}

/** A count that asks for attention. */
export function CountBadge({ count }: { count: number }) {
  return <span className={classes.count}>{formatCount(count)}</span>;
}

const NOTE_ICONS = {
  neutral: IconInfoCircle,
  accent: IconInfoCircle,
  ok: IconCircleCheck,
  warn: IconAlertTriangle,
  err: IconCircleX,
} as const;

/** One fact, in place. */
export function Note({ tone = 'neutral', children }: { tone?: keyof typeof NOTE_ICONS; children: ReactNode }) {
  const Icon = NOTE_ICONS[tone];
  return (
    <div className={classes.note} data-tone={tone} role={tone === 'err' ? 'alert' : undefined}>
      <Icon aria-hidden />
      <div>{children}</div>
    </div>
  );
}

/** One term of a filter: field in grey, value in petrol, a cross to remove it. */
export function FilterChip({
  field,
  value,
  onRemove,
  removeLabel,
}: {
  field?: string;
  value: string;
  onRemove?: () => void;
  /** For chips that are no filter. */
  removeLabel?: string;
}) {
  const { t } = useTranslation();
  return (
    <span className={classes.chip}>
      {field === undefined ? null : <span className={classes.chipField}>{field}</span>}
      <span className="ell">{value}</span>
      {onRemove === undefined ? null : (
        <button
          type="button"
          className={classes.chipRemove}
          aria-label={removeLabel ?? t('removeFilter', { label: field === undefined ? value : `${field} ${value}` })}
          onClick={onRemove}
        >
          <IconX size={12} aria-hidden />
        </button>
      )}
    </span>
  );
}
