import type Database from 'better-sqlite3';
import { beforeEach, describe, expect, it } from 'vitest';
import { privacyRule, type PrivateKind } from '../../../../shared/model/privacy.ts';
import { createScanWriter } from '../../store/private-scans.ts';
import { setSetting } from '../../store/settings.ts';
import { addSample } from '../../testing/add-sample.ts';
import { createMemoryDatabase } from '../../testing/memory-database.ts';
import { inWords, privacyGate } from './gate.ts';

let db: Database.Database;
let ids: number[];
beforeEach(() => {
  db = createMemoryDatabase();
  ids = [addSample(db), addSample(db), addSample(db)];
});

/** Writes what a scan of a sample found: kinds and the fields they stand in. */
function scanned(id: number | undefined, ...found: readonly (readonly [PrivateKind, string])[]): void {
  const flags = found.map(([kind, field], at) => ({
    attemptId: null,
    messageIdx: 0,
    kind,
    start: at,
    end: at + 1,
    detail: { kind, field, place: field, hint: 'a…', key: `${kind}-${at}` },
  }));
  createScanWriter(db)({ id: id ?? 0, flags, tokens: [] });
}
const codes = (allow?: string): (readonly [string, string])[] =>
  privacyGate({ db }, ids, allow).problems.map(({ code, severity }) => [code, severity]);

describe('the gate of an export', () => {
  it('is shut while samples were not looked through, and opens for a reason', () => {
    expect(codes()).toEqual([['personal_data_unscanned', 'error']]);
    expect(privacyGate({ db }, ids, undefined)).toMatchObject({ unscanned: 3, open: {}, allowed: null });
    for (const id of ids) scanned(id);
    expect(privacyGate({ db }, ids, 'test data')).toEqual({
      open: {},
      unscanned: 0,
      kept: {},
      allowed: null,
      problems: [],
    });
  });

  it('counts what is open by kind, and tells of it in words', () => {
    scanned(ids[0], ['email', 'prompt'], ['email', 'answers'], ['secret', 'arguments']);
    scanned(ids[1], ['phone', 'results']);
    scanned(ids[2]);
    const gate = privacyGate({ db }, ids, undefined);
    expect(gate).toMatchObject({ open: { email: 2, secret: 1, phone: 1 }, kept: {}, unscanned: 0 });
    expect(gate.problems).toMatchObject([{ severity: 'error', code: 'personal_data_open' }]);
    expect(inWords(gate.open)).toBe('1 key or token, 2 e-mail addresses, 1 phone number');
    // Only what is to be let out counts.
    expect(privacyGate({ db }, ids.slice(2), undefined).problems).toEqual([]);
    expect(codes('They agreed.')).toEqual([['personal_data_open', 'warning']]);
    expect(privacyGate({ db }, ids, 'They agreed.').allowed).toBe('They agreed.');
  });

  it('lets through what was dismissed, and what the policy keeps', () => {
    for (const id of ids) scanned(id, ['email', 'prompt'], ['email', 'reference.owner']);
    db.prepare("UPDATE flag SET state = 'dismissed' WHERE rule_id = ? AND sample_id = ?").run(
      privacyRule('email'),
      ids[0],
    );
    setSetting(db, 'privacy.policy', { kinds: {}, fields: { prompt: 'keep' } });
    expect(privacyGate({ db }, ids, undefined)).toMatchObject({ kept: { email: 2 }, open: { email: 2 } });
    setSetting(db, 'privacy.policy', { kinds: { email: 'keep' }, fields: {} });
    expect(codes()).toEqual([]);
  });

  it('shuts again for a sample that changed since it was looked through', () => {
    for (const id of ids) scanned(id);
    expect(codes()).toEqual([]);
    db.prepare('UPDATE sample SET revision = revision + 1 WHERE id = ?').run(ids[1]);
    expect(privacyGate({ db }, ids, undefined).unscanned).toBe(1);
    db.prepare('UPDATE sample SET attempt_count = attempt_count + 1 WHERE id = ?').run(ids[2]);
    expect(privacyGate({ db }, ids, undefined).unscanned).toBe(2);
  });
});
