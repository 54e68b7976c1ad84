import * as electron from 'electron';
import type { MessagePortMain } from 'electron';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { backendEnvironment, createRestartPolicy, startBackendProcess } from './backend-process.ts';
import type { createFakeElectron } from './testing/fake-electron.ts';

vi.mock('electron', async () => (await import('./testing/fake-electron.ts')).createFakeElectron());
const fake = electron as unknown as ReturnType<typeof createFakeElectron>;

let clock = 0;
const gaveUp = vi.fn();

beforeEach(() => {
  vi.clearAllMocks();
  fake.utilityProcess.children.length = 0;
  clock = 0;
});

function start() {
  const env = { PATH: '/bin', NODE_OPTIONS: '--require evil' };
  return startBackendProcess({ entry: '/app/backend-entry.js', env, now: () => clock, gaveUp });
}

describe('the engine process', () => {
  it('inherits an allow-list and nothing that changes how Node or Electron run', () => {
    const env = {
      ...{
        PATH: '/bin',
        Path: 'C:\\',
        HOME: '/h',
        LANG: 'de_DE',
        LC_ALL: 'C',
        XDG_DATA_HOME: '/x',
        ASSAY_DATA_DIR: '/d',
        SystemRoot: 'C:\\W',
      },
      ...{
        NODE_OPTIONS: '-r x',
        ELECTRON_RUN_AS_NODE: '1',
        HTTP_PROXY: 'p',
        https_proxy: 'p',
        LD_PRELOAD: 'x',
        OPENAI_API_KEY: 'k',
        GONE: undefined,
      },
    };
    expect(Object.keys(backendEnvironment(env))).toEqual([
      'PATH',
      'Path',
      'HOME',
      'LANG',
      'LC_ALL',
      'XDG_DATA_HOME',
      'ASSAY_DATA_DIR',
      'SystemRoot',
    ]);
  });

  it('is forked under its name with that environment', () => {
    start();
    expect(fake.utilityProcess.fork.mock.calls).toEqual([
      ['/app/backend-entry.js', [], { serviceName: 'Assay engine', env: { PATH: '/bin' }, stdio: 'inherit' }],
    ]);
  });

  it('gets a window’s port with what its session starts with', () => {
    const port = {} as MessagePortMain;
    start().connect(port, { host: 'electron', openPath: '/a.assay' });
    expect(fake.utilityProcess.children[0]!.postMessage.mock.calls).toEqual([
      [{ type: 'connect', session: { host: 'electron', openPath: '/a.assay' } }, [port]],
    ]);
  });

  it('answers what it was asked, by id and not by order', async () => {
    const backend = start();
    const child = fake.utilityProcess.children[0]!;
    const first = backend.registerPath('/a', 'open');
    const second = backend.registerPath('/b', 'save');
    child.emit('message', { id: 2, value: 'B' });
    child.emit('message', 'noise');
    child.emit('message', { id: 1, error: 'There is no file /a.' });
    expect(await second).toBe('B');
    await expect(first).rejects.toThrow('There is no file /a.');
  });

  it('fails what was being asked when it dies, and is started again', async () => {
    const backend = start();
    const asked = backend.takeDownload('x');
    fake.utilityProcess.children[0]!.emit('exit', 139);
    await expect(asked).rejects.toThrow('ended before it answered');
    expect(fake.utilityProcess.children).toHaveLength(2);
    void backend.takeDownload('y').catch(() => undefined);
    expect(fake.utilityProcess.children[1]!.postMessage).toHaveBeenCalledOnce();
  });

  it('is started again three times in five minutes, then not', () => {
    start();
    for (let death = 0; death < 4; death += 1) fake.utilityProcess.children.at(-1)!.emit('exit', 1);
    expect(fake.utilityProcess.children).toHaveLength(4);
    expect(gaveUp).toHaveBeenCalledOnce();
  });

  it('may be started again once the deaths are long ago', () => {
    const mayRestart = createRestartPolicy(() => clock);
    expect([mayRestart(), mayRestart(), mayRestart(), mayRestart()]).toEqual([true, true, true, false]);
    clock = 5 * 60_000;
    expect(mayRestart()).toBe(true);
  });

  it('is asked to close, and not started again after that', async () => {
    const backend = start();
    const child = fake.utilityProcess.children[0]!;
    const closed = backend.close();
    expect(child.postMessage).toHaveBeenLastCalledWith({ type: 'close' });
    child.emit('exit', 0);
    await closed;
    expect(fake.utilityProcess.children).toHaveLength(1);
    expect(child.kill).not.toHaveBeenCalled();
  });
});
