import { closeSync, openSync, writeSync } from 'node:fs';
import { createServer, request as httpRequest, type Server } from 'node:http';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import type { TestBackend } from '../../../../main/backend/testing/backend.ts';
import { App } from '../../../app/App.tsx';
import { renderWithBackend, type Rendered } from '../../../testing/render.tsx';

const open: Rendered[] = [];
const servers: Server[] = [];

afterEach(async () => {
  for (const rendered of open.splice(0)) await rendered.close();
  for (const server of servers.splice(0)) server.close();
});

async function start(path = '/collect', prepare?: (backend: TestBackend) => Promise<void>): Promise<Rendered> {
  const options = { hasProject: false, path, ...(prepare === undefined ? {} : { prepare }) };
  const rendered = await renderWithBackend(<App />, options);
  open.push(rendered);
  await screen.findByRole('switch', { name: 'Live receiver' });
  return rendered;
}
const theSwitch = (): HTMLInputElement => screen.getByRole('switch', { name: 'Live receiver' });
const isOn = async (): Promise<void> => waitFor(() => expect(theSwitch().checked).toBe(true));

/** The switch takes what was chosen; any free port, since tests run side by side. */
async function switchOn(): Promise<void> {
  fireEvent.change(await screen.findByRole('textbox', { name: 'Port of the receiver' }), { target: { value: '' } });
  fireEvent.click(theSwitch());
  await isOn();
}

async function portTaken(): Promise<number> {
  const server = createServer();
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

async function send(port: number, token: string, prompt = 'Does the bell ring?'): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'x-assay-token': token };
    const sent = httpRequest({ host: '127.0.0.1', port, path: '/v1/traces', method: 'POST', headers }, (answer) => {
      answer.resume();
      answer.on('end', () => resolve(answer.statusCode ?? 0));
    });
    sent.on('error', reject);
    sent.end(JSON.stringify(traceOf(prompt)));
  });
}

/** A project of a version to come is read-only. A SQLite file keeps `user_version` in four bytes from the sixtieth on. */
async function makeNewer({ client, projectPath }: TestBackend): Promise<void> {
  await client.projects.close({});
  const handle = openSync(projectPath, 'r+');
  writeSync(handle, new Uint8Array([0, 0, 0x27, 0x0f]), 0, 4, 60);
  closeSync(handle);
}

const text = (key: string, stringValue: string) => ({ key, value: { stringValue } });
const traceOf = (prompt: string) => ({
  resourceSpans: [
    {
      resource: { attributes: [text('service.name', 'shop')] },
      scopeSpans: [
        {
          scope: { name: 's' },
          spans: [
            {
              traceId: 'a'.repeat(32),
              spanId: 'b'.repeat(16),
              name: 'chat bell-1',
              startTimeUnixNano: '1767225600000000000',
              endTimeUnixNano: '1767225601500000000',
              attributes: [
                text('gen_ai.operation.name', 'chat'),
                text('gen_ai.request.model', 'bell-1'),
                text('gen_ai.prompt.0.role', 'user'),
                text('gen_ai.prompt.0.content', prompt),
                text('gen_ai.completion.0.role', 'assistant'),
                text('gen_ai.completion.0.content', 'It does.'),
              ],
            },
          ],
        },
      ],
    },
  ],
});

