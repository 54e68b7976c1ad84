import { Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { LeakPair } from '../../../../shared/contract/splits.ts';
import { sampleRef } from '../../../../shared/model/ids.ts';

const MOST = 500;

type Props = {
  readonly pair: LeakPair;
  readonly isOpen: boolean;
  readonly onAccept: (reason: string) => void;
  readonly onClose: () => void;
};

/** Both samples stay where they are, and the package says why. */
export function AcceptDialog({ isOpen, onClose, ...rest }: Props) {
  const { t } = useTranslation('split');
  return (
    <Modal opened={isOpen} onClose={onClose} title={t('accept.title')} size={440}>
      <ReasonForm {...rest} onClose={onClose} />
    </Modal>
  );
}

function ReasonForm({ pair, onAccept, onClose }: Omit<Props, 'isOpen'>) {
  const { t } = useTranslation(['split', 'common']);
  const [reason, setReason] = useState('');
  const [isAsked, setAsked] = useState(false);
  const trimmed = reason.trim();
  const isMissing = trimmed === '';
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setAsked(true);
        if (!isMissing) onAccept(trimmed);
      }}
    >
      <Stack gap={16}>
        <Text size="md" c="var(--text-2)">
          {t('split:accept.text', { a: sampleRef(pair.a.sampleId), b: sampleRef(pair.b.sampleId) })}
        </Text>
        <Textarea
          label={t('split:accept.reason')}
          placeholder={t('split:accept.placeholder')}
          withAsterisk
          required
          autosize
          minRows={2}
          maxRows={6}
          maxLength={MOST}
          data-autofocus
          value={reason}
          error={isAsked && isMissing ? t('split:accept.missing') : null}
          onChange={(event) => setReason(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.form?.requestSubmit();
          }}
        />
        <Group justify="flex-end" gap={8}>
          <Button size="md" onClick={onClose}>
            {t('common:actions.cancel')}
          </Button>
          <Button size="md" variant="filled" type="submit">
            {t('split:accept.submit')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
