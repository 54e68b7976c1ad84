import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../../../../shared/model/json.ts';
import type { LossReport } from '../../../../shared/model/source.ts';
import { inspectInput } from '../inspect.ts';
import { eachItem, parseFile } from '../parse-file.ts';
import { importerById } from '../registry.ts';
import { fixture, whole } from '../testing/read.ts';
import { walkLeaves } from './leaves.ts';
import { createLossCollector } from './loss.ts';

async function reportOf(bytes: Buffer | string): Promise<{ report: LossReport; paths: ReadonlySet<string> }> {
  const { format, per, map, delimiter } = await inspectInput(whole(bytes));
  const importer = importerById(format ?? '');
  if (importer === undefined || per === null) throw new Error('of no known form');
  const joins = (importer.assemble?.({ per, map }) ?? null) !== null;
  const loss = createLossCollector(importer, joins);
  const paths = new Set<string>();
  const add = (value: JsonValue, head = ''): void => walkLeaves(value, ({ path }) => paths.add(head + path));
  const batches = parseFile(whole(bytes), importer, {
    per,
    map,
    delimiter: delimiter ?? undefined,
    onRecord(record) {
      loss.record(record);
      if (record.kind === 'row') add(record.row);
      if (record.kind === 'json') add(record.value);
      if (record.kind === 'json' && record.outer !== null) add(record.outer, 'outer ');
    },
  });
  for await (const item of eachItem(batches)) if (item.kind === 'sample') loss.sample(item);
  return { report: loss.report(), paths };
}

const FIXTURES = readdirSync(new URL('../fixtures', import.meta.url));

describe('a loss report', () => {
  it.each(FIXTURES)('says of every field of %s what became of it, and why one was left out', async (name) => {
    const { report, paths } = await reportOf(fixture(name));
    expect(new Set(report.paths.map(({ path }) => path)).size).toBe(report.paths.length);
    expect(report.paths.length + report.morePaths).toBe(paths.size);
    expect(report.paths.filter(({ path }) => !paths.has(path))).toEqual([]);
    expect(report.mapped + report.kept + report.ignored).toBe(report.paths.length);
    expect(report.paths.filter(({ fate, why }) => (fate === 'ignored') !== (why !== null))).toEqual([]);
    expect(report.mapped).toBeGreaterThan(0);
  });

  it('tells what was read, what stands in extras, and what is nowhere', async () => {
    const request = { model: 'm', messages: [{ role: 'user', content: 'Hi there' }], my_field: 'a value of mine' };
    const response = {
      object: 'chat.completion',
      choices: [{ index: 0, message: { role: 'assistant', content: 'Hello to you' } }],
    };
    const { report } = await reportOf(`${JSON.stringify({ request, response, note: null })}\n`);
    const fates = Object.fromEntries(report.paths.map(({ path, fate }) => [path, fate]));
    expect(fates).toMatchObject({
      '$.request.messages[*].content': 'mapped',
      '$.response.choices[*].message.content': 'mapped',
      '$.request.my_field': 'kept',
      '$.response.choices[*].index': 'ignored',
      '$.note': 'ignored',
    });
    expect(report.paths.find(({ path }) => path === '$.note')?.why).toMatch(/empty in every record/u);
  });

  it('gives the reason of the importer where it leaves something out knowingly', () => {
    const importer = importerById('openai-chat');
    if (importer === undefined) throw new Error('no such form');
    const why = 'Positions say nothing.';
    const loss = createLossCollector({ ...importer, ignored: [{ path: '$.a', why }] }, false);
    const value = { a: { b: 'x' }, ab: 'y' };
    const position = { line: 1, offset: 0, index: 0 };
    loss.record({ kind: 'json', position, value, outer: null, notes: [], text: JSON.stringify(value) });
    expect(loss.report().paths.map((one) => [one.path, one.why === why])).toEqual([
      ['$.a.b', true],
      ['$.ab', false],
    ]);
  });

  it('lists so many fields and counts the others', () => {
    const importer = importerById('delimited');
    if (importer === undefined) throw new Error('no such form');
    const loss = createLossCollector(importer, false);
    for (let at = 0; at < 5; at += 1) {
      const row = Object.fromEntries(Array.from({ length: 150 }, (_, n) => [`c${at * 150 + n}`, 'x']));
      loss.record({ kind: 'row', position: { line: 1, offset: 0, index: at }, row, notes: [], text: '' });
    }
    const report = loss.report();
    expect([report.paths.length, report.morePaths, report.recordsScanned]).toEqual([400, 350, 5]);
  });
});