describe('the live receiver', () => {
  test('is off at first, and its light is seen everywhere while it is on', async () => {
    const { backend } = await start();
    expect(theSwitch().checked).toBe(false);
    expect(screen.queryByRole('link', { name: /^Receiver /u })).toBeNull();

    await switchOn();
    const status = await backend.client.live.status({});
    const { port = 0, url = '' } = status.otlp ?? {};
    const token = status.token ?? '';
    expect(screen.getByText(url)).toBeTruthy();
    expect(screen.getByRole('link', { name: `Receiver 127.0.0.1:${port}, open Collect` })).toBeTruthy();
    const place = screen.getByRole('link', { name: /^Collect/u });
    expect(within(place).getByRole('img', { name: 'listening' })).toBeTruthy();

    expect(await send(port, token)).toBe(200);
    await screen.findByText('1 span');
    fireEvent.click(screen.getByRole('button', { name: 'Pause' }));
    await screen.findByRole('button', { name: 'Resume' });
    expect(await send(port, token)).toBe(200);
    await screen.findByText('Passed by while paused');

    fireEvent.click(theSwitch());
    await waitFor(() => expect(theSwitch().checked).toBe(false));
    const arrival = await screen.findByRole('link', { name: /Does the bell ring\?, 0 calls/u });
    expect(arrival.getAttribute('href')).toMatch(/^\/samples\?sample=\d+$/u);
    expect(screen.queryByRole('link', { name: /^Receiver /u })).toBeNull();
    // The row of its source says where it came from, and that nothing listens any more.
    const row = await screen.findByRole('row', { name: /Live: OpenTelemetry/u });
    expect(within(row).getByText(/^Not listening\. First record /u)).toBeTruthy();
  });

  test('says what keeps it from starting, and takes a free port for one that is taken', async () => {
    const { backend } = await start();
    fireEvent.click(screen.getByRole('checkbox', { name: 'OpenTelemetry receiver' }));
    await screen.findByText('Choose the receiver, the proxy or both.');
    expect(theSwitch().disabled).toBe(true);

    fireEvent.click(screen.getByRole('checkbox', { name: 'Recording proxy' }));
    const upstream = await screen.findByRole('textbox', { name: 'Address of the API' });
    fireEvent.change(upstream, { target: { value: 'ftp://nowhere' } });
    fireEvent.click(theSwitch());
    await screen.findByText('Not started');
    expect(screen.getAllByRole('alert').some(({ textContent }) => /https?/u.test(textContent))).toBe(true);

    fireEvent.change(upstream, { target: { value: 'http://127.0.0.1:9' } });
    const port = await portTaken();
    fireEvent.change(screen.getByRole('textbox', { name: 'Port of the proxy' }), { target: { value: String(port) } });
    fireEvent.click(theSwitch());
    const alert = await screen.findByText(new RegExp(`^Port ${port} is in use`, 'u'));
    expect(alert.closest('[role="alert"]')).not.toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Use free ports' }));
    await isOn();
    expect(await backend.client.live.status({})).toMatchObject({
      otlp: null,
      proxy: { upstream: 'http://127.0.0.1:9/v1' },
    });
    expect((await backend.client.live.status({})).proxy?.port).not.toBe(port);
  });

  test('asks before it does without a token, does not remember that, and hides a token until it is asked for', async () => {
    const { backend } = await start();
    const needsToken = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Ask for a token' });
    fireEvent.click(needsToken);
    fireEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
    expect(needsToken.checked).toBe(true);
    fireEvent.click(needsToken);
    fireEvent.click(await screen.findByRole('button', { name: 'Ask for no token' }));
    await switchOn();
    expect(await backend.client.live.status({})).toMatchObject({ on: true, token: null, needsToken: false });
    fireEvent.click(theSwitch());
    await waitFor(() => expect(theSwitch().checked).toBe(false));
    await waitFor(async () => {
      const { 'draft.live.choices': stored } = await backend.client.settings.project({});
      expect(stored).toEqual(expect.objectContaining({ otlp: true, otlpPort: null }));
      expect(JSON.stringify(stored)).not.toContain('oken');
    });

    fireEvent.click(screen.getByRole('checkbox', { name: 'Ask for a token' }));
    fireEvent.click(theSwitch());
    await isOn();
    const token = (await backend.client.live.status({})).token ?? '';
    fireEvent.click(screen.getByRole('button', { name: 'Show environment variables' }));
    const box = await screen.findByRole('group', { name: 'Settings, Environment' });
    expect(box.textContent).toContain('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT');
    expect(box.textContent).not.toContain(token);
    fireEvent.click(screen.getByRole('checkbox', { name: 'Show the token' }));
    expect(box.textContent).toContain(token);
    fireEvent.click(screen.getByRole('tab', { name: 'JavaScript' }));
    expect((await screen.findByRole('group', { name: 'Settings, JavaScript' })).textContent).toContain(token);
  });

  test('follows what is switched elsewhere, warns of a full buffer, and stops when another project is opened', async () => {
    const { backend } = await start();
    const { otlp, token } = await backend.client.live.start({ otlp: { port: null }, limitMb: 1 });
    await isOn();
    expect(await send(otlp?.port ?? 0, token ?? '', 'x'.repeat(900_000))).toBe(200);
    await screen.findByText(/^The buffer is nearly full/u);
    expect(screen.getByText('0.9 of 1 MB').className).toContain('c-warn');
    fireEvent.keyDown(document.body, { key: 'n', ctrlKey: true });
    const dialog = await screen.findByRole('dialog', { name: 'New project' });
    fireEvent.change(within(dialog).getByRole('textbox', { name: 'Name' }), { target: { value: 'Next' } });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Create project' }));
    await screen.findByText('The live receiver was stopped. What it received is in its project.');
    expect(await backend.client.live.status({})).toMatchObject({ on: false });
    expect(screen.queryByRole('link', { name: /^Receiver /u })).toBeNull();
  });

  test('cannot be switched in a project that is read-only, and says so', async () => {
    await start('/collect', makeNewer);
    await screen.findByText('This project is read-only, so nothing can be collected into it.');
    expect(theSwitch().disabled).toBe(true);
  });
});
