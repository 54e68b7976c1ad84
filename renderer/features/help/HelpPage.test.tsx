import { readdirSync } from 'node:fs';
import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { FLAG_RULES } from '../../../shared/model/flag-rules.ts';
import { App } from '../../app/App.tsx';
import { renderWithBackend, type Rendered } from '../../testing/render.tsx';
import { TOPICS, topicOfLink } from './topics.ts';

const open: Rendered[] = [];

afterEach(async () => {
  for (const rendered of open.splice(0)) await rendered.close();
});

test('every page of the manual is a topic, and every link in one leads to another', () => {
  const files = readdirSync('resources/help').filter((name) => name.endsWith('.md'));
  expect(TOPICS.map(({ name }) => `${name}.md`).toSorted()).toEqual(files.toSorted());
  const links = TOPICS.flatMap(({ text }) => [...text.matchAll(/\]\(([^)]+)\)/gu)].map(([, href = '']) => href));
  expect(links.length).toBeGreaterThan(0);
  expect(links.filter((href) => topicOfLink(href) === null)).toEqual([]);
});

test('the manual explains every flag in the words of the app', () => {
  const page = TOPICS.find(({ name }) => name === 'flags')?.text ?? '';
  for (const { title, advice } of FLAG_RULES) {
    expect(page).toContain(`| ${title} `);
    expect(page).toContain(advice);
  }
});

test('F1 opens the manual inside the app, also from its menu, and its links turn the pages', async () => {
  const rendered = await renderWithBackend(<App />, { hasProject: false, path: '/history' });
  open.push(rendered);
  await screen.findByRole('button', { name: /Project menu/u });
  fireEvent.keyDown(document.body, { key: 'F1', code: 'F1' });
  const page = await screen.findByRole('article', { name: 'Getting started' });
  fireEvent.click(within(page).getByRole('button', { name: 'Filters' }));
  const filters = await screen.findByRole('article', { name: 'Filters' });
  expect(within(filters).getAllByRole('table').length).toBeGreaterThan(2);
  expect(filters.textContent).not.toContain('<br>');
  expect(filters.textContent).not.toContain('<!--');
  fireEvent.click(screen.getByRole('button', { name: /Project menu/u }));
  expect(await screen.findByRole('menuitem', { name: /^Open help/u })).toBeDefined();
});
