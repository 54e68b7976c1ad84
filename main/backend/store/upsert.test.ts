import type Database from 'better-sqlite3';
import { beforeEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../shared/model/json.ts';
import type { Message } from '../../../shared/model/message.ts';
import { attachJournal } from '../db/journal.ts';
import { plainAttempt } from '../importers/shared/conversation.ts';
import type { ParsedSample } from '../importers/types.ts';
import { prepareSample } from '../services/importing/prepare-sample.ts';
import { say } from '../testing/add-sample.ts';
import { createMemoryDatabase } from '../testing/memory-database.ts';
import { insertAction } from './actions.ts';
import type { PreparedSample } from './prepared.ts';
import { updateSample } from './sample-edits.ts';
import { createUpserter, type UpsertResult } from './upsert.ts';

const SOURCE = 1;
let db: Database.Database;
beforeEach(() => {
  db = createMemoryDatabase();
  db.exec(`INSERT INTO source (uid, importer_id, importer_version, name, per, imported_at)
    VALUES ('feed', 'openai-chat', 1, 'feed.jsonl', 'call', 0)`);
});

type Made = {
  ref?: string | null;
  task?: string | null;
  index?: number;
  sub?: number;
  prompt?: string;
  answers?: readonly string[];
  reference?: JsonObject;
  rewards?: readonly number[];
};

function made(given: Made): PreparedSample {
  const attempts = (given.answers ?? ['Done.']).map((text, at) => ({
    ...plainAttempt([say('assistant', text)]),
    reward: given.rewards?.[at] ?? null,
  }));
  const parsed: ParsedSample = {
    kind: 'sample',
    position: { line: null, offset: null, index: given.index ?? 0 },
    sub: given.sub ?? 0,
    taskKey: given.task ?? null,
    title: null,
    prompt: [say('user', given.prompt ?? 'Where is my bike?')],
    tools: [],
    reference: given.reference ?? {},
    attempts,
    extras: null,
    sourceRef: given.ref === undefined ? 'r1' : given.ref,
    tags: [],
  };
  return prepareSample(parsed, 'f'.repeat(32));
}

function put(...samples: readonly PreparedSample[]): UpsertResult[] {
  const upserter = createUpserter(db);
  return db.transaction(() => samples.map((sample) => upserter.put(SOURCE, sample)))();
}

function edit(id: number, change: Made): void {
  updateSample(db, id, made(change));
}

function promptOf(id: number): string {
  const row = db.prepare<[number], { prompt: string }>('SELECT prompt FROM sample_body WHERE sample_id = ?').get(id);
  return (JSON.parse(row?.prompt ?? '[]') as Message[]).map(({ parts }) => (parts[0] as { text: string }).text).join();
}

function rows(sql: string): unknown[] {
  return db.prepare(sql).all();
}

const found = (word: string): unknown[] => rows(`SELECT rowid FROM sample_fts WHERE sample_fts MATCH '${word}'`);

describe('createUpserter', () => {
  it('adds what is new, and changes nothing when the same comes again', () => {
    expect(put(made({}), made({ ref: 'r2', index: 1, prompt: 'And my boat?' })).map(({ change }) => change)).toEqual([
      'added',
      'added',
    ]);
    const before = rows('SELECT * FROM sample');
    expect(put(made({}))).toEqual([{ change: 'unchanged', sampleId: 1, attemptsAdded: 0, conflicts: [] }]);
    expect(rows('SELECT * FROM sample')).toEqual(before);
  });

  it('updates in place by the name in the source, wherever the record stands now', () => {
    put(made({}));
    db.exec(`INSERT INTO decision (sample_id, state) VALUES (1, 'include');
      INSERT INTO tag (name) VALUES ('mine'); INSERT INTO sample_tag VALUES (1, 1);
      INSERT INTO split_member (sample_id, split, locked) VALUES (1, 'test', 1)`);
    const [result] = put(made({ index: 7, prompt: 'Where is my kayak?', answers: ['Here.'] }));
    expect(result).toMatchObject({ change: 'updated', sampleId: 1 });
    expect([promptOf(1), found('kayak').length, found('bike').length]).toEqual(['Where is my kayak?', 1, 0]);
    expect(rows('SELECT id, sample_id, idx FROM attempt')).toEqual([{ id: 1, sample_id: 1, idx: 0 }]);
    expect(rows('SELECT revision, source_pos FROM sample')).toEqual([{ revision: 2, source_pos: 7 }]);
    expect(rows('SELECT state FROM decision UNION ALL SELECT split FROM split_member')).toHaveLength(2);
    expect(rows('SELECT * FROM sample_tag')).toHaveLength(1);
  });

  it('joins an attempt to the task it belongs to, once', () => {
    put(made({ task: 't', ref: null }));
    const second = made({ task: 't', ref: null, index: 1, prompt: 'Where is it?', answers: ['There.'] });
    expect(put(second)).toMatchObject([{ change: 'updated', sampleId: 1, attemptsAdded: 1 }]);
    expect(put(second)).toMatchObject([{ change: 'unchanged', sampleId: 1 }]);
    expect([promptOf(1), rows('SELECT attempt_count FROM sample')]).toEqual([
      'Where is my bike?',
      [{ attempt_count: 2 }],
    ]);
  });

  it('tells the parts of one session apart, though they share its name', () => {
    const turns = [0, 1].map((sub) => made({ sub, prompt: `turn ${sub}` }));
    expect(put(...turns).map(({ change }) => change)).toEqual(['added', 'added']);
    const again = [0, 1, 2].map((sub) => made({ index: 4, sub, prompt: `turn ${sub}` }));
    expect(put(...again).map(({ change, sampleId }) => [change, sampleId])).toEqual([
      ['unchanged', 1],
      ['unchanged', 2],
      ['added', 3],
    ]);
  });

  it('keeps what a person edited, takes the rest, and reports what it did not take once', () => {
    put(made({}));
    edit(1, { prompt: 'Where is the red bike?' });
    expect(put(made({ reference: { answer: 'shed' } }))).toMatchObject([{ change: 'updated', conflicts: [] }]);
    const newer = made({ prompt: 'Where is my blue bike?', reference: { answer: 'shed' } });
    const [first] = put(newer);
    expect(first?.conflicts.map(({ field }) => field)).toEqual(['title', 'prompt']);
    expect(first?.conflicts[1]?.incoming).toBe(newer.promptJson);
    expect(put(newer)).toMatchObject([{ change: 'unchanged', conflicts: [] }]);
    expect(promptOf(1)).toBe('Where is the red bike?');
    expect(rows('SELECT reference FROM sample_body')).toEqual([{ reference: '{"answer":"shed"}' }]);
  });

  it('follows the source again once an edit is taken back or the source says the same', () => {
    put(made({}));
    edit(1, { prompt: 'other' });
    edit(1, {});
    put(made({ prompt: 'newer' }));
    expect(promptOf(1)).toBe('newer');
    edit(1, { prompt: 'mine' });
    put(made({ prompt: 'mine' }));
    put(made({ prompt: 'newest' }));
    expect(promptOf(1)).toBe('newest');
  });

  it('never takes a reference away with none', () => {
    put(made({ reference: { answer: 'x' } }));
    expect(put(made({}))).toMatchObject([{ change: 'unchanged' }]);
  });

  it('keeps scores of attempts that stayed as they are current, and makes the others stale', () => {
    put(made({ answers: ['a', 'b'] }));
    db.exec(`INSERT INTO grader (id, uid, name, head_version, created_at) VALUES (1, 'g', 'g', 1, 0);
      INSERT INTO grader_version VALUES (1, 1, 'string_check', '{}', 'h', NULL, 0);
      INSERT INTO score_run (id, grader_id, grader_version, engine_version, scope, total, started_at) VALUES (1, 1, 1, 1, '{}', 2, 0);
      INSERT INTO score (run_id, sample_id, attempt_id, sample_revision, graded_on, state, value)
        VALUES (1, 1, 1, 1, 'attempt', 'scored', 1), (1, 1, 2, 1, 'attempt', 'scored', 1)`);
    put(made({ answers: ['a', 'b'], rewards: [1, 1] }));
    put(made({ answers: ['a', 'c'], rewards: [1, 1] }));
    const stale = rows(`SELECT sc.attempt_id AS id, sc.sample_revision <> s.revision AS stale
      FROM score sc JOIN sample s ON s.id = sc.sample_id`);
    expect(stale).toEqual([
      { id: 1, stale: 1 },
      { id: 2, stale: 1 },
    ]);
    db.exec('UPDATE score SET sample_revision = (SELECT revision FROM sample)');
    put(made({ answers: ['a', 'd'], rewards: [1, 1] }));
    expect(rows('SELECT sample_revision - (SELECT revision FROM sample) AS behind FROM score ORDER BY id')).toEqual([
      { behind: 0 },
      { behind: -1 },
    ]);
  });

  it('takes away attempts that are gone only when nothing of people hangs on them', () => {
    put(made({ answers: ['a', 'b', 'c'] }));
    db.exec(`INSERT INTO flag (sample_id, attempt_id, rule_id, rule_version, severity, state)
      VALUES (1, 3, 'empty-answer', 1, 'warn', 'confirmed')`);
    put(made({ answers: ['a'] }));
    expect(rows('SELECT id FROM attempt ORDER BY id')).toEqual([{ id: 1 }, { id: 3 }]);
    expect(rows('SELECT attempt_count FROM sample')).toEqual([{ attempt_count: 2 }]);
  });

  it('leaves a sample alone that a person removed', () => {
    put(made({}));
    db.exec('UPDATE sample SET removed_at = 1');
    expect(put(made({ prompt: 'newer' }))).toMatchObject([{ change: 'unchanged', sampleId: 1 }]);
    expect(promptOf(1)).toBe('Where is my bike?');
  });

  it('compares what it is told to make of a text, so that masked texts stay masked', () => {
    const transform = (sample: PreparedSample): PreparedSample => ({
      ...sample,
      title: sample.title.replaceAll('Ada', 'PERSON_1'),
      promptJson: sample.promptJson.replaceAll('Ada', 'PERSON_1'),
    });
    const upserter = createUpserter(db, { transform });
    const samples = [made({ prompt: 'Call Ada' })].map((sample) => [
      upserter.put(SOURCE, sample).change,
      upserter.put(SOURCE, sample).change,
    ]);
    expect([samples, promptOf(1)]).toEqual([[['added', 'unchanged']], 'Call PERSON_1']);
  });

  it('knows an edit of a text that was masked after it', () => {
    put(made({ prompt: 'Call Ada' }));
    edit(1, { prompt: 'Please call Ada' });
    db.exec(`UPDATE sample_body SET prompt = replace(prompt, 'Ada', 'PERSON_1');
      UPDATE sample SET title = replace(title, 'Ada', 'PERSON_1')`);
    const upserter = createUpserter(db, {
      transform: (sample) => ({ ...sample, promptJson: sample.promptJson.replaceAll('Ada', 'PERSON_1') }),
    });
    expect(upserter.put(SOURCE, made({ prompt: 'Call Ada' })).conflicts).toEqual([]);
    expect(promptOf(1)).toBe('Please call PERSON_1');
  });

  it('leaves masked answers as they are where nothing masks what comes, and adds new ones', () => {
    put(made({ answers: ['Ask Ada'] }));
    db.exec(`UPDATE attempt SET body = replace(body, 'Ada', 'PERSON_1');
      INSERT INTO private_use (sample_id, token, count) VALUES (1, 'PERSON_1', 1)`);
    expect(put(made({ answers: ['Ask Ada'] }))).toMatchObject([{ change: 'unchanged' }]);
    put(made({ index: 3, answers: ['Ask Ada', 'Ask me'] }));
    const bodies = rows('SELECT body FROM attempt ORDER BY idx') as { body: string }[];
    expect(bodies.map(({ body }) => /Ask \w+/u.exec(body)?.[0])).toEqual(['Ask PERSON_1', 'Ask me']);
  });

  it('is undone as a whole', () => {
    put(made({ answers: ['a', 'b'] }));
    edit(1, { prompt: 'mine', answers: ['a', 'b'] });
    const journal = attachJournal(db);
    const dump = (): unknown[] =>
      ['sample', 'sample_body', 'attempt', 'edited_field'].map((table) => rows(`SELECT * FROM ${table}`));
    const before = dump();
    const actionId = insertAction(db, { kind: 'test', label: '', params: '{}', actor: 'a', at: 0, undoOf: null });
    journal.record(actionId, () => {
      put(made({ prompt: 'newer', answers: ['z'] }), made({ ref: 'r9', index: 3 }));
    });
    expect(rows('SELECT id FROM sample')).toHaveLength(2);
    journal.revert(actionId);
    expect(dump()).toEqual(before);
  });
});
