import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { GraderId } from '../../../shared/model/ids.ts';
import { useSearchParam } from '../../data/navigation.ts';
import { useRpcQuery } from '../../data/use-rpc-query.ts';
import { ListStates } from '../../ui/ListStates.tsx';
import { Page, PageHead } from '../../ui/PageHead.tsx';
import { GraderWorkbench } from './GraderWorkbench.tsx';
import { NewGraderDialog } from './NewGraderDialog.tsx';
import { TemplateCards } from './TemplateCards.tsx';

/** Graders are written, tried and run here. The grader and the sample are part of the address. */
export function GradersPage() {
  const { t } = useTranslation('graders');
  const [param, setParam] = useSearchParam('grader');
  const [newFrom, setNewFrom] = useState<string | null>(null);
  const list = useRpcQuery('graders.list', {});
  const asked = GraderId.safeParse(Number(param));
  return (
    <Page>
      <ListStates
        query={list}
        isEmpty={(graders) => graders.length === 0}
        empty={
          <>
            <PageHead title={t('title')} />
            <TemplateCards onPick={setNewFrom} />
          </>
        }
      >
        {(graders) => {
          const chosen = graders.find((grader) => asked.success && grader.id === asked.data) ?? graders[0];
          return chosen === undefined ? null : (
            <LoadedGrader
              key={chosen.id}
              graderId={chosen.id}
              onPick={(id) => setParam(String(id))}
              onNew={() => setNewFrom('')}
            />
          );
        }}
      </ListStates>
      {newFrom === null ? null : (
        <NewGraderDialog
          template={newFrom}
          taken={list.data?.map((grader) => grader.name) ?? []}
          onClose={() => setNewFrom(null)}
          onCreated={(id) => {
            setNewFrom(null);
            setParam(String(id));
          }}
        />
      )}
    </Page>
  );
}

type LoadedProps = {
  readonly graderId: GraderId;
  readonly onPick: (graderId: GraderId) => void;
  readonly onNew: () => void;
};

/** Always asks anew: the draft may have been saved since, and drafts announce no change. */
function LoadedGrader({ graderId, onPick, onNew }: LoadedProps) {
  const query = useRpcQuery('graders.get', { graderId, version: null }, { staleTimeMs: 0, gcTimeMs: 0 });
  const [isFresh, setFresh] = useState(false);
  if (!isFresh && query.isFetchedAfterMount) setFresh(true);
  return (
    <ListStates query={isFresh ? query : { ...query, data: undefined }}>
      {(details) => <GraderWorkbench details={details} onPick={onPick} onNew={onNew} />}
    </ListStates>
  );
}
