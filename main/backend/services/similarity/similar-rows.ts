import type Database from 'better-sqlite3';
import { SampleId } from '../../../../shared/model/ids.ts';
import type { SimilarRow, SimilarScan, SimilarScope } from '../../../../shared/model/similar.ts';
import { exactCopies, linksOf, scanFacts, similarTitles } from '../../store/similar.ts';

type Found = { readonly kind: SimilarRow['kind']; readonly similarity: number };

/**
 * The samples most like one. A sample that is so in several ways comes once: exact before near before semantic.
 *
 * @returns the most similar first, equally similar ones by id
 */
export function similarRows(
  db: Database.Database,
  by: { readonly sampleId: number; readonly scope: SimilarScope; readonly limit: number },
): { total: number; rows: SimilarRow[]; near: SimilarScan | null; semantic: SimilarScan | null } {
  const found = new Map<number, Found>();
  for (const id of exactCopies(db, by.scope, by.sampleId)) found.set(id, { kind: 'exact', similarity: 1 });
  for (const kind of ['near', 'semantic'] as const)
    for (const { sampleId, similarity } of linksOf(db, { kind, ...by }))
      if (!found.has(sampleId)) found.set(sampleId, { kind, similarity });
  const ranked = [...found].sort(
    ([a, one], [b, other]) => rank(one) - rank(other) || other.similarity - one.similarity || a - b,
  );
  const shown = ranked.slice(0, by.limit);
  const titles = similarTitles(
    db,
    shown.map(([id]) => id),
  );
  return {
    total: found.size,
    rows: shown.flatMap(([id, how]) => {
      const title = titles.get(id);
      return title === undefined ? [] : [{ sampleId: SampleId.parse(id), ...title, ...how }];
    }),
    near: scanFacts(db, 'near', by.scope),
    semantic: scanFacts(db, 'semantic', by.scope),
  };
}

function rank({ kind }: Found): number {
  return kind === 'exact' ? 0 : kind === 'near' ? 1 : 2;
}
