import { createReadStream, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import Database from 'better-sqlite3';

type Call = { function: { name: string; arguments: string } };
type Turn = { role: string; content: string | null; tool_calls?: Call[] };
type Log = { request: { messages: Turn[] }; response: { choices: { message: Turn }[] } };

/** The text that Assay finds a trace by: contents, names and arguments of calls, the answer. */
function textOf(log: Log): string {
  const texts: string[] = [];
  for (const turn of [...log.request.messages, ...log.response.choices.map((choice) => choice.message)]) {
    if (turn.content !== null) texts.push(turn.content);
    for (const call of turn.tool_calls ?? []) texts.push(call.function.name, call.function.arguments);
  }
  return texts.join('\n');
}

/**
 * The least any import must do: read lines, `JSON.parse`, insert the text, insert into a full-text index, in batches of
 * 1,000 with the journal settings of a project during a bulk load.
 *
 * @returns seconds
 */
export async function runFloor(tracePath: string, folder: string): Promise<number> {
  const path = join(folder, 'floor.sqlite');
  const db = new Database(path);
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = FULL');
  db.exec(`CREATE TABLE trace (id INTEGER PRIMARY KEY, body TEXT NOT NULL) STRICT;
    CREATE VIRTUAL TABLE trace_fts USING fts5 (text, content='', contentless_delete=1,
      tokenize="porter unicode61 remove_diacritics 2")`);
  const insert = db.prepare('INSERT INTO trace (body) VALUES (?)');
  const index = db.prepare('INSERT INTO trace_fts (rowid, text) VALUES (?, ?)');
  const started = performance.now();
  let batch: string[] = [];
  const flush = db.transaction(() => {
    for (const line of batch) {
      // Written by the generator beside this file.
      const log = JSON.parse(line) as Log;
      const { lastInsertRowid } = insert.run(line);
      index.run(lastInsertRowid, textOf(log));
    }
  });
  for await (const line of createInterface({ input: createReadStream(tracePath), crlfDelay: Infinity })) {
    batch.push(line);
    if (batch.length < 1_000) continue;
    flush();
    batch = [];
  }
  flush();
  const seconds = (performance.now() - started) / 1_000;
  db.close();
  rmSync(path, { force: true });
  return seconds;
}
