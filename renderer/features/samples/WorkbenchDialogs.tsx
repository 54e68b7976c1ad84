import type { SampleId } from '../../../shared/model/ids.ts';
import { useRpcQuery } from '../../data/use-rpc-query.ts';
import { PasteDialog } from './PasteDialog.tsx';
import { SampleEditor } from './SampleEditor.tsx';
import { SimilarDialog } from './SimilarDialog.tsx';
import { FlagDialog, TagDialog } from './TagDialog.tsx';
import type { SampleActions } from './use-sample-actions.ts';

export type DialogState =
  | { readonly kind: 'tag' | 'flag'; readonly count: number; readonly actions: SampleActions }
  | { readonly kind: 'edit'; readonly focus: 'title' | 'reference' }
  | { readonly kind: 'similar' }
  | { readonly kind: 'create' }
  | { readonly kind: 'paste' };

type WorkbenchDialogsProps = {
  readonly state: DialogState | null;
  readonly sampleId: SampleId | null;
  readonly canWrite: boolean;
  readonly onClose: () => void;
  /** Another sample is to be read. */
  readonly onOpen: (sampleId: SampleId) => void;
  /** A sample was made (null: several, or none to go to). */
  readonly onMade: (sampleId: SampleId | null) => void;
};

export function WorkbenchDialogs({ state, sampleId, canWrite, onClose, onOpen, onMade }: WorkbenchDialogsProps) {
  const done = (made: SampleId | null): void => {
    onClose();
    onMade(made);
  };
  switch (state?.kind) {
    case undefined:
      return null;
    case 'tag':
      return <TagDialog count={state.count} onSave={state.actions.tag} onClose={onClose} />;
    case 'flag':
      return <FlagDialog count={state.count} onSave={state.actions.flag} onClose={onClose} />;
    case 'similar':
      return sampleId === null ? null : (
        <SimilarDialog
          sampleId={sampleId}
          canWrite={canWrite}
          onOpen={(id) => {
            onClose();
            onOpen(id);
          }}
          onClose={onClose}
        />
      );
    case 'create':
      return <SampleEditor detail={null} focus="title" onDone={done} onClose={onClose} />;
    case 'paste':
      return <PasteDialog onDone={done} onClose={onClose} />;
    case 'edit':
      return sampleId === null ? null : <EditDialog sampleId={sampleId} focus={state.focus} onClose={onClose} />;
  }
}

type EditDialogProps = {
  readonly sampleId: SampleId;
  readonly focus: 'title' | 'reference';
  readonly onClose: () => void;
};

/** Opens once the sample is there; it is in the cache already when its trajectory is on show. */
function EditDialog({ sampleId, focus, onClose }: EditDialogProps) {
  const { data } = useRpcQuery('samples.get', { sampleId });
  return data === undefined ? null : (
    <SampleEditor key={sampleId} detail={data} focus={focus} onDone={onClose} onClose={onClose} />
  );
}
