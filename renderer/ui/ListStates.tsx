import { Button, Skeleton } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from './EmptyState.tsx';
import classes from './ListStates.module.css';

/** What `useRpcQuery` gives, as far as it is needed here. */
export type ListQuery<T> = {
  readonly data: T | undefined;
  readonly error: (Error & { readonly code?: string; readonly ref?: string | undefined }) | null;
  readonly isFetching: boolean;
  readonly refetch: () => unknown;
};
type Props<T> = {
  readonly query: ListQuery<T>;
  /** In the shape of the content; shown only after 120 ms. */
  readonly skeleton?: ReactNode;
  readonly isEmpty?: (data: T) => boolean;
  readonly empty?: ReactNode;
  readonly children: (data: T) => ReactNode;
};

/** The four states of everything that is asked: loading, error, empty, data. Old data stays while new is on its way. */
export function ListStates<T>({ query, skeleton, isEmpty, empty, children }: Props<T>) {
  const { data, error } = query;
  if (data !== undefined) {
    if (empty !== undefined && isEmpty?.(data) === true) return empty;
    return children(data);
  }
  if (error !== null) return <ErrorState error={error} onRetry={() => void query.refetch()} />;
  return <Delayed>{skeleton ?? <RowSkeleton rows={6} />}</Delayed>;
}

/** Cause, effect, way out, inside the panel that failed. */
export function ErrorState({
  error,
  onRetry,
}: {
  error: Error & { readonly code?: string; readonly ref?: string | undefined };
  onRetry?: () => void;
}) {
  const { t } = useTranslation(['common', 'errors']);
  const code = error.code ?? 'internal';
  return (
    <div role="alert">
      <EmptyState
        icon={<IconAlertTriangle size={20} />}
        tone="err"
        title={t(`errors:${code as 'internal'}.title`)}
        text={`${error.message} ${t(`errors:${code as 'internal'}.next`)}`}
      >
        {onRetry === undefined ? null : <Button onClick={onRetry}>{t('actions.retry')}</Button>}
        <span className="mono11 t3">{error.ref === undefined ? code : `${code} ${error.ref}`}</span>
      </EmptyState>
    </div>
  );
}

/** Under 120 ms nothing is shown, so quick answers do not flicker. */
export function Delayed({ children, afterMs = 120 }: { children: ReactNode; afterMs?: number }) {
  const { t } = useTranslation();
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), afterMs);
    return () => clearTimeout(timer);
  }, [afterMs]);
  if (!isShown) return null;
  return (
    <div role="status" aria-label={t('states.loading')}>
      {children}
    </div>
  );
}

export function RowSkeleton({ rows, height = 44 }: { rows: number; height?: number }) {
  return (
    <div className={classes.rows} aria-hidden>
      {Array.from({ length: rows }, (_, index) => (
        <div key={index} className={classes.row} style={{ height }}>
          <Skeleton height={12} width={`${60 + ((index * 17) % 35)}%`} animate={false} />
          {height >= 40 ? <Skeleton height={8} width={`${20 + ((index * 11) % 20)}%`} animate={false} /> : null}
        </div>
      ))}
    </div>
  );
}
