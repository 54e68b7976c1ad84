import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestBackend, type TestBackend } from '../testing/backend.ts';

// Cases from practice that concern a whole import; those of a single reader are beside the reader.
let t: TestBackend;
beforeEach(async () => {
  t = await createTestBackend();
});
afterEach(() => t.close());

const CSV = 'question,answer\n"What, exactly?","She said ""yes"", then left"\nWhere?,Here\n';

describe('the name of a file (T06)', () => {
  it.each(['rows.csv', 'ROWS.CSV', 'rows.Csv', 'rows.xls', 'rows.json', 'rows'])(
    'does not decide how %s is read, its content does',
    async (name) => {
      const inspected = await t.client.sources.inspect({ fileRef: t.ref(t.file(name, CSV)), options: {} });
      expect(inspected).toMatchObject({ format: 'delimited', delimiter: ',', recordsRead: 2, refusal: null });
      expect(inspected.columns.map((column) => column.name)).toEqual(['question', 'answer']);
      const { sources } = await t.importFile(t.file(name, CSV));
      expect(sources).toMatchObject([{ name, format: 'delimited', seen: 2, kept: 2, rejected: 0, samplesAdded: 2 }]);
      const { viewId } = await t.client.views.open({ filter: '', sort: { key: 'id', descending: false } });
      const [first] = await t.client.views.rows({ viewId, from: 0, to: 1 });
      expect(first?.title).toContain('What, exactly?');
    },
  );
});

describe('a file of which nearly all is bad (T13)', () => {
  it('keeps the good rows and lists each bad one with its line and reason, in groups and in a report to save', async () => {
    const rows = Array.from({ length: 1_000 }, (_, at) => (at % 18 === 0 ? `Question ${at},Answer` : 'secret only'));
    const path = t.file('rows.csv', `prompt,answer\n${rows.join('\n')}\n`);
    const { sources } = await t.importFile(path, { format: 'delimited' });
    expect(sources).toMatchObject([{ seen: 1_000, kept: 56, rejected: 944, samplesAdded: 56 }]);
    const first = sources[0]?.issues.slice(0, 3);
    expect(first?.map((issue) => issue.line)).toEqual([3, 4, 5]);
    for (const { message } of first ?? []) expect(message).toMatch(/^[A-Z].{10,}\.$/u);
    expect(JSON.stringify(first)).not.toContain('secret');
    const refused = (await t.client.sources.issueGroups({ sourceId: null })).filter((group) => group.rejected);
    expect(refused).toMatchObject([{ count: 944, sources: ['rows.csv'] }]);
    const report = await t.client.sources.exportIssues({ sourceId: null });
    expect(basename(report.path)).toMatch(/\.jsonl$/u);
    const saved = readFileSync(report.path, 'utf8')
      .trimEnd()
      .split('\n')
      // Written by the command that was just run.
      .map((line) => JSON.parse(line) as { line: number; raw: string });
    expect(saved.filter((issue) => issue.raw === 'secret only')).toHaveLength(944);
  });
});
