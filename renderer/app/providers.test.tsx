import { Menu, Modal } from '@mantine/core';
import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { renderWithBackend, type Rendered } from '../testing/render.tsx';

const open: Rendered[] = [];

afterEach(async () => {
  for (const rendered of open.splice(0)) await rendered.close();
});

test('the head of a dialog is no banner of the page', async () => {
  open.push(
    await renderWithBackend(
      <Modal opened onClose={() => undefined} title="Name it">
        Text
      </Modal>,
    ),
  );
  expect(await screen.findByRole('dialog', { name: 'Name it' })).toBeDefined();
  expect(screen.queryByRole('banner')).toBeNull();
});

test('menus open inside a landmark', async () => {
  open.push(
    await renderWithBackend(
      <Menu>
        <Menu.Target>
          <button type="button">More</button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item>Rename</Menu.Item>
        </Menu.Dropdown>
      </Menu>,
    ),
  );
  fireEvent.click(screen.getByRole('button', { name: 'More' }));
  const landmark = screen.getByRole('region', { name: 'Menus and messages' });
  expect(await within(landmark).findByRole('menuitem', { name: 'Rename' })).toBeDefined();
});
