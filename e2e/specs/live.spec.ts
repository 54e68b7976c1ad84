import { createServer, request as httpRequest, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, test as base } from '../fixtures/web-host.ts';
import { liveOf } from '../pages/live.ts';
import { samplesOf } from '../pages/samples.ts';
import { shellOf } from '../pages/shell.ts';
import { welcomeOf } from '../pages/welcome.ts';

type Upstream = { readonly url: string; readonly keys: readonly (string | undefined)[] };

/** A model on this machine that knows one answer. */
const test = base.extend<{ readonly upstream: Upstream }>({
  upstream: async ({}, use) => {
    const keys: (string | undefined)[] = [];
    const server = createServer((request, response) => {
      request.resume().on('end', () => {
        keys.push(request.headers.authorization);
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end(
          JSON.stringify({
            id: 'chatcmpl-1',
            object: 'chat.completion',
            created: 1_767_225_600,
            model: 'bell-1',
            choices: [{ index: 0, message: { role: 'assistant', content: 'Two kilograms.' }, finish_reason: 'stop' }],
            usage: { prompt_tokens: 5, completion_tokens: 3, total_tokens: 8 },
          }),
        );
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    // A server that listens on a port has one.
    const { port } = server.address() as AddressInfo;
    await use({ url: `http://127.0.0.1:${port}/v1`, keys });
    server.closeAllConnections();
    server.close();
  },
});

const text = (key: string, stringValue: string) => ({ key, value: { stringValue } });
const TRACE = {
  resourceSpans: [
    {
      resource: { attributes: [text('service.name', 'shop')] },
      scopeSpans: [
        {
          scope: { name: 's' },
          spans: [
            {
              traceId: 'c0ffee00'.repeat(4),
              spanId: 'c0ffee00'.repeat(2),
              name: 'chat bell-1',
              startTimeUnixNano: '1767225600000000000',
              endTimeUnixNano: '1767225602500000000',
              attributes: [
                text('gen_ai.operation.name', 'chat'),
                text('gen_ai.request.model', 'bell-1'),
                text('gen_ai.prompt.0.role', 'user'),
                text('gen_ai.prompt.0.content', 'Does the bell ring?'),
                text('gen_ai.completion.0.role', 'assistant'),
                text('gen_ai.completion.0.content', 'It rings twice.'),
              ],
            },
          ],
        },
      ],
    },
  ],
};

async function post(address: string, body: object, headers: Readonly<Record<string, string>> = {}): Promise<number> {
  const answered = Promise.withResolvers<IncomingMessage>();
  const sent = httpRequest(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
  });
  sent.on('response', answered.resolve).on('error', answered.reject);
  sent.end(JSON.stringify(body));
  const answer = await answered.promise;
  answer.resume();
  return answer.statusCode ?? 0;
}

/** What a person copies from the settings, as the programs get it. */
async function settings(page: Page): Promise<{ otlp: string; token: string; proxy: string }> {
  const { pane } = liveOf(page);
  await pane.getByRole('button', { name: 'Show environment variables' }).click();
  const dialog = page.getByRole('dialog', { name: 'Settings for programs' });
  const box = dialog.getByRole('group', { name: 'Settings, Environment' });
  await expect(box).toContainText('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT');
  await expect(box).toContainText('x-assay-token=••••');
  await expect(dialog).toBeVisible();
  expect(await faults(page, '[role="dialog"]')).toEqual([]);
  await dialog.getByRole('checkbox', { name: 'Show the token' }).check();
  await expect(box).not.toContainText('••••');
  const shell = (await box.textContent()) ?? '';
  // The words of the control lie over the radio itself.
  await dialog.getByText('Proxy', { exact: true }).click();
  await expect(box).toContainText('OPENAI_BASE_URL');
  const proxied = (await box.textContent()) ?? '';
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  const value = (from: string, pattern: RegExp): string => pattern.exec(from)?.[1] ?? '';
  return {
    otlp: value(shell, /TRACES_ENDPOINT=(\S+)/),
    token: value(shell, /TRACES_HEADERS=x-assay-token=(\S+)/),
    proxy: value(proxied, /OPENAI_BASE_URL=(\S+)/),
  };
}

async function faults(page: Page, part: string): Promise<readonly string[]> {
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    .include(part)
    .analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}

test('what programs send while they run arrives, and what a page sends is refused', async ({
  page,
  host,
  upstream,
  guard,
}) => {
  const [live, shell] = [liveOf(page), shellOf(page)];
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(host.link);
  await welcomeOf(page).newProject.click();
  const dialog = page.getByRole('dialog', { name: 'New project' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Bells');
  await dialog.getByRole('button', { name: 'Create project' }).click();
  await shell.goTo('Collect');

  await expect(live.light).toHaveText('Off');
  await live.choose({ upstream: upstream.url });
  await live.switch.focus();
  await page.keyboard.press('Space');
  await expect(live.light).toHaveText('Listening');
  await expect(shell.status.getByRole('link', { name: /^Receiver 127\.0\.0\.1:\d+, proxy / })).toBeVisible();
  await expect(shell.place('Collect').getByRole('img', { name: 'listening' })).toBeVisible();

  const { otlp, token, proxy } = await settings(page);
  expect(await post(otlp, TRACE)).toBe(401);
  expect(await post(otlp, TRACE, { 'x-assay-token': token })).toBe(200);
  const messages = [{ role: 'user', content: 'How heavy is it?' }];
  const key = { authorization: 'Bearer sk-of-the-caller' };
  expect(await post(`${proxy}/chat/completions`, { model: 'bell-1', messages }, key)).toBe(200);
  expect(upstream.keys).toEqual(['Bearer sk-of-the-caller']);
  await expect(live.pane.getByText('1 span, 1 call')).toBeVisible();

  // The page's own policy lets it ask nobody else, so this is a page of another program, with all it could know.
  guard.allowOrigin(new URL(otlp).origin);
  guard.allowOrigin(new URL(upstream.url).origin);
  guard.expectError(/CORS policy|Failed to load resource|preflight/);
  const foreign = await page.context().newPage();
  await foreign.goto(`${upstream.url}/page`);
  const answer = await foreign.evaluate(
    async ([address, body]) => {
      try {
        await fetch(address, { method: 'POST', body });
        return 'answered';
      } catch {
        return 'refused';
      }
    },
    [otlp, JSON.stringify(TRACE)] as const,
  );
  expect(answer).toBe('refused');
  await foreign.close();
  const refused = live.pane.getByRole('term').filter({ hasText: 'Refused' }).locator('xpath=..');
  await expect(refused).toContainText(/Refused[23]/);
  await expect(live.pane.getByText('1 span, 1 call')).toBeVisible();

  await expect(live.arrival(/Does the bell ring\?, 0 calls/)).toBeVisible();
  await expect(live.arrival(/How heavy is it\?, 0 calls/)).toBeVisible();
  await expect(page.getByRole('row', { name: /^Live: OpenTelemetry Live 127/ })).toBeVisible();
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
    expect(await faults(page, '[data-pane="live"]')).toEqual([]);
  }

  // Narrow, it lies over the sources and goes with Esc.
  await page.setViewportSize({ width: 1100, height: 800 });
  await expect(live.pane).toHaveCount(0);
  const show = page.getByRole('button', { name: 'Show the live receiver' });
  await show.click();
  await expect(live.pane).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(live.pane).toHaveCount(0);
  await expect(show).toBeFocused();
  await page.setViewportSize({ width: 1440, height: 900 });

  await live.pane.getByRole('button', { name: 'Pause' }).click();
  await expect(live.light).toHaveText('Paused');
  await live.arrival(/Does the bell ring/).click();
  await expect(samplesOf(page).viewer.getByText('It rings twice.')).toBeVisible();

  await page.keyboard.press('Control+k');
  await page.keyboard.type('Stop live receiver');
  const palette = page.getByRole('dialog', { name: 'Command palette' });
  await expect(palette.locator('[data-selected]')).toContainText('Stop live receiver');
  await page.keyboard.press('Enter');
  await expect(shell.status.getByRole('link', { name: /^Receiver/ })).toHaveCount(0);
  await expect(post(otlp, TRACE, { 'x-assay-token': token })).rejects.toThrow(/ECONNREFUSED/);
});
