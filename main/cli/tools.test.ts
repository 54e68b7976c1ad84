import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCli } from './program.ts';

let folder: string;

async function assay(...argv: string[]): Promise<{ code: number; out: string; err: string }> {
  let out = '';
  let err = '';
  const code = await runCli(
    argv,
    { version: '0.0.0-test', dataDir: join(folder, 'data'), homeDir: join(folder, 'home'), cwd: folder },
    { stdout: { write: (text) => (out += text) }, stderr: { write: (text) => (err += text) } },
  );
  return { code, out, err };
}

function trace(calls: number): object {
  const ids = Array.from({ length: calls }, (_, at) => `c${at}`);
  return {
    messages: [
      { role: 'user', content: `Look ${calls} things up` },
      {
        role: 'assistant',
        content: null,
        tool_calls: ids.map((id) => ({
          id,
          type: 'function',
          function: { name: 'look', arguments: `{"id":"${id}"}` },
        })),
      },
      ...ids.map((id) => ({ role: 'tool', tool_call_id: id, content: 'found' })),
      { role: 'assistant', content: 'Done' },
    ],
  };
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'assay-cli-tools-'));
  writeFileSync(join(folder, 'log.jsonl'), [1, 2, 16].map((calls) => `${JSON.stringify(trace(calls))}\n`).join(''));
  expect((await assay('import', 'p.assay', 'log.jsonl')).code).toBe(0);
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('assay tools', () => {
  it('writes counts, rates and spreads, and the values of a facet', async () => {
    const { code, out } = await assay('tools', 'p.assay', '--by', 'tool', '--json');
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({
      all: {
        samples: 3,
        attempts: 3,
        calls: 19,
        errorRate: 0,
        retryRate: null,
        spreads: { calls: { p50: 2, max: 16 } },
      },
      groups: [{ label: 'look', term: 'tool:look', stats: { attempts: 3 } }],
      more: 0,
    });
  });

  it('sets two filters side by side', async () => {
    const { out } = await assay('tools', 'p.assay', '--filter', 'calls<15', '--against', 'calls>=15', '--json');
    expect(JSON.parse(out)).toMatchObject({
      all: { attempts: 2, spreads: { parallel: { max: 2 } } },
      against: { attempts: 1, spreads: { parallel: { max: 16 } } },
    });
  });

  it('reads well in a terminal', async () => {
    const { out } = await assay('tools', 'p.assay');
    expect(out).toMatch(/^attempts +3$/mu);
    expect(out).toMatch(/^calls +6\.3 +2\.0 +14\.6 +15\.7 +16\.0$/mu);
    expect(out).toMatch(/^latency +not measured/mu);
  });

  it('refuses an unknown facet in one sentence', async () => {
    expect(await assay('tools', 'p.assay', '--by', 'mood')).toEqual({
      code: 1,
      out: '',
      err: 'assay: There is no facet called mood.\n',
    });
  });
});
