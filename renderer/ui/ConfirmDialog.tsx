import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

type Props = {
  readonly isOpen: boolean;
  readonly title: string;
  /** Names the count and the loss. */
  readonly text: ReactNode;
  /** A verb with its object: `Purge 12 samples`. */
  readonly action: string;
  readonly isDanger?: boolean;
  readonly isPending?: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
};

/** Only for what cannot be undone. The focus starts on the safe button. */
export function ConfirmDialog({
  isOpen,
  title,
  text,
  action,
  isDanger = true,
  isPending = false,
  onConfirm,
  onClose,
}: Props) {
  const { t } = useTranslation();
  return (
    <Modal opened={isOpen} onClose={onClose} title={title} size={440}>
      <Stack gap={20}>
        <Text size="md" c="var(--text-2)">
          {text}
        </Text>
        <Group justify="flex-end" gap={8}>
          <Button size="md" onClick={onClose} data-autofocus>
            {t('actions.cancel')}
          </Button>
          <Button
            size="md"
            variant={isDanger ? 'outline' : 'filled'}
            {...(isDanger ? { color: 'var(--err)' } : {})}
            loading={isPending}
            onClick={onConfirm}
          >
            {action}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
