import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useProject } from '../../data/use-project.ts';
import { useAllCommands } from '../../state/commands.tsx';
import { Page, PageHead } from '../../ui/PageHead.tsx';
import { Delayed, RowSkeleton } from '../../ui/ListStates.tsx';
import { EmptyProject } from './EmptySamples.tsx';
import { PasteDialog } from './PasteDialog.tsx';
import { SampleEditor } from './SampleEditor.tsx';
import { Workbench } from './Workbench.tsx';

/** The workbench, or ways to fill an empty project. */
export function SamplesPage() {
  const { t } = useTranslation('samples');
  const project = useProject();
  const [dialog, setDialog] = useState<'create' | 'paste' | null>(null);
  const importCommand = useAllCommands().find((command) => command.id === 'sources.import');
  const onImport = useCallback(() => importCommand?.run(), [importCommand]);
  if (project === undefined) {
    return (
      <Delayed>
        <RowSkeleton rows={8} />
      </Delayed>
    );
  }
  const canWrite = !project.readOnly;
  if (project.samples > 0) return <Workbench total={project.samples} canWrite={canWrite} onImport={onImport} />;
  const close = (): void => setDialog(null);
  return (
    <Page>
      <PageHead title={t('title')} fact={t('empty.fact')} />
      <EmptyProject
        canWrite={canWrite}
        onImport={onImport}
        onCreate={() => setDialog('create')}
        onPaste={() => setDialog('paste')}
      />
      {dialog === 'create' ? <SampleEditor detail={null} focus="title" onDone={close} onClose={close} /> : null}
      {dialog === 'paste' ? <PasteDialog onDone={close} onClose={close} /> : null}
    </Page>
  );
}
