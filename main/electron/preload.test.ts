import * as electron from 'electron';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { createFakeElectron } from './testing/fake-electron.ts';

vi.mock('electron', async () => (await import('./testing/fake-electron.ts')).createFakeElectron());
const fake = electron as unknown as ReturnType<typeof createFakeElectron>;

type Host = Record<
  'openExternal' | 'pickFiles' | 'reveal' | 'takeDropped' | 'onCommand',
  (argument: unknown) => unknown
>;
const postMessage = vi.fn();
let host: Host;
let names: unknown[] = [];

beforeAll(async () => {
  vi.stubGlobal('window', { postMessage });
  vi.stubGlobal('location', { origin: 'app://assay' });
  await import('./preload.ts');
  names = fake.contextBridge.exposeInMainWorld.mock.calls.map(([name]: unknown[]) => name);
  host = fake.contextBridge.exposeInMainWorld.mock.calls[0]![1] as Host;
});

describe('the preload script', () => {
  it('gives the page nine names, none of which is Electron’s', () => {
    expect(names).toEqual(['assayHost']);
    expect(Object.keys(host)).toEqual([
      'platform',
      'requestPort',
      'pickFiles',
      'takeDropped',
      'pickSaveTarget',
      'openExternal',
      'reveal',
      'setMenuState',
      'onCommand',
    ]);
  });

  it('passes calls to their own channel and refuses other kinds of arguments', async () => {
    await host.openExternal('https://example.org/');
    await host.pickFiles({ purpose: 'open' });
    expect(fake.ipcRenderer.invoke.mock.calls).toEqual([
      ['assay:openExternal', 'https://example.org/'],
      ['assay:pickFiles', { purpose: 'open' }],
    ]);
    await expect(host.reveal({ toString: () => 'x' })).rejects.toThrow(TypeError);
  });

  it('asks the system where dropped files lie, and passes over files that a script made', async () => {
    await host.takeDropped([{ path: '/a' }, { path: '' }]);
    expect(fake.ipcRenderer.invoke.mock.calls).toEqual([['assay:takeDropped', ['/a']]]);
  });

  it('hands the port to its own page only', () => {
    const ports = [{}];
    fake.ipcRenderer.emit('assay:port', { ports }, { nonce: 'n' });
    expect(postMessage.mock.calls).toEqual([[{ type: 'assay:port', nonce: 'n' }, 'app://assay', ports]]);
  });

  it('tells the page which command was chosen until it stops listening', () => {
    const listener = vi.fn();
    const stop = host.onCommand(listener) as () => void;
    fake.ipcRenderer.emit('assay:command', {}, 'project.open');
    fake.ipcRenderer.emit('assay:command', {}, { not: 'a text' });
    stop();
    fake.ipcRenderer.emit('assay:command', {}, 'project.open');
    expect(listener.mock.calls).toEqual([['project.open']]);
  });
});
