import { cleanup, fireEvent, render } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { CommandProvider, useCommands, type Command } from '../state/commands.tsx';
import { CommandKeys } from './CommandKeys.tsx';

afterEach(cleanup);

function Offer({ commands }: { commands: readonly Command[] }) {
  useCommands(commands);
  return null;
}

function setUp(app: readonly Command[], page: readonly Command[] = []) {
  const { container } = render(
    <CommandProvider>
      <Offer commands={app} />
      <Offer commands={page} />
      <CommandKeys />
      <input aria-label="field" />
      <div role="dialog" aria-modal="true">
        <button type="button">in dialog</button>
      </div>
    </CommandProvider>,
  );
  const press = (init: KeyboardEventInit, target: Element = document.body): void => {
    fireEvent.keyDown(target, init);
    fireEvent.keyUp(target, init);
  };
  return { press, field: container.querySelector('input')!, inDialog: container.querySelector('button')! };
}

function command(id: string, keys: string, extra: Partial<Command> = {}): Command & { run: ReturnType<typeof vi.fn> } {
  return { id, titleKey: 'shell:commands.palette', keys: [keys], run: vi.fn(), ...extra } as never;
}

test('a letter acts on the page and types in a field', () => {
  const accept = command('samples.accept', 'a');
  const { press, field } = setUp([accept]);
  press({ key: 'a', code: 'KeyA' });
  press({ key: 'a', code: 'KeyA' }, field);
  expect(accept.run).toHaveBeenCalledOnce();
});

test('combinations with Ctrl act in fields too, but undo there stays the field’s own', () => {
  const palette = command('palette.open', 'mod+k');
  const undo = command('history.undo', 'mod+z');
  const { press, field } = setUp([palette, undo]);
  press({ key: 'k', code: 'KeyK', ctrlKey: true }, field);
  press({ key: 'z', code: 'KeyZ', ctrlKey: true }, field);
  expect(palette.run).toHaveBeenCalledOnce();
  expect(undo.run).not.toHaveBeenCalled();
  press({ key: 'z', code: 'KeyZ', ctrlKey: true });
  expect(undo.run).toHaveBeenCalledOnce();
});

test('letters go by what the layout types, digits by their place', () => {
  const undo = command('history.undo', 'mod+z');
  const first = command('view.collect', 'mod+1');
  const { press } = setUp([undo, first]);
  // A German and a French keyboard.
  press({ key: 'z', code: 'KeyY', ctrlKey: true });
  press({ key: '&', code: 'Digit1', ctrlKey: true });
  expect(undo.run).toHaveBeenCalledOnce();
  expect(first.run).toHaveBeenCalledOnce();
});

test('a sign is found wherever the layout has it', () => {
  const help = command('help.shortcuts', '?');
  const { press } = setUp([help]);
  press({ key: '?', code: 'Minus', shiftKey: true });
  expect(help.run).toHaveBeenCalledOnce();
});

test('nothing acts behind an open dialog', () => {
  const palette = command('palette.open', 'mod+k');
  const { press, inDialog } = setUp([palette]);
  press({ key: 'k', code: 'KeyK', ctrlKey: true }, inDialog);
  expect(palette.run).not.toHaveBeenCalled();
});

test('the page’s command wins over the app’s for the same key, and one that is not possible does nothing', () => {
  const app = command('app.thing', 'f8');
  const page = command('graders.nextProblem', 'f8');
  const never = command('graders.save', 'mod+s', { when: () => false });
  const { press } = setUp([app], [page, never]);
  press({ key: 'F8', code: 'F8' });
  press({ key: 's', code: 'KeyS', ctrlKey: true });
  expect(page.run).toHaveBeenCalledOnce();
  expect(app.run).not.toHaveBeenCalled();
  expect(never.run).not.toHaveBeenCalled();
});
