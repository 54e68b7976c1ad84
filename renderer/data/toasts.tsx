import { notifications } from '@mantine/notifications';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { AppError, isCancelled } from '../../shared/rpc/errors.ts';
import { errorTitle } from '../i18n/error-text.ts';
import { translate } from '../i18n/index.ts';

const STAY_MS = 6_000;

/** Shows a failure by its code: a short title, then the backend's own sentence. Cancelling is never shown. */
export function showErrorToast(error: unknown): void {
  if (isCancelled(error)) return;
  const isKnown = error instanceof AppError;
  const message = isKnown ? error.message : translate('errors:internal.message');
  const reference = isKnown && error.ref !== undefined ? ` ${translate('errors:reference', { ref: error.ref })}` : '';
  notifications.show({
    color: 'var(--err-solid)',
    icon: <IconAlertTriangle size={16} />,
    title: errorTitle(isKnown ? error.code : 'internal'),
    message: `${message}${reference}`,
    autoClose: STAY_MS * 2,
    role: 'alert',
  });
}

/** Says that something is done. For undoable changes nothing needs to be shown: they have their own toast. */
export function showToast(toast: { id?: string; title?: string; message: ReactNode }): void {
  notifications.show({
    ...(toast.id === undefined ? {} : { id: toast.id }),
    ...(toast.title === undefined ? {} : { title: toast.title }),
    color: 'var(--ok-solid)',
    icon: <IconCheck size={16} />,
    message: toast.message,
    autoClose: STAY_MS,
  });
}
