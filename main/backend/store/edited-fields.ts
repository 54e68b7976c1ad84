import type Database from 'better-sqlite3';
import { contentHash } from '../engine/hash.ts';

/** Fields of a sample that a person can edit, and that a source may bring anew. */
export const EDITABLE = ['title', 'prompt', 'tools', 'reference'] as const;
export type EditableField = (typeof EDITABLE)[number];
export type FieldTexts = Readonly<Record<EditableField, string>>;

export type EditedFields = {
  /** The imported text's hash of each field that a person edited since; '' where it is not known. */
  readonly of: (sampleId: number) => ReadonlyMap<EditableField, string>;
  /** Notes which fields an edit changes, before it is written; one that is put back to what was imported is no edit. */
  readonly note: (sampleId: number, before: FieldTexts & { readonly promptHash: string }, after: FieldTexts) => void;
  readonly setImported: (sampleId: number, field: EditableField, hash: string) => void;
  readonly clear: (sampleId: number, field: EditableField) => void;
};

/** What people changed of samples since they were imported, so that an update of the source does not take it away. */
export function createEditedFields(db: Database.Database): EditedFields {
  const read = db.prepare<[number], { field: string; hash: string }>(
    'SELECT field, imported_hash AS hash FROM edited_field WHERE sample_id = ?',
  );
  const first = db.prepare(
    'INSERT INTO edited_field (sample_id, field, imported_hash) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
  );
  const set = db.prepare('UPDATE edited_field SET imported_hash = ? WHERE sample_id = ? AND field = ?');
  const remove = db.prepare('DELETE FROM edited_field WHERE sample_id = ? AND field = ?');
  const of = (sampleId: number): Map<EditableField, string> => {
    const known = new Map(read.all(sampleId).map(({ field, hash }) => [field, hash]));
    return new Map(EDITABLE.flatMap((field) => (known.has(field) ? [[field, known.get(field) ?? '']] : [])));
  };
  return {
    of,
    note(sampleId, before, after) {
      const known = of(sampleId);
      for (const field of EDITABLE) {
        if (before[field] === after[field]) continue;
        if (known.get(field) === contentHash(after[field])) remove.run(sampleId, field);
        else first.run(sampleId, field, contentHash(before[field]));
      }
      if (before.prompt !== after.prompt || before.tools !== after.tools)
        first.run(sampleId, 'match', before.promptHash);
    },
    setImported: (sampleId, field, hash) => void set.run(hash, sampleId, field),
    clear: (sampleId, field) => void remove.run(sampleId, field),
  };
}
