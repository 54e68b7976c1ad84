import type { LinkKind, SimilarScan } from '../../../shared/model/similar.ts';
import { translate } from '../../i18n/index.ts';

/** @returns how a scan looked, in words: by which embedder, and what it may have missed */
export function methodText(kind: LinkKind, { method }: Pick<SimilarScan, 'method'>): string {
  const embedders = method.embedders
    .filter(({ count }) => count > 0)
    .map(({ embedder, count }) => translate(`duplicates:method.${embedder}`, { count }));
  const said = [
    ...(kind === 'near' ? [translate('duplicates:method.words')] : embedders),
    // Near texts are always sought so, and every pair that is found is measured exactly.
    ...(method.search === 'lsh' && kind === 'semantic' ? [translate('duplicates:method.approximate')] : []),
    ...(method.kept === 'strongest' ? [translate('duplicates:method.strongest')] : []),
  ];
  return said.join('. ');
}
