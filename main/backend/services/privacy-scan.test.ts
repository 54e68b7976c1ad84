import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestBackend, jsonLines, type TestBackend } from '../testing/backend.ts';

let t: TestBackend;
beforeEach(async () => {
  t = await createTestBackend();
  const call = {
    id: 'c1',
    type: 'function',
    function: { name: 'refund', arguments: '{"iban":"DE89 3704 0044 0532 0130 00"}' },
  };
  await t.importFile(
    t.file(
      'a.jsonl',
      jsonLines([
        {
          messages: [
            { role: 'user', content: 'Refund mira@depot.example.org please.' },
            { role: 'assistant', content: null, tool_calls: [call] },
            { role: 'tool', tool_call_id: 'c1', content: 'ok, call +49 30 901820' },
            { role: 'assistant', content: 'Done.' },
          ],
        },
        {
          messages: [{ role: 'user', content: 'Nothing private here.' }],
          answer: { customer: 'mira@depot.example.org' },
        },
      ]),
    ),
    { format: 'openai-finetune' },
  );
});
afterEach(() => t.close());

describe('a scan for private data', () => {
  it('names kind, place and span in prompts, arguments, results and references, and shows only the ends', async () => {
    const report = await t.client.privacy.scan({ filter: '' });
    expect(report).toMatchObject({ samples: 2, total: 4, byKind: { email: 2, iban: 1, phone: 1 } });
    expect(report.findings.map(({ kind, place, hint }) => [kind, place, hint])).toEqual([
      ['email', 'prompt 1', 'm…g (22 characters)'],
      ['iban', 'attempt 1 message 1, arguments of refund', 'D…0 (27 characters)'],
      ['phone', 'attempt 1 message 2', '+…0 (13 characters)'],
      ['email', 'reference answer customer', 'm…g (22 characters)'],
    ]);
    expect(report.findings[0]).toMatchObject({ start: 7, end: 29, attemptId: null });
    expect(report.findings[1]?.attemptId).not.toBeNull();
    expect(JSON.stringify(report)).not.toContain('mira');
  });

  it('keeps to the filter and lists no more than asked for, but counts all', async () => {
    expect(await t.client.privacy.scan({ filter: 'reference:none', limit: 1 })).toMatchObject({
      samples: 1,
      total: 3,
      findings: [{ kind: 'email' }],
    });
  });
});
