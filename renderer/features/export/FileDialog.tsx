import { Modal } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useRpcQuery } from '../../data/use-rpc-query.ts';
import { RawText } from '../../trace/RawText.tsx';
import { Note } from '../../ui/Badges.tsx';
import { ListStates, RowSkeleton } from '../../ui/ListStates.tsx';
import classes from './export.module.css';

type FileDialogProps = { readonly exportId: number; readonly path: string; readonly onClose: () => void };

/** The text of one file of a written package. */
export function FileDialog({ exportId, path, onClose }: FileDialogProps) {
  const { t } = useTranslation('export');
  // A later export may write the same place, so an earlier answer is not kept.
  const query = useRpcQuery('exports.read', { exportId, path }, { gcTimeMs: 0 });
  return (
    <Modal opened onClose={onClose} size={880} title={<span className="mono">{path}</span>}>
      <ListStates query={query} skeleton={<RowSkeleton rows={8} height={24} />}>
        {({ text, truncated }) => (
          <div className={classes.fileText}>
            {truncated ? <Note>{t('file.truncated')}</Note> : null}
            <RawText text={text} label={t('file.text', { name: path })} />
          </div>
        )}
      </ListStates>
    </Modal>
  );
}
