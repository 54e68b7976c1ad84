import { createServer, request as httpRequest, type Server } from 'node:http';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { App } from '../../../app/App.tsx';
import { renderWithBackend, type Rendered } from '../../../testing/render.tsx';

const open: Rendered[] = [];
const servers: Server[] = [];

afterEach(async () => {
  for (const rendered of open.splice(0)) await rendered.close();
  for (const server of servers.splice(0)) server.close();
});

async function start(path = '/collect'): Promise<Rendered> {
  const rendered = await renderWithBackend(<App />, { hasProject: false, path });
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

async function send(port: number, token: string, body: object): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'x-assay-token': token };
    const sent = httpRequest({ host: '127.0.0.1', port, path: '/v1/traces', method: 'POST', headers }, (answer) => {
      answer.resume();
      answer.on('end', () => resolve(answer.statusCode ?? 0));
    });
    sent.on('error', reject);
    sent.end(JSON.stringify(body));
  });
}

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
              traceId: 'a'.repeat(32),
              spanId: 'b'.repeat(16),
              name: 'chat bell-1',
              startTimeUnixNano: '1767225600000000000',
              endTimeUnixNano: '1767225601500000000',
              attributes: [
                text('gen_ai.operation.name', 'chat'),
                text('gen_ai.request.model', 'bell-1'),
                text('gen_ai.prompt.0.role', 'user'),
                text('gen_ai.prompt.0.content', 'Does the bell ring?'),
                text('gen_ai.completion.0.role', 'assistant'),
                text('gen_ai.completion.0.content', 'It does.'),
              ],
            },
          ],
        },
      ],
    },
  ],
};

describe('the live receiver', () => {
  test('is off at first, and its light is seen everywhere while it is on', async () => {
    const { backend } = await start();
    expect(theSwitch().checked).toBe(false);
    expect(screen.queryByRole('link', { name: /^Receiver /u })).toBeNull();

    await switchOn();
    const { otlp, token } = await backend.client.live.status({});
    expect(screen.getByText(`http://127.0.0.1:${otlp?.port}/v1/traces`)).toBeTruthy();
    expect(screen.getByRole('link', { name: `Receiver 127.0.0.1:${otlp?.port}, open Collect` })).toBeTruthy();
    expect(screen.getByRole('link', { name: /^Collect/u }).textContent).toContain('0');
    expect(
      within(screen.getByRole('link', { name: /^Collect/u })).getByRole('img', { name: 'listening' }),
    ).toBeTruthy();
    expect(token).not.toBeNull();

    expect(await send(otlp?.port ?? 0, token ?? '', TRACE)).toBe(200);
    await screen.findByText('1 span');
    fireEvent.click(screen.getByRole('button', { name: 'Pause' }));
    await screen.findByRole('button', { name: 'Resume' });
    expect(await send(otlp?.port ?? 0, token ?? '', TRACE)).toBe(200);
    await screen.findByText('Passed by while paused');

    fireEvent.click(theSwitch());
    await waitFor(() => expect(theSwitch().checked).toBe(false));
    const arrival = await screen.findByRole('link', { name: /Does the bell ring\? ?, 0 calls/u });
    expect(arrival.getAttribute('href')).toMatch(/^\/samples\?sample=\d+$/u);
    expect(screen.queryByRole('link', { name: /^Receiver /u })).toBeNull();
    // The row of its source says where it came from, and that nothing listens any more.
    const row = await screen.findByRole('row', { name: /Live: OpenTelemetry/u });
    expect(within(row).getByText(/^Not listening, since /u)).toBeTruthy();
  });

  test('says which port is taken and takes a free one instead', async () => {
    const { backend } = await start();
    const port = await portTaken();
    fireEvent.change(await screen.findByRole('textbox', { name: 'Port of the receiver' }), {
      target: { value: String(port) },
    });
    fireEvent.click(theSwitch());
    const alert = await screen.findByText(new RegExp(`^Port ${port} is in use`, 'u'));
    expect(alert.closest('[role="alert"]')).not.toBeNull();
    expect(screen.getByText('Not started')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Use free ports' }));
    await isOn();
    expect((await backend.client.live.status({})).otlp?.port).not.toBe(port);
  });

  test('shows settings with the token hidden until it is asked for', async () => {
    const { backend } = await start();
    await switchOn();
    const token = (await backend.client.live.status({})).token ?? '';
    fireEvent.click(screen.getByRole('button', { name: 'Show environment variables' }));
    const dialog = await screen.findByRole('dialog', { name: 'Settings for programs' });
    const box = await within(dialog).findByRole('group', { name: 'Settings, Environment' });
    expect(box.textContent).toContain('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT');
    expect(box.textContent).not.toContain(token);
    fireEvent.click(within(dialog).getByRole('checkbox', { name: 'Show the token' }));
    expect(box.textContent).toContain(token);
    fireEvent.click(within(dialog).getByRole('tab', { name: 'JavaScript' }));
    expect((await within(dialog).findByRole('group', { name: 'Settings, JavaScript' })).textContent).toContain(token);
  });

  test('asks before it does without a token, and does not remember that', async () => {
    const { backend } = await start();
    fireEvent.click(screen.getByRole('checkbox', { name: 'Ask for a token' }));
    const dialog = await screen.findByRole('dialog', { name: 'Collect without a token' });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Ask for a token' }).checked).toBe(true);
    fireEvent.click(screen.getByRole('checkbox', { name: 'Ask for a token' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Ask for no token' }));
    await switchOn();
    expect(await backend.client.live.status({})).toMatchObject({ on: true, token: null, needsToken: false });
    await waitFor(async () => {
      const stored = await backend.client.settings.project({});
      expect(stored['draft.live.choices']).toMatchObject({ otlp: true, otlpPort: null });
    });
    expect(JSON.stringify(await backend.client.settings.project({}))).not.toContain('oken');
  });

  test('needs something to start', async () => {
    await start();
    fireEvent.click(screen.getByRole('checkbox', { name: 'OpenTelemetry receiver' }));
    await screen.findByText('Choose the receiver, the proxy or both.');
    expect(theSwitch().disabled).toBe(true);
    fireEvent.click(screen.getByRole('checkbox', { name: 'Recording proxy' }));
    fireEvent.change(await screen.findByRole('textbox', { name: 'Address of the API' }), {
      target: { value: 'ftp://nowhere' },
    });
    fireEvent.click(theSwitch());
    await screen.findByText('Not started');
    expect(screen.getAllByRole('alert').some((alert) => /address|https?/iu.test(alert.textContent))).toBe(true);
  });
});
