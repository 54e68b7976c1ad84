import { expect, test } from 'vitest';
import type { Inspection } from '../../../../shared/contract/sources.ts';
import { FileRefId, SourceId } from '../../../../shared/model/ids.ts';
import { AppError } from '../../../../shared/rpc/errors.ts';
import { chosenCounts, columnKey, fileState, groupIssues, isImportable, updateTarget } from './file-state.ts';
import { nextAction } from './next-action.ts';
import { stepsOf } from './wizard-state.ts';

function inspection(more: Partial<Inspection> = {}): Inspection {
  return {
    fileRef: FileRefId.parse('f'),
    name: 'log.jsonl',
    sizeBytes: 10,
    containers: ['utf-8', 'JSON lines'],
    detected: { format: 'openai-chat', confidence: 0.9, reason: 'messages' },
    runnerUp: null,
    format: 'openai-chat',
    per: 'call',
    counts: [
      { per: 'call', samples: 6, attempts: 8 },
      { per: 'turn', samples: 3, attempts: 3 },
    ],
    columns: [],
    map: {},
    encoding: 'utf-8',
    delimiter: null,
    recordsRead: 7,
    complete: true,
    samples: [],
    issues: [],
    records: [],
    refusal: null,
    refused: 0,
    mapFrom: 'guessed',
    alreadyImported: false,
    known: { samples: 0, attemptsToJoin: 0 },
    ...more,
  };
}
function entry(more: Partial<Inspection>) {
  const found = inspection(more);
  const file = { ref: found.fileRef, name: found.name, sizeBytes: found.sizeBytes };
  return { file, inspection: found, state: fileState(found, null) };
}

test('a file waits for the person when its form or its prompt is not known, and stays out when nothing can be read', () => {
  expect(fileState(inspection(), null)).toBe('ready');
  expect(fileState(inspection({ alreadyImported: true }), null)).toBe('imported');
  expect(fileState(inspection({ refusal: 'No form.', format: null }), null)).toBe('choose');
  expect(fileState(inspection({ refusal: 'No prompt.', format: 'delimited' }), null)).toBe('map');
  expect(fileState(inspection({ refusal: 'Empty.', format: null, recordsRead: 0 }), null)).toBe('unreadable');
  expect(fileState(undefined, null)).toBe('reading');
  expect(fileState(undefined, new AppError('not_found', 'Gone.'))).toBe('failed');
});

test('only files that can be read take part, those imported before among them', () => {
  expect((['ready', 'imported'] as const).every(isImportable)).toBe(true);
  expect((['reading', 'choose', 'map', 'unreadable', 'failed'] as const).some(isImportable)).toBe(false);
});

test('counts are those of the chosen way of splitting', () => {
  expect(chosenCounts(inspection())).toEqual({ samples: 6, attempts: 8 });
  expect(chosenCounts(inspection({ per: 'turn' }))).toEqual({ samples: 3, attempts: 3 });
  expect(chosenCounts(inspection({ per: null }))).toEqual({ samples: 0, attempts: 0 });
});

test('findings stand together by reason, those that refuse records first, then the most frequent, with their first lines', () => {
  const issue = (line: number | null, code: string, rejected = true) => {
    const actions = rejected ? (['edit', 'skip'] as const) : [];
    return { line, offset: null, code, message: `Message of ${code}.`, rejected, actions: [...actions] };
  };
  const groups = groupIssues([
    issue(5, 'remark', false),
    issue(4, 'a'),
    ...[1, 2, 3, 9].map((line) => issue(line, 'b')),
    issue(null, 'a'),
    ...[6, 7, 8].map((line) => issue(line, 'remark', false)),
  ]);
  expect(groups.map(({ code, count, lines, actions }) => ({ code, count, lines, actions }))).toEqual([
    { code: 'b', count: 4, lines: [1, 2, 3], actions: ['edit', 'skip'] },
    { code: 'a', count: 2, lines: [4], actions: ['edit', 'skip'] },
    { code: 'remark', count: 4, lines: [5, 6, 7], actions: [] },
  ]);
});

const OFFER = { name: 'log.jsonl', importedAt: 1, samples: 3, added: 1, updated: 0, unchanged: 2 };

test('a file brings up to date what is offered, unless the person chose otherwise; one that is in adds nothing', () => {
  const [first, second] = [SourceId.parse(4), SourceId.parse(5)];
  const offered = inspection({ updateOf: { ...OFFER, sourceId: first } });
  expect(updateTarget(offered, undefined)).toBe(first);
  expect(updateTarget(offered, null)).toBeNull();
  expect(updateTarget(offered, second)).toBe(second);
  expect(updateTarget(inspection(), undefined)).toBeNull();
  expect(updateTarget(inspection({ alreadyImported: true }), second)).toBeNull();
});

test('the button says that sources are brought up to date, and counts files when some are new', () => {
  const steps = stepsOf(false);
  const offered = entry({ updateOf: { ...OFFER, sourceId: SourceId.parse(4) } });
  expect(nextAction('check', steps, [offered])).toEqual({ kind: 'update', count: 1, isOff: false });
  expect(nextAction('check', steps, [offered, entry({})])).toMatchObject({ kind: 'importFiles', count: 2 });
  expect(nextAction('check', steps, [offered], { f: null })).toMatchObject({ kind: 'importSamples', count: 6 });
});

test('one mapping fits files of the same columns only', () => {
  const columns = [{ name: 'ask', examples: [], filled: 1 }];
  expect(columnKey(inspection({ columns }))).toBe(columnKey(inspection({ columns, recordsRead: 1 })));
  expect(columnKey(inspection({ columns }))).not.toBe(columnKey(inspection()));
});

test('the button names samples when all files were read to their end, and files when nobody knows yet', () => {
  const steps = stepsOf(false);
  expect(nextAction('check', steps, [entry({}), entry({ per: 'turn' })])).toEqual({
    kind: 'importSamples',
    count: 9,
    isOff: false,
  });
  expect(nextAction('check', steps, [entry({}), entry({ complete: false })])).toMatchObject({
    kind: 'importFiles',
    count: 2,
  });
});

test('nothing can be imported while a file is being looked at, when none is ready, or when no sample comes out', () => {
  const steps = stepsOf(false);
  const reading = { file: entry({}).file, inspection: undefined, state: 'reading' } as const;
  expect(nextAction('check', steps, [entry({}), reading]).isOff).toBe(true);
  expect(nextAction('check', steps, [entry({ refusal: 'Empty.', recordsRead: 0 })]).isOff).toBe(true);
  expect(nextAction('check', steps, [entry({ counts: [] })]).isOff).toBe(true);
});

test('on the way there the button names the next step and the records it will show', () => {
  expect(nextAction('form', stepsOf(true), [entry({})])).toMatchObject({ kind: 'toMapping' });
  expect(nextAction('form', stepsOf(false), [entry({})])).toMatchObject({ kind: 'toCheck', count: 7 });
  expect(nextAction('mapping', stepsOf(true), [entry({ complete: false })])).toMatchObject({ kind: 'toCheckHead' });
  expect(nextAction('files', stepsOf(false), []).isOff).toBe(true);
});
