import type { Migration } from '../migrate.ts';

/** The first schema. Times are epoch ms; hashes are hex text, since the journal's JSON cannot carry blobs. */
export const initial: Migration = {
  version: 10,
  name: 'initial',
  sql: `
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE setting (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;

CREATE TABLE source (
  id INTEGER PRIMARY KEY, uid TEXT NOT NULL UNIQUE, importer_id TEXT NOT NULL, importer_version INTEGER NOT NULL,
  name TEXT NOT NULL, per TEXT NOT NULL, sha256 TEXT, bytes INTEGER, options TEXT NOT NULL DEFAULT '{}',
  state TEXT NOT NULL DEFAULT 'ready' CHECK (state IN ('importing','ready')),
  records_seen INTEGER NOT NULL DEFAULT 0, records_kept INTEGER NOT NULL DEFAULT 0,
  records_rejected INTEGER NOT NULL DEFAULT 0, imported_at INTEGER NOT NULL, removed_at INTEGER) STRICT;
CREATE TABLE import_issue (
  id INTEGER PRIMARY KEY, source_id INTEGER NOT NULL REFERENCES source ON DELETE CASCADE,
  line INTEGER, byte_offset INTEGER, code TEXT NOT NULL, message TEXT NOT NULL, raw TEXT,
  rejected INTEGER NOT NULL DEFAULT 1, resolved_at INTEGER) STRICT;
CREATE INDEX import_issue_source ON import_issue (source_id, code);

CREATE TABLE sample (
  id INTEGER PRIMARY KEY, uid TEXT NOT NULL UNIQUE, source_id INTEGER NOT NULL REFERENCES source ON DELETE CASCADE,
  source_ref TEXT, source_pos INTEGER NOT NULL, title TEXT NOT NULL DEFAULT '', task_key TEXT, lang TEXT,
  tool_offered_count INTEGER NOT NULL, attempt_count INTEGER NOT NULL DEFAULT 0, token_count INTEGER,
  prompt_chars INTEGER NOT NULL DEFAULT 0, has_reference INTEGER NOT NULL DEFAULT 0,
  content_hash TEXT NOT NULL, prompt_hash TEXT NOT NULL,
  created_at INTEGER, revision INTEGER NOT NULL DEFAULT 1, removed_at INTEGER) STRICT;
CREATE INDEX sample_source ON sample (source_id, source_pos);
CREATE INDEX sample_content ON sample (content_hash);
CREATE INDEX sample_prompt ON sample (prompt_hash);
CREATE INDEX sample_task ON sample (source_id, task_key) WHERE task_key IS NOT NULL;
CREATE TABLE sample_body (
  sample_id INTEGER PRIMARY KEY REFERENCES sample ON DELETE CASCADE, format INTEGER NOT NULL,
  prompt TEXT NOT NULL, tools TEXT NOT NULL DEFAULT '[]', reference TEXT NOT NULL DEFAULT '{}', extras TEXT) STRICT;
CREATE TABLE attempt (
  id INTEGER PRIMARY KEY, uid TEXT NOT NULL UNIQUE, sample_id INTEGER NOT NULL REFERENCES sample ON DELETE CASCADE,
  idx INTEGER NOT NULL, model TEXT,
  outcome TEXT NOT NULL CHECK (outcome IN ('success','failure','partial','error','unknown')), reward REAL,
  step_count INTEGER NOT NULL, tool_call_count INTEGER NOT NULL, tool_result_count INTEGER NOT NULL,
  tool_error_count INTEGER NOT NULL, max_parallel INTEGER NOT NULL, latency_ms INTEGER, token_count INTEGER,
  content_hash TEXT NOT NULL, body TEXT NOT NULL, extras TEXT, started_at INTEGER, UNIQUE (sample_id, idx)) STRICT;
CREATE INDEX attempt_content ON attempt (content_hash);
-- What rows, filters, facets and orders need of attempts, so that they never touch the fat rows.
CREATE INDEX attempt_facts ON attempt (sample_id, idx, outcome, reward, step_count, tool_call_count, tool_result_count,
  tool_error_count, max_parallel, latency_ms, token_count, model);
CREATE TABLE tool_call (
  attempt_id INTEGER NOT NULL REFERENCES attempt ON DELETE CASCADE, step INTEGER NOT NULL, idx INTEGER NOT NULL,
  name TEXT NOT NULL, status TEXT NOT NULL CHECK (status IN ('ok','error','missing')), latency_ms INTEGER,
  PRIMARY KEY (attempt_id, step, idx)) STRICT, WITHOUT ROWID;
CREATE INDEX tool_call_name ON tool_call (name, attempt_id);
CREATE VIRTUAL TABLE sample_fts USING fts5 (prompt, answers, tools, results, reference, content='',
  contentless_delete=1, tokenize="porter unicode61 remove_diacritics 2");
CREATE TRIGGER sample_fts_delete AFTER DELETE ON sample BEGIN DELETE FROM sample_fts WHERE rowid = old.id; END;

CREATE TABLE decision (
  sample_id INTEGER PRIMARY KEY REFERENCES sample ON DELETE CASCADE,
  state TEXT NOT NULL CHECK (state IN ('undecided','include','exclude')), reason TEXT, note TEXT,
  decided_at INTEGER, reviewer TEXT) STRICT;
CREATE INDEX decision_state ON decision (state);
CREATE TABLE tag (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE COLLATE NOCASE, color TEXT) STRICT;
CREATE TABLE sample_tag (
  sample_id INTEGER NOT NULL REFERENCES sample ON DELETE CASCADE,
  tag_id INTEGER NOT NULL REFERENCES tag ON DELETE CASCADE, PRIMARY KEY (sample_id, tag_id)) STRICT, WITHOUT ROWID;
CREATE INDEX sample_tag_tag ON sample_tag (tag_id, sample_id);
CREATE TABLE review (
  id INTEGER PRIMARY KEY, uid TEXT NOT NULL UNIQUE,
  sample_id INTEGER NOT NULL REFERENCES sample ON DELETE CASCADE, reviewer TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('draft','submitted','second_look')),
  verdict TEXT CHECK (verdict IN ('accept','needs_work','reject','skip')), reason TEXT,
  note TEXT, spent_ms INTEGER, created_at INTEGER NOT NULL, submitted_at INTEGER,
  UNIQUE (sample_id, reviewer)) STRICT;
CREATE TABLE review_score (
  id INTEGER PRIMARY KEY, review_id INTEGER NOT NULL REFERENCES review ON DELETE CASCADE,
  attempt_id INTEGER REFERENCES attempt ON DELETE CASCADE, item_key TEXT NOT NULL DEFAULT '', value REAL NOT NULL) STRICT;
CREATE INDEX review_score_review ON review_score (review_id);
CREATE TABLE flag (
  id INTEGER PRIMARY KEY, sample_id INTEGER NOT NULL REFERENCES sample ON DELETE CASCADE,
  attempt_id INTEGER REFERENCES attempt ON DELETE CASCADE, message_idx INTEGER, span_start INTEGER, span_end INTEGER,
  rule_id TEXT NOT NULL, rule_version INTEGER NOT NULL,
  severity TEXT NOT NULL CHECK (severity IN ('info','warn','error')), detail TEXT NOT NULL DEFAULT '{}',
  state TEXT NOT NULL DEFAULT 'open' CHECK (state IN ('open','confirmed','dismissed'))) STRICT;
CREATE INDEX flag_sample ON flag (sample_id, state, rule_id);
CREATE INDEX flag_rule ON flag (rule_id, state, sample_id);

CREATE TABLE saved_view (
  id INTEGER PRIMARY KEY, name TEXT NOT NULL, filter TEXT NOT NULL, sort TEXT NOT NULL,
  columns TEXT NOT NULL, created_at INTEGER NOT NULL) STRICT;
CREATE TABLE duplicate_mark (
  kind TEXT NOT NULL, group_key TEXT NOT NULL, state TEXT NOT NULL CHECK (state IN ('kept','merged','both')),
  PRIMARY KEY (kind, group_key)) STRICT, WITHOUT ROWID;

CREATE TABLE grader (
  id INTEGER PRIMARY KEY, uid TEXT NOT NULL UNIQUE, name TEXT NOT NULL, head_version INTEGER NOT NULL,
  created_at INTEGER NOT NULL, archived_at INTEGER) STRICT;
CREATE TABLE grader_version (
  grader_id INTEGER NOT NULL REFERENCES grader ON DELETE CASCADE, version INTEGER NOT NULL, type TEXT NOT NULL,
  definition TEXT NOT NULL, definition_hash TEXT NOT NULL, note TEXT, created_at INTEGER NOT NULL,
  PRIMARY KEY (grader_id, version)) STRICT, WITHOUT ROWID;
CREATE TABLE grader_draft (
  grader_id INTEGER PRIMARY KEY REFERENCES grader ON DELETE CASCADE, files TEXT NOT NULL, saved_at INTEGER NOT NULL) STRICT;
CREATE TABLE score_run (
  id INTEGER PRIMARY KEY, grader_id INTEGER NOT NULL, grader_version INTEGER NOT NULL, engine_version INTEGER NOT NULL,
  scope TEXT NOT NULL, job_id INTEGER, total INTEGER, scored INTEGER NOT NULL DEFAULT 0,
  skipped INTEGER NOT NULL DEFAULT 0, errored INTEGER NOT NULL DEFAULT 0,
  mean REAL, std REAL, min REAL, max REAL, started_at INTEGER NOT NULL, finished_at INTEGER,
  FOREIGN KEY (grader_id, grader_version) REFERENCES grader_version ON DELETE CASCADE) STRICT;
CREATE TABLE score (
  id INTEGER PRIMARY KEY, run_id INTEGER NOT NULL REFERENCES score_run ON DELETE CASCADE,
  sample_id INTEGER NOT NULL REFERENCES sample ON DELETE CASCADE, attempt_id INTEGER REFERENCES attempt ON DELETE CASCADE,
  sample_revision INTEGER NOT NULL, graded_on TEXT NOT NULL CHECK (graded_on IN ('attempt','reference','pasted')),
  state TEXT NOT NULL CHECK (state IN ('scored','skipped','errored')), value REAL, platform_value REAL,
  reason TEXT, detail TEXT, duration_us INTEGER,
  CHECK ((state = 'scored') = (value IS NOT NULL))) STRICT;
CREATE INDEX score_sample ON score (sample_id, run_id);
CREATE INDEX score_run_value ON score (run_id, state, value, sample_id, attempt_id);
CREATE UNIQUE INDEX score_once ON score (run_id, sample_id, coalesce(attempt_id, 0));
CREATE TABLE score_part (
  score_id INTEGER NOT NULL REFERENCES score ON DELETE CASCADE, run_id INTEGER NOT NULL, key TEXT NOT NULL,
  type TEXT NOT NULL, state TEXT NOT NULL, value REAL, PRIMARY KEY (score_id, key)) STRICT, WITHOUT ROWID;
CREATE INDEX score_part_run ON score_part (run_id, key, value);

CREATE TABLE split_member (
  sample_id INTEGER PRIMARY KEY REFERENCES sample ON DELETE CASCADE,
  split TEXT NOT NULL CHECK (split IN ('train','validation','test')), locked INTEGER NOT NULL DEFAULT 0) STRICT;
CREATE TABLE export (
  id INTEGER PRIMARY KEY, uid TEXT NOT NULL UNIQUE, exporter_id TEXT NOT NULL, exporter_version INTEGER NOT NULL,
  options TEXT NOT NULL, folder TEXT NOT NULL, sha256 TEXT NOT NULL, bytes INTEGER NOT NULL,
  records INTEGER NOT NULL, manifest TEXT NOT NULL, created_at INTEGER NOT NULL) STRICT;

CREATE TABLE job (
  id INTEGER PRIMARY KEY AUTOINCREMENT, kind TEXT NOT NULL, subject TEXT NOT NULL, params TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('queued','running','succeeded','failed','cancelled','interrupted')),
  stage TEXT, done INTEGER NOT NULL DEFAULT 0, total INTEGER, failed INTEGER NOT NULL DEFAULT 0, checkpoint TEXT,
  error TEXT, result TEXT, dismissed INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL, started_at INTEGER, finished_at INTEGER) STRICT;
CREATE TABLE action (
  id INTEGER PRIMARY KEY AUTOINCREMENT, kind TEXT NOT NULL, label TEXT NOT NULL, params TEXT NOT NULL DEFAULT '{}',
  actor TEXT NOT NULL, at INTEGER NOT NULL, row_count INTEGER NOT NULL DEFAULT 0,
  undoable INTEGER NOT NULL DEFAULT 1, undone_by INTEGER REFERENCES action, undo_of INTEGER REFERENCES action) STRICT;
CREATE TABLE change (
  action_id INTEGER NOT NULL REFERENCES action ON DELETE CASCADE, seq INTEGER NOT NULL, tbl TEXT NOT NULL,
  op TEXT NOT NULL CHECK (op IN ('I','U','D')), pk TEXT NOT NULL, before TEXT,
  PRIMARY KEY (action_id, seq)) STRICT, WITHOUT ROWID;
`,
};
