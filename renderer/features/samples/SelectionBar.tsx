import { ActionIcon, Button, Menu } from '@mantine/core';
import { IconCheck, IconCircleDashed, IconDots, IconEye, IconFlag, IconTag, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { BulkBar } from '../../ui/BulkBar.tsx';
import { Kbd } from '../../ui/Kbd.tsx';
import type { SampleActions } from './use-sample-actions.ts';

type SelectionBarProps = {
  readonly count: number;
  readonly actions: SampleActions;
  readonly canWrite: boolean;
  readonly onTag: () => void;
  readonly onFlag: () => void;
  readonly onClear: () => void;
};

/** What can be done with the checked rows, all at once. */
export function SelectionBar({ count, actions, canWrite, onTag, onFlag, onClear }: SelectionBarProps) {
  const { t } = useTranslation('samples');
  const button = { size: 'xs', variant: 'subtle', disabled: !canWrite } as const;
  return (
    <BulkBar count={count} onClear={onClear}>
      <Button
        {...button}
        leftSection={<IconCheck size={14} aria-hidden />}
        aria-keyshortcuts="A"
        onClick={() => actions.decide('include')}
      >
        {t('actions.accept')}
      </Button>
      <Button
        {...button}
        leftSection={<IconX size={14} aria-hidden />}
        aria-keyshortcuts="R"
        onClick={() => actions.decide('exclude')}
      >
        {t('actions.reject')}
      </Button>
      <Button {...button} leftSection={<IconTag size={14} aria-hidden />} aria-keyshortcuts="T" onClick={onTag}>
        {t('actions.tag')}
      </Button>
      <Button {...button} leftSection={<IconFlag size={14} aria-hidden />} onClick={onFlag}>
        {t('actions.flag')}
      </Button>
      <Menu position="top-end">
        <Menu.Target>
          <ActionIcon size={24} aria-label={t('actions.more')} disabled={!canWrite}>
            <IconDots size={14} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<IconCircleDashed size={14} aria-hidden />}
            onClick={() => actions.decide('undecided')}
          >
            {t('actions.undecide')}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconEye size={14} aria-hidden />}
            rightSection={<Kbd keys="W" />}
            onClick={actions.needsWork}
          >
            {t('actions.needsWork')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </BulkBar>
  );
}
