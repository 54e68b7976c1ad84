import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as electron from 'electron';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { contentSecurityPolicy } from '../../shared/security/csp.ts';
import { answer, containedFile, registerScheme } from './protocol.ts';
import type { createFakeElectron } from './testing/fake-electron.ts';

vi.mock('electron', async () => (await import('./testing/fake-electron.ts')).createFakeElectron());
const fake = electron as unknown as ReturnType<typeof createFakeElectron>;

let folder = '';
let root = '';

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'assay-protocol-'));
  root = path.join(folder, 'page');
  mkdirSync(path.join(root, 'assets'), { recursive: true });
  mkdirSync(path.join(folder, 'page-of-another'));
  writeFileSync(path.join(root, 'index.html'), 'page');
  writeFileSync(path.join(root, 'assets', 'a.js'), 'code');
  writeFileSync(path.join(root, 'assets', 'a.exe'), 'binary');
  writeFileSync(path.join(folder, 'secret.js'), 'secret');
  writeFileSync(path.join(folder, 'page-of-another', 'b.js'), 'secret');
  symlinkSync(path.join(folder, 'secret.js'), path.join(root, 'link.js'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the app:// scheme', () => {
  it('is privileged as a page needs, and does not bypass the policy', () => {
    registerScheme();
    expect(fake.protocol.registerSchemesAsPrivileged.mock.calls).toEqual([
      [[{ scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } }]],
    ]);
  });

  it('answers files and the routes of the page, with the policy', async () => {
    const script = await answer(root, 'GET', 'app://assay/assets/a.js');
    expect(await script.text()).toBe('code');
    expect(script.headers.get('content-type')).toContain('text/javascript');
    expect(script.headers.get('content-security-policy')).toBe(contentSecurityPolicy());
    expect(script.headers.get('x-content-type-options')).toBe('nosniff');
    expect(await (await answer(root, 'GET', 'app://assay/samples/12')).text()).toBe('page');
  });

  it.each([
    ['POST', 'app://assay/', 405],
    ['GET', 'app://evil/index.html', 403],
    ['GET', 'app://assay/%2e%2e%2fsecret.js', 403],
    ['GET', 'app://assay/..%5csecret.js', 403],
    ['GET', 'app://assay/%00.js', 403],
    ['GET', 'app://assay/%ff.js', 403],
    ['GET', 'app://assay/..%2fpage-of-another%2fb.js', 403],
    ['GET', 'app://assay/link.js', 403],
    ['GET', 'app://assay/assets/gone.js', 404],
    ['GET', 'app://assay/assets/a.exe', 404],
  ])('answers %s %s with %i and nothing in it', async (method, address, status) => {
    const response = await answer(root, method, address);
    expect(response.status).toBe(status);
    expect(await response.text()).toBe('');
    expect(response.headers.get('content-security-policy')).toBe(contentSecurityPolicy());
  });

  it('keeps paths inside the folder, whose name another may start with', () => {
    expect(containedFile('/app/page', '/assets/a.js')).toBe(path.join('/app/page', 'assets', 'a.js'));
    expect(containedFile('/app/page', '/../page-of-another/b.js')).toBeUndefined();
    expect(containedFile('/app/page', '/../page')).toBe(path.join('/app/page', 'index.html'));
  });
});
