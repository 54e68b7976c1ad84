import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconCheck } from '@tabler/icons-react';
import { formatKeys } from '../state/keys.ts';
import { markedText } from '../trace/visible-text.ts';
import { Kbd } from '../ui/Kbd.tsx';
import classes from './action-toast.module.css';

/** One toast for the newest action: an older one would offer to take back something that is no longer the last change. */
const TOAST = 'action';
const STAY_MS = 6_000;
const IS_MAC = /mac/i.test(navigator.userAgent);

export type ActionToast = {
  readonly message: string;
  readonly action?: { readonly label: string; readonly keys: string; readonly run: () => void };
};

export function showActionToast({ message, action }: ActionToast): void {
  notifications.hide(TOAST);
  notifications.show({
    id: TOAST,
    autoClose: STAY_MS,
    icon: <IconCheck size={14} color="var(--ok)" />,
    classNames: { root: classes.root, icon: classes.icon, body: classes.body },
    message: (
      <span className={classes.content}>
        <span className={classes.message}>{markedText(message)}</span>
        {action === undefined ? null : (
          <Button
            size="xs"
            variant="subtle"
            onClick={action.run}
            rightSection={<Kbd keys={formatKeys(action.keys, IS_MAC)} />}
          >
            {action.label}
          </Button>
        )}
      </span>
    ),
  });
}

export function hideActionToast(): void {
  notifications.hide(TOAST);
}
