import { Button, Menu } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './duplicates.module.css';

type Props<T extends string> = {
  /** What is chosen here; the button shows the choice. */
  readonly label: string;
  readonly value: T;
  readonly options: readonly { readonly value: T; readonly label: string }[];
  readonly icon: ReactNode;
  readonly onPick: (value: T) => void;
};

/** One of a few, as a word in a line. */
export function PickMenu<T extends string>({ label, value, options, icon, onPick }: Props<T>) {
  const chosen = options.find((option) => option.value === value)?.label ?? value;
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button
          size="xs"
          variant="subtle"
          className={classes.pick}
          leftSection={icon}
          aria-label={`${label}: ${chosen}`}
        >
          {chosen}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {options.map((option) => (
          <Menu.Item
            key={option.value}
            role="menuitemradio"
            aria-checked={option.value === value}
            rightSection={option.value === value ? <IconCheck size={14} aria-hidden /> : null}
            onClick={() => onPick(option.value)}
          >
            {option.label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
