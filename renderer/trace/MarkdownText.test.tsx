import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { renderWithBackend, type Rendered } from '../testing/render.tsx';
import { MarkdownText } from './MarkdownText.tsx';

const open: Rendered[] = [];
afterEach(async () => {
  for (const rendered of open.splice(0)) await rendered.close();
});

async function show(text: string): Promise<{ opened: string[]; container: HTMLElement }> {
  const opened: string[] = [];
  const rendered = await renderWithBackend(<MarkdownText text={text} />, {
    host: { openExternal: (url) => void opened.push(url) },
  });
  open.push(rendered);
  return { opened, container: rendered.container.querySelector<HTMLElement>('[dir="auto"]')! };
}

test('draws structure, shows HTML as the text it is, and loads no image', async () => {
  const { container } = await show(
    '# Title\n\n<script>alert(1)</script> kept\n\ninline <b onclick="x()">bold</b> ![p](https://t.example/p.png)',
  );
  expect(screen.getByRole('heading', { name: 'Title' })).toBeDefined();
  expect(container.querySelector('script, b, img, iframe, style, form')).toBeNull();
  expect(container.textContent).toContain('<script>alert(1)</script> kept');
  expect(container.textContent).toContain('<b onclick="x()">bold</b>');
  expect(container.textContent).toContain('Image not loaded: https://t.example/p.png');
});

test('marks characters that would be invisible', async () => {
  await show('**pay\u202egpj.exe**');
  expect(screen.getByRole('img', { name: 'right-to-left override, U+202E' })).toBeDefined();
});

test('asks before a link opens, with the address it leads to', async () => {
  const { opened, container } = await show('[our bank](https://evil.example/login)');
  expect(container.querySelector('a')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'our bank' }));
  expect(await screen.findByText('https://evil.example/login')).toBeDefined();
  expect(opened).toEqual([]);
  fireEvent.click(screen.getByRole('button', { name: 'Open in the browser' }));
  await waitFor(() => expect(opened).toEqual(['https://evil.example/login']));
});

test('offers to open http, https and mailto only', async () => {
  await show('[run](javascript:alert(1)) [file](file:///etc/passwd)');
  fireEvent.click(screen.getByRole('button', { name: 'run' }));
  expect(await screen.findByText('javascript:alert(1)')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Open in the browser' })).toBeNull();
});
