import Database from 'better-sqlite3';
import type { Table } from '../../../shared/contract/tables.ts';

/** Tables of the file by the names used for invalidation; null for what no answer shows. */
const NAME_OF: Readonly<Record<string, Table | null>> = {
  meta: null,
  // What an update of a source works by; the rows it tells of are in other tables.
  edited_field: null,
  joined_attempt: null,
  setting: 'setting',
  source: 'source',
  import_issue: 'source',
  loss_report: 'source',
  sample: 'sample',
  sample_body: 'sample',
  sample_fts: 'sample',
  split_member: 'sample',
  split_rule: 'split',
  leak_check: 'split',
  leak_group: 'split',
  leak_member: 'split',
  leak_quote: 'split',
  leak_mark: 'split',
  attempt: 'attempt',
  tool_call: 'attempt',
  decision: 'decision',
  duplicate_mark: 'decision',
  duplicate_apart: 'decision',
  tag: 'tag',
  sample_tag: 'tag',
  review: 'review',
  review_score: 'review',
  flag: 'flag',
  saved_view: 'view',
  grader: 'grader',
  grader_version: 'grader',
  grader_draft: 'grader',
  score_run: 'score',
  score: 'score',
  score_part: 'score',
  private_scan: 'privacy',
  private_value: 'privacy',
  private_use: 'privacy',
  private_dismissal: 'privacy',
  export: 'export',
  job: 'job',
  live_record: 'live',
  production_source: 'production',
  likeness_result: 'production',
  // Kept so that a text need not be read again; no answer shows them.
  text_vector: null,
  similar_scan: 'similar',
  similar_text: 'similar',
  similar_link: 'similar',
  template_family: 'similar',
  template_member: 'similar',
  sample_map: 'similar',
  map_cluster: 'similar',
  map_point: 'similar',
  action: 'action',
  // What an action changed is written by triggers whenever one is under way; its own row stands for it.
  change: null,
  sqlite_sequence: null,
};

export type TableWatch = {
  /** Tables read and written through connections to the file since the last call, by their names in the file. */
  readonly take: () => { readonly read: ReadonlySet<string>; readonly written: ReadonlySet<string> };
  readonly stop: () => void;
};
type Use = { readonly read: readonly string[]; readonly written: readonly string[] };
type Step = { opcode: string; p1: number; p2: number; p3: number; p4: string | null };
type Method = (this: Database.Statement, ...args: unknown[]) => unknown;

const RUNNERS = ['get', 'all', 'run', 'iterate'] as const;
const NOTHING: Use = { read: [], written: [] };

/**
 * Listens to every statement that runs on connections to one file in this thread and asks SQLite itself, by EXPLAIN,
 * which tables it opens. Statements run as ever.
 */
export function watchTables(path: string): TableWatch {
  const read = new Set<string>();
  const written = new Set<string>();
  const plans = new Map<string, Use>();
  const probe = new Database(':memory:');
  // The class of statements is not exported; all share one prototype.
  const statements = Object.getPrototypeOf(probe.prepare('SELECT 1')) as Record<(typeof RUNNERS)[number], Method>;
  const databases = Database.prototype;
  const plain = Object.fromEntries(RUNNERS.map((name) => [name, statements[name]])) as typeof statements;
  // eslint-disable-next-line @typescript-eslint/unbound-method -- called with its connection below
  const { exec } = databases;
  probe.close();

  function note(db: Database.Database, sql: string): void {
    if (db.name !== path || !/^\s*(?:SELECT|INSERT|UPDATE|DELETE|REPLACE|WITH)\b/iu.test(sql)) return;
    let use = plans.get(sql);
    if (use === undefined) plans.set(sql, (use = explain(db, sql, plain.all)));
    for (const table of use.read) read.add(table);
    for (const table of use.written) written.add(table);
  }

  for (const name of RUNNERS)
    statements[name] = function (...args) {
      note(this.database, this.source);
      return plain[name].apply(this, args);
    };
  databases.exec = function (sql) {
    const answer = exec.call(this, sql);
    for (const part of sql.split(';')) note(this, part);
    return answer;
  };
  return {
    take() {
      const taken = { read: new Set(read), written: new Set(written) };
      read.clear();
      written.clear();
      return taken;
    },
    stop() {
      Object.assign(statements, plain);
      databases.exec = exec;
    },
  };
}

function explain(db: Database.Database, sql: string, all: Method): Use {
  // Columns of EXPLAIN and of sqlite_schema as SQLite documents them.
  const steps = all.call(db.prepare(`EXPLAIN ${sql}`), ...blanks(sql)) as Step[];
  const roots = all.call(
    db.prepare('SELECT rootpage AS root, tbl_name AS name FROM main.sqlite_schema WHERE rootpage > 0'),
  ) as {
    root: number;
    name: string;
  }[];
  const nameOf = new Map(roots.map(({ root, name }) => [root, name]));
  // The first database is the file, the second holds temp tables.
  const opened = (opcodes: readonly string[]): string[] =>
    steps.filter((step) => step.p3 === 0 && opcodes.includes(step.opcode)).flatMap((step) => nameOf.get(step.p2) ?? []);
  const search = steps.some((step) => step.opcode === 'VOpen') && sql.includes('sample_fts') ? ['sample_fts'] : [];
  const isEmpty = steps.length === 0;
  return isEmpty
    ? NOTHING
    : { read: [...opened(['OpenRead', 'ReopenIdx']), ...search], written: opened(['OpenWrite']) };
}

/** EXPLAIN binds nothing, but better-sqlite3 wants a value for each parameter. */
function blanks(sql: string): unknown[] {
  const named = [...sql.matchAll(/[@:$]([a-z]\w*)/giu)].flatMap(([, name]) => name ?? []);
  const anonymous = sql.replaceAll(/'[^']*'/gu, '').split('?').length - 1;
  const values: unknown[] = Array.from({ length: anonymous }, () => null);
  return named.length === 0 ? values : [...values, Object.fromEntries(named.map((name) => [name, null]))];
}

/** @returns names used for invalidation, each once; a table not known here under its own name, so that a test tells of it */
export function invalidationNames(tables: ReadonlySet<string>): readonly string[] {
  const names = [...tables].flatMap((table) => {
    const name = NAME_OF[table];
    return name === null ? [] : [name ?? table];
  });
  return [...new Set(names)];
}
