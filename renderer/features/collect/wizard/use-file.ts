import type { Inspection } from '../../../../shared/contract/sources.ts';
import type { FileRefId } from '../../../../shared/model/ids.ts';
import { useRpcQuery, type RpcQueryResult } from '../../../data/use-rpc-query.ts';
import type { Wizard } from './use-wizard.ts';

export type FileView = {
  readonly query: RpcQueryResult<'sources.inspect'>;
  /** Of this file; while a choice is being tried, still what the choice before gave. */
  readonly inspection: Inspection | undefined;
  readonly isOld: boolean;
};

/** What the head of one file gives with the choices made for it. */
export function useFile(wizard: Wizard, fileRef: FileRefId): FileView {
  const query = useRpcQuery('sources.inspect', { fileRef, options: wizard.optionsOf(fileRef) }, { keepPrevious: true });
  const isThis = query.data?.fileRef === fileRef;
  return { query, inspection: isThis ? query.data : undefined, isOld: isThis && query.isPlaceholderData };
}
