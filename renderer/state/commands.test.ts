import { expect, test, vi } from 'vitest';
import { createCommandRegistry, type Command } from './commands.tsx';

function command(id: string, extra: Partial<Command> = {}): Command {
  return { id, titleKey: 'shell:commands.palette', run: () => undefined, ...extra };
}

test('new closures for the same commands run without the lists being told again', () => {
  const registry = createCommandRegistry();
  const listener = vi.fn();
  registry.subscribe(listener);
  const first = vi.fn();
  const second = vi.fn();
  registry.set('page', [command('a.b', { run: first })]);
  registry.set('page', [command('a.b', { run: second })]);
  registry.getAll()[0]?.run();
  expect([listener, first, second].map((mock) => mock.mock.calls.length)).toEqual([1, 0, 1]);
});

test('the lists are told when a command becomes possible, is named anew or goes away', () => {
  const registry = createCommandRegistry();
  const listener = vi.fn();
  registry.subscribe(listener);
  registry.set('page', [command('a.b', { when: () => false })]);
  expect(registry.getAll()[0]?.when?.()).toBe(false);
  registry.set('page', [command('a.b', { when: () => true })]);
  expect(registry.getAll()[0]?.when?.()).toBe(true);
  registry.set('page', [command('a.b', { titleValues: { count: 3 } })]);
  registry.set('page', null);
  expect(registry.getAll()).toEqual([]);
  expect(listener).toHaveBeenCalledTimes(4);
});

test('the same id offered by a page covers the app’s until the page goes', () => {
  const registry = createCommandRegistry();
  const app = vi.fn();
  const page = vi.fn();
  registry.set('app', [command('a.b', { run: app }), command('a.c')]);
  registry.set('page', [command('a.b', { run: page })]);
  expect(registry.getAll().map(({ id }) => id)).toEqual(['a.b', 'a.c']);
  registry.getAll()[0]?.run();
  registry.set('page', null);
  registry.getAll()[0]?.run();
  expect([page.mock.calls.length, app.mock.calls.length]).toEqual([1, 1]);
});
