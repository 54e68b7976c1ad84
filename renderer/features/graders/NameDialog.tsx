import { Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import { useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';

type Props = {
  readonly title: string;
  readonly label: string;
  readonly action: string;
  readonly initial: string;
  readonly hint?: (name: string) => string | null;
  /** One sentence on why the name cannot be taken, or null. */
  readonly problemOf: (name: string) => string | null;
  readonly onSubmit: (name: string) => void;
  readonly onClose: () => void;
};

/** Asks for one name. */
export function NameDialog({ title, label, action, initial, hint, problemOf, onSubmit, onClose }: Props) {
  const { t } = useTranslation('common');
  const [name, setName] = useState(initial);
  const [isTouched, setTouched] = useState(false);
  const problem = problemOf(name.trim());

  function submit(event: SubmitEvent): void {
    event.preventDefault();
    setTouched(true);
    if (problem !== null) return;
    onSubmit(name.trim());
    onClose();
  }
  return (
    <Modal opened onClose={onClose} title={title} size={420}>
      <form onSubmit={submit}>
        <Stack gap={16}>
          <TextInput
            label={label}
            size="md"
            value={name}
            maxLength={80}
            description={problem === null ? hint?.(name.trim()) : null}
            error={isTouched ? problem : null}
            data-autofocus
            onChange={(event) => {
              setName(event.currentTarget.value);
              setTouched(true);
            }}
          />
          <Group justify="flex-end" gap={8}>
            <Button size="md" onClick={onClose}>
              {t('actions.cancel')}
            </Button>
            <Button size="md" variant="filled" type="submit">
              {action}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
