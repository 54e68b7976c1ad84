import { expect, test } from 'vitest';
import type { Message } from '../../../shared/model/message.ts';
import { SampleDetail } from '../../../shared/model/sample.ts';
import { changesOf, EMPTY_FORM, isTextOnly, readForm, toForm, type SampleForm } from './sample-form.ts';

const CALLING: Message = {
  role: 'assistant',
  parts: [{ type: 'text', text: 'look' }],
  calls: [{ id: 'a', name: 'search', argsText: '{}', args: {}, kind: 'function' }],
};
const ASKING: Message = { role: 'user', parts: [{ type: 'text', text: 'Is hail covered?' }], tokens: 4, name: 'ann' };

function sample(prompt: Message[]): SampleDetail {
  return SampleDetail.parse({
    row: {
      ...{
        id: 1,
        uid: 'u',
        title: 'Hail',
        sourceId: 1,
        sourceName: 's',
        lang: null,
        decision: 'undecided',
        split: null,
      },
      ...{
        hasReference: true,
        toolsOffered: 0,
        steps: null,
        calls: null,
        toolErrors: 0,
        tokens: null,
        latencyMs: null,
      },
      ...{ attempts: [], reward: null, score: null, flags: [], tags: [], createdAt: null, revision: 1 },
    },
    ...{ prompt, tools: [], reference: { decision: 'approve' }, extras: null, sourceRef: null, taskKey: null },
    ...{ attempts: [], flags: [], decisionReason: null, decisionNote: null },
  });
}
function edit(form: SampleForm, change: Partial<SampleForm>): SampleForm {
  return { ...form, ...change };
}

test('changes nothing when nothing was edited, whatever the turns hold', () => {
  const detail = sample([ASKING, CALLING, { role: 'tool', callId: 'a', parts: [] }, ASKING]);
  const result = readForm(toForm(sample([ASKING, CALLING, ASKING])));
  expect(result.ok && changesOf(result.draft, sample([ASKING, CALLING, ASKING]))).toEqual({});
  expect(toForm(detail).turns).toHaveLength(4);
});

test('sends only the part that was edited, and drops what was counted of the old text', () => {
  const detail = sample([ASKING]);
  const form = toForm(detail);
  const turns = form.turns.map((turn) => ({ ...turn, text: 'Is storm covered?' }));
  const result = readForm(edit(form, { turns }));
  expect(result.ok && changesOf(result.draft, detail)).toEqual({
    prompt: [{ role: 'user', name: 'ann', parts: [{ type: 'text', text: 'Is storm covered?' }] }],
  });
});

test('keeps a turn with calls as it is', () => {
  const form = toForm(sample([CALLING, ASKING]));
  expect(form.turns.map(isTextOnly)).toEqual([false, true]);
  const result = readForm(form);
  expect(result.ok && result.draft.prompt[0]).toEqual(CALLING);
});

test('says line and column of a reference that is not JSON', () => {
  const form = edit(toForm(sample([ASKING])), { reference: '{\n  "a": oops\n}' });
  expect(readForm(form)).toEqual({ ok: false, problems: { reference: { code: 'notJson', line: 2, column: 8 } } });
});

test('refuses a reference that is JSON but no object, and tools without a name', () => {
  const form = edit(toForm(sample([ASKING])), { reference: '[1]', tools: '[{"description":"x"}]' });
  expect(readForm(form)).toEqual({
    ok: false,
    problems: {
      reference: { code: 'notObject' },
      tools: { code: 'badTool', number: 1 },
    },
  });
});

test('asks for a turn before a new sample is made', () => {
  expect(readForm(EMPTY_FORM)).toEqual({ ok: false, problems: { turns: { code: 'noTurn' } } });
});
