import type { LinkKind, SimilarScope } from '../../../../shared/model/similar.ts';
import { AppError } from '../../../../shared/rpc/errors.ts';
import type { ProjectContext } from '../../context.ts';
import type { JobIo } from '../../jobs/types.ts';

export type ScanRequest = { readonly scopes: readonly SimilarScope[]; readonly kinds: readonly LinkKind[] };

/**
 * Brings the links of the given scopes and kinds up to date; those that are so already are left alone.
 *
 * @throws {AppError} `cancelled`: what was whole before stays
 */
export function scanSimilar(
  _project: ProjectContext,
  _io: Pick<JobIo, 'signal' | 'report' | 'breathe'>,
  _request: ScanRequest,
): Promise<void> {
  return Promise.reject(new AppError('internal', 'Scans are not there yet.'));
}
