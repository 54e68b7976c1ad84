import type { Migration } from '../migrate.ts';

/**
 * What live collection took in, as it came: one row for the spans of one trace in one request, or one exchange of the proxy.
 * Rows of a thread (a trace, a conversation) are read again together when something is added to it. `settled` tells that
 * samples were made of it; a settled row whose body was dropped to make room is empty and keeps its place, so that what
 * comes later is known to be a rest.
 */
export const live: Migration = {
  version: 60,
  name: 'live',
  sql: `
CREATE TABLE live_record (
  id INTEGER PRIMARY KEY AUTOINCREMENT, source_id INTEGER NOT NULL REFERENCES source ON DELETE CASCADE,
  kind TEXT NOT NULL CHECK (kind IN ('spans','chat','responses')), received_at INTEGER NOT NULL, bytes INTEGER NOT NULL,
  settled INTEGER NOT NULL DEFAULT 0 CHECK (settled IN (0, 1)), thread TEXT NOT NULL, ref TEXT, body TEXT NOT NULL) STRICT;
CREATE INDEX live_record_thread ON live_record (source_id, thread, id);
CREATE INDEX live_record_open ON live_record (source_id, thread) WHERE settled = 0;
CREATE INDEX live_record_held ON live_record (id) WHERE settled = 1 AND bytes > 0;
CREATE INDEX live_record_size ON live_record (settled, bytes);
CREATE INDEX live_record_ref ON live_record (source_id, ref) WHERE ref IS NOT NULL;
`,
};
